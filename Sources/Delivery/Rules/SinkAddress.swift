public import FeedModel
import Signing

/// Tells whether a sink's settings still name the same receiver.
public enum SinkAddress {
    /// A digest that changes when the settings name another receiver; nothing of the address can be read from it.
    public static func digest(_ settings: SinkSettings) -> String {
        let parts: [String] =
            switch settings.kind {
            case .webhook(let webhook):
                [webhook.url.reveal()] + webhook.parameters.flatMap { [$0.name, $0.value.reveal()] }
            case .ntfy(let ntfy): [ntfy.server, ntfy.topic.reveal()]
            default: []
            }
        let text = ([settings.typeName] + parts).joined(separator: "\u{0}")
        return SHA256.digest(Array(text.utf8)).prefix(16).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}
