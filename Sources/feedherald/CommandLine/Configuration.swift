import FeedModel
import Host
import Subscriptions

/// The list of feeds.json for a command, or every fault said.
enum Configuration {
    /// - Parameter needsSecrets: without them no program is run and no key is read for them.
    static func load(_ path: String, needsSecrets: Bool = true) async -> SubscriptionList? {
        do throws(SubscriptionFile.LoadError) {
            let list = try await SubscriptionFile.load(path, secrets: needsSecrets ? .resolved : .omitted)
            for warning in list.warnings { Output.error("warning: \(warning)") }
            return list
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
