import FeedModel
import Host
import Pipeline
import Subscriptions

/// The list of feeds.json for a command, or every fault said.
enum Configuration {
    /// - Parameters:
    ///   - needsSecrets: without them no program is run and no key is read for them.
    ///   - isReload: there is a list in force already, so nobody needs to be told how to begin.
    ///   - log: the log of a watch; the journal and readers of JSON then get faults as they get everything else.
    static func load(_ path: String, needsSecrets: Bool = true, log: Log? = nil, isReload: Bool = false) async
        -> SubscriptionList?
    {
        do throws(SubscriptionFile.LoadError) {
            let list = try await SubscriptionFile.load(path, secrets: needsSecrets ? .resolved : .omitted)
            for warning in list.warnings { say(.warning, "\(warning)", asText: "warning: \(warning)", log) }
            return list
        } catch {
            switch error {
            case .unreadable(let message):
                say(.error, message, asText: "feedherald: \(message)", log)
                if isReload || Files.exists(path) { return nil }
                let other = Places.otherPlace(than: path).map { ", here or as \($0)" } ?? ""
                let advice =
                    "Write one\(other) (README.md and feedherald.json(5) show how), or name another with --config."
                say(.error, advice, asText: advice, log)
            case .faulty(let faults):
                for fault in faults.faults { say(.error, fault.description, asText: fault.description, log) }
            }
            return nil
        }
    }

    /// Plain text begins with the place, as compilers do and editors expect; marked lines carry their level themselves.
    private static func say(_ level: Log.Level, _ message: String, asText text: String, _ log: Log?) {
        if let log, log.marksLines { log.say(level, message) } else { Output.error(text) }
    }
}
