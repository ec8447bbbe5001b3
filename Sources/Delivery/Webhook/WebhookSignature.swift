import FeedModel
import Signing

/// Signatures after Standard Webhooks 1.0: HMAC-SHA256 over id, time and body.
struct WebhookSignature: Sendable {
    private let key: [UInt8]

    /// Reads a secret: `whsec_` and base 64, else the text's own bytes.
    init(_ secret: Secret) throws(Failure) {
        let text = secret.reveal()
        guard text.hasPrefix("whsec_") else {
            key = Array(text.utf8)
            return
        }
        guard let bytes = Base64.decode(text.dropFirst(6)), !bytes.isEmpty else {
            throw Failure(
                .delivery, "the webhook's \"secret\" begins with whsec_ but is not base 64 after it")
        }
        key = bytes
    }

    /// The three headers that go with a body.
    func headers(id: String, now: Timestamp, body: [UInt8]) -> [(name: String, value: String)] {
        let time = String(now.seconds)
        let code = HMACSHA256.code(key: key, message: Array("\(id).\(time).".utf8) + body)
        return [
            ("webhook-id", id), ("webhook-timestamp", time),
            ("webhook-signature", "v1,\(Base64.encode(code))"),
        ]
    }
}
