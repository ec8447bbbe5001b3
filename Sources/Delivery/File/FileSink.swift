import FeedModel
import Host

/// Appends a JSON line for every announcement; the file is opened anew after it was rotated away.
struct FileSink: Sink {
    let name: String
    let maxBatch = 100
    private let file: AppendFile

    init(_ settings: SinkSettings, _ file: FileSettings) throws(Failure) {
        name = settings.name
        guard Files.isFolder(Files.parent(of: file.path)) else {
            throw Failure(
                .delivery, "the folder of \(file.path) does not exist", hint: "make it, or mend \"path\"")
        }
        guard !Files.isFolder(file.path) else {
            throw Failure(.delivery, "\(file.path) is a folder", hint: "name a file in it")
        }
        self.file = AppendFile(file.path)
    }

    func deliver(_ batch: [Announcement], progress: DeliveryProgress) async -> [DeliveryOutcome] {
        let lines = batch.reduce(into: [UInt8]()) { $0 += CloudEvent.one($1) + [0x0A] }
        do throws(HostError) {
            // One write: a line is never half there because a later one of the batch failed.
            try file.append(lines, isSynced: true)
            return batch.map { _ in .delivered(note: nil) }
        } catch {
            let failure = Failure(.delivery, error.message)
            return batch.map { _ in .retry(failure, after: nil) }
        }
    }
}
