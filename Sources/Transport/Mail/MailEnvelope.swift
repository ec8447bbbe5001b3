/// One mail and the server to hand it to (RFC 5321).
public struct MailEnvelope: Sendable, Hashable {
    public enum Encryption: Sendable, Hashable {
        /// STARTTLS, required.
        case startTLS
        /// TLS from the first byte.
        case tls
        case none
    }

    public var host: String
    /// nil takes 587 for STARTTLS, 465 for TLS and 25 without encryption.
    public var port: Int?
    public var encryption: Encryption = .startTLS
    public var user: String?
    public var password: String?
    /// A bare address, as in `MAIL FROM`.
    public var sender: String
    /// Bare addresses, one `RCPT TO` each.
    public var recipients: [String]
    /// The message with its header, lines ended by CR LF (RFC 5322); dots at line starts are doubled on the way.
    public var message: [UInt8]
    /// The path of a PEM bundle to trust in place of the system's.
    public var caBundle: String?
    public var limits = TransferLimits()

    public init(host: String, sender: String, recipients: [String], message: [UInt8]) {
        self.host = host
        self.sender = sender
        self.recipients = recipients
        self.message = message
    }
}

extension MailEnvelope: CustomStringConvertible, CustomReflectable {
    public var description: String { "MailEnvelope(\(host))" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// One MQTT 3.1.1 message, published at most once (QoS 0) over a connection of its own.
public struct MQTTMessage: Sendable, Hashable {
    /// The broker as `mqtt://host` with an optional port; libcurl knows no MQTT over TLS.
    public var server: String
    public var topic: String
    public var user: String?
    public var password: String?
    public var payload: [UInt8]
    public var limits = TransferLimits()

    public init(server: String, topic: String, payload: [UInt8]) {
        self.server = server
        self.topic = topic
        self.payload = payload
    }
}

extension MQTTMessage: CustomStringConvertible, CustomReflectable {
    public var description: String { "MQTTMessage(\(topic))" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
