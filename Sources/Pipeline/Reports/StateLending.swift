internal import Host
internal import Markers

/// How a command that changes the state gets it while a watch runs: it asks the holder of the lock by a signal; the watch
/// ends what is in flight, lets go of the folder for a moment, and opens it again.
public enum StateLending {
    private static let period = Duration.milliseconds(20)
    /// A signal that came too early, or to one who held the lock only for a moment, is sent again.
    private static let reminder = Duration.seconds(2)

    /// The command's side: opens the folder, asking for it as long as patience lasts.
    static func borrow(_ folder: String, patience: Duration) async throws(StateError) -> StateFolder {
        let start = ContinuousClock.now
        var asked: ContinuousClock.Instant?
        while true {
            do throws(StateError) {
                return try StateFolder(folder, access: .writing)
            } catch {
                guard case .held(_, let holder) = error, start.duration(to: .now) < patience else {
                    throw error
                }
                if asked.map({ $0.duration(to: .now) >= reminder }) ?? true {
                    // Another user's watch cannot be asked.
                    if let holder, !Signals.send(.urgent, to: holder), FileLock.isHeld(folder + "/lock") {
                        throw error
                    }
                    asked = .now
                }
            }
            try? await Task.sleep(for: period)
        }
    }

    /// The watch's side, once it has let go: returns when a command has taken the folder, or none came for a second.
    public static func awaitBorrower(of folder: String) async {
        let start = ContinuousClock.now
        while !FileLock.isHeld(folder + "/lock"), start.duration(to: .now) < .seconds(1) {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
