/// One place to announce to, as feeds.json says.
public struct SinkSettings: Sendable, Hashable {
    /// What kind of sink it is, with the settings of that kind.
    public enum Kind: Sendable, Hashable {
        case console
        case apns(APNsSettings)
        case webhook(WebhookSettings)
        case ntfy(NtfySettings)
        case email(EmailSettings)
        case command(CommandSettings)
        case file(FileSettings)
        case mqtt(MQTTSettings)
    }

    /// Unique among sinks; the type's word where feeds.json gives none.
    public var name: String
    public var kind: Kind
    public var include: [FilterRule] = []
    public var exclude: [FilterRule] = []
    /// Templates that replace the sink's usual title, body and link; see ``Template``.
    public var title: String?
    public var body: String?
    public var url: String?
    /// Announcements held and sent as one message.
    public var digest: DigestRule?
    /// Hours in which nothing is sent.
    public var quiet: QuietHours?
    public var timeout: Duration = .seconds(30)

    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// The word feeds.json uses for the kind, such as `console` or `webhook`.
    public var typeName: String {
        switch kind {
        case .console: "console"
        case .apns: "apns"
        case .webhook: "webhook"
        case .ntfy: "ntfy"
        case .email: "email"
        case .command: "command"
        case .file: "file"
        case .mqtt: "mqtt"
        }
    }
}

/// When a digest is sent.
public enum DigestRule: Sendable, Hashable {
    /// So long after the first announcement that it holds.
    case every(Duration)
    /// Every day at this minute of the local day, 0 to 1439.
    case daily(atMinute: Int)
}

/// A part of the local day, by minutes 0 to 1439; it may cross midnight.
public struct QuietHours: Sendable, Hashable {
    public var from: Int
    public var to: Int

    public init(from: Int, to: Int) {
        self.from = from
        self.to = to
    }
}

/// Apple's push service.
public struct APNsSettings: Sendable, Hashable {
    public enum Environment: String, Sendable, Hashable {
        case production, sandbox
    }

    public enum Credentials: Sendable, Hashable {
        /// A .p8 key: PEM text (the file's content), the key's and the team's 10 characters.
        case token(key: Secret, keyID: String, teamID: String)
        /// A .p12 or .pem file's bytes and the passphrase it is locked with.
        case certificate(path: String, passphrase: Secret?)
    }

    public enum Devices: Sendable, Hashable {
        /// Tokens in any notation.
        case list([String])
        /// A JSON file or a property list (`*.devices`, `*.plist`); read again when it changes.
        case file(String)
    }

    public var credentials: Credentials
    /// The app's bundle id.
    public var topic: String
    public var environment: Environment = .production
    /// An https origin in place of Apple's.
    public var endpoint: String?
    /// Path of a PEM bundle in place of the system's.
    public var ca: String?
    public var devices: Devices
    public var sound: String?
    public var badge: BadgeRule = .none
    /// `alert` or `background`.
    public var pushType = "alert"
    public var priority: Int?
    /// How long Apple keeps a push for a device that is off.
    public var expiration: Duration = .seconds(86_400)
    public var interruptionLevel: String?
    public var subtitle: String?
    /// Whether `action-loc-key: null` is sent, which leaves one button on old systems.
    public var hasOneButton = false
    public var category: String?
    public var isMutable = false
    /// Keys beside `aps`; strings in it are templates.
    public var payload: [JSONMember] = []

    public enum BadgeRule: Sendable, Hashable {
        case none
        case fixed(Int)
        /// Announcements since the last `reset-badge`.
        case count
    }

    public init(credentials: Credentials, topic: String, devices: Devices) {
        self.credentials = credentials
        self.topic = topic
        self.devices = devices
    }
}

/// An HTTP receiver.
public struct WebhookSettings: Sendable, Hashable {
    public var url: Secret
    public var method = "POST"
    /// Values are templates.
    public var headers: [HeaderField] = []
    /// Signs requests after Standard Webhooks (`whsec_…` or plain text).
    public var secret: Secret?
    /// A JSON template in place of the CloudEvents body.
    public var body: JSONValue?
    /// slack, discord, telegram, gotify, pushover, mattermost, matrix, teams.
    public var preset: String?
    /// What a preset asks for beside the URL (`chat`, `room`, `token`, `user`).
    public var parameters: [FormField] = []
    /// More than one sends JSON arrays of up to so many.
    public var batch = 1
    public var ca: String?
    public var proxy: Secret?

    public init(url: Secret) {
        self.url = url
    }
}

/// An ntfy topic.
public struct NtfySettings: Sendable, Hashable {
    /// The server's origin.
    public var server = "https://ntfy.sh"
    public var topic: Secret
    public var token: Secret?
    public var user: String?
    public var password: Secret?
    /// 1 to 5.
    public var priority: Int?
    public var tags: [String] = []
    public var ca: String?

    public init(topic: Secret) {
        self.topic = topic
    }
}

/// Mail through an SMTP server.
public struct EmailSettings: Sendable, Hashable {
    public enum Encryption: String, Sendable, Hashable {
        /// STARTTLS is required.
        case starttls
        /// TLS from the first byte.
        case tls
        case none
    }

    public var host: String
    public var port: Int?
    public var encryption: Encryption = .starttls
    public var user: String?
    public var password: Secret?
    public var from: String
    public var to: [String]
    public var ca: String?

    public init(host: String, from: String, to: [String]) {
        self.host = host
        self.from = from
        self.to = to
    }
}

/// A program run for each announcement, without a shell.
public struct CommandSettings: Sendable, Hashable {
    /// The program and its arguments; arguments are templates.
    public var arguments: [String]
    public var environment: [FormField] = []

    public init(arguments: [String]) {
        self.arguments = arguments
    }
}

/// A file that grows by one JSON line an announcement.
public struct FileSettings: Sendable, Hashable {
    public var path: String

    public init(path: String) {
        self.path = path
    }
}

/// An MQTT topic.
public struct MQTTSettings: Sendable, Hashable {
    /// The broker, as `mqtt://host` with an optional port.
    public var server: String
    public var topic: String
    public var user: String?
    public var password: Secret?

    public init(server: String, topic: String) {
        self.server = server
        self.topic = topic
    }
}
