import FeedModel
import Subscriptions

/// feeds.json for a command: read, or every fault said.
enum Configuration {
    static func load(_ path: String) async -> SubscriptionList? {
        do throws(SubscriptionFile.LoadError) {
            return try await SubscriptionFile.load(path)
        } catch {
            switch error {
            case .unreadable(let message):
                Output.error("feedherald: \(message)")
                Output.error("Write one (README.md shows how), or name another with --config.")
            case .faulty(let faults): for fault in faults.faults { Output.error(fault.description) }
            }
            return nil
        }
    }
}
