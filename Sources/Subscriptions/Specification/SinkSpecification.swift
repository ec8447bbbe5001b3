/// The keys of sinks, by their type.
public enum SinkSpecification {
    public static let all: [(tag: String, ObjectSpecification)] = [
        ("console", []), ("apns", apns), ("webhook", webhook), ("ntfy", ntfy), ("email", email),
        ("command", command), ("file", file), ("mqtt", mqtt),
    ].map { tag, keys in
        // A webhook's url is where it sends to, and its body a whole JSON document.
        (tag, ObjectSpecification("a sink of type \(tag)", shared + (tag == "webhook" ? [] : texts) + keys))
    }

    /// The keys that all sinks have.
    public static let ofEverySink = shared + texts

    /// The keys of one type beside those of every sink; a key that means something else here is its own.
    public static func ownKeys(of specification: ObjectSpecification) -> [KeySpecification] {
        specification.keys.filter { key in
            !ofEverySink.contains { $0.name == key.name && $0.summary == key.summary }
        }
    }

    public static let presets = [
        "slack", "discord", "telegram", "gotify", "pushover", "mattermost", "matrix", "teams",
    ]

    private static let word = ValueKind.text(mayBeEmpty: false)
    private static let template = ValueKind.text(mayBeEmpty: true)

    private static let shared = [
        KeySpecification(
            "type", .choice(["console", "apns", "webhook", "ntfy", "email", "command", "file", "mqtt"]),
            "What kind of sink it is.", isRequired: true),
        KeySpecification("name", word, "The name feeds use for it; unique (the type)."),
        KeySpecification(
            "include", .oneOrMore(.pattern(mayNameField: true)), "Send only entries that match one of these."),
        KeySpecification(
            "exclude", .oneOrMore(.pattern(mayNameField: true)), "Send no entry that matches one of these."),
        KeySpecification("title", template, "Template of the title."),
        KeySpecification(
            "digest", .either([.duration(atLeast: 1000), .timeOfDay]),
            "Hold announcements and send one message: every so long, or daily at a time."),
        KeySpecification("quiet", .hours, "Hours of the local day in which nothing is sent."),
        KeySpecification("timeout", .duration(atLeast: 100), "Longest time for one delivery (30s)."),
    ]

    private static let texts = [
        KeySpecification("body", template, "Template of the message's text; a webhook has its own."),
        KeySpecification("url", template, "Template of the link; a webhook has its own."),
    ]

    private static let apns = [
        KeySpecification("key", .path, "The .p8 key file from Apple."),
        KeySpecification("keyID", word, "The key's 10 characters."),
        KeySpecification("teamID", word, "The team's 10 characters."),
        KeySpecification(
            "certificate", .path, "A .p12 or .pem certificate with its key, in place of a .p8 key."),
        KeySpecification("passphrase", .secret, "What the certificate is locked with."),
        KeySpecification("topic", word, "The app's bundle id.", isRequired: true),
        KeySpecification(
            "environment", .choice(["production", "sandbox"]), "Which of Apple's services (production)."),
        KeySpecification("endpoint", .url(schemes: ["https"]), "An origin in place of Apple's."),
        KeySpecification("ca", .path, "A PEM bundle in place of the system's."),
        KeySpecification(
            "devices", .oneOrMore(.text(mayBeEmpty: false)),
            "Device tokens, or the path of a JSON file or property list of them.", isRequired: true),
        KeySpecification("sound", word, "The sound's file name, or default."),
        KeySpecification(
            "badge", .either([.integer(0...1_000_000), .choice(["count"])]), "A number, or count."),
        KeySpecification("pushType", .choice(["alert", "background"]), "The kind of push (alert)."),
        KeySpecification("priority", .integer(1...10), "1, 5 or 10 (10, background 5)."),
        KeySpecification(
            "expiration", .duration(atLeast: 0), "How long Apple keeps it for a device that is off (1d)."),
        KeySpecification(
            "interruptionLevel", .choice(["passive", "active", "time-sensitive", "critical"]),
            "How much it may interrupt."),
        KeySpecification("subtitle", template, "Template of the subtitle."),
        KeySpecification("oneButton", .flag, "Send action-loc-key null, which leaves one button (false)."),
        KeySpecification("category", word, "The notification's category."),
        KeySpecification("mutable", .flag, "Let an extension change it (false)."),
        KeySpecification("payload", .map(.json), "Keys beside aps; texts in it are templates."),
    ]

    private static let webhook = [
        KeySpecification("url", .secret, "Where to send to.", isRequired: true),
        KeySpecification("method", .choice(["POST", "PUT", "PATCH", "GET"]), "The request's method (POST)."),
        KeySpecification("headers", .map(.secret), "Further headers; their values are templates."),
        KeySpecification("secret", .secret, "Signs requests after Standard Webhooks."),
        KeySpecification(
            "body", .json,
            "A JSON template in place of the CloudEvents body; with a preset, a template of the text."),
        KeySpecification("preset", .choice(presets), "Speak to this service."),
        KeySpecification("parameters", .map(.secret), "What the preset asks for: chat, room, token, user …"),
        KeySpecification("batch", .integer(1...1000), "Send JSON arrays of up to so many (1)."),
        KeySpecification("ca", .path, "A PEM bundle in place of the system's."),
        KeySpecification("proxy", .secret, "A proxy's URL."),
    ]

    private static let ntfy = [
        KeySpecification("server", .url(schemes: ["https", "http"]), "The server (https://ntfy.sh)."),
        KeySpecification("topic", .secret, "The topic to publish to.", isRequired: true),
        KeySpecification("token", .secret, "An access token."),
        KeySpecification("user", word, "User name, in place of a token."),
        KeySpecification("password", .secret, "The user's password."),
        KeySpecification("priority", .integer(1...5), "1 to 5."),
        KeySpecification("tags", .list(word), "Tags or emoji names."),
        KeySpecification("ca", .path, "A PEM bundle in place of the system's."),
    ]

    private static let email = [
        KeySpecification("host", word, "The SMTP server.", isRequired: true),
        KeySpecification("port", .integer(1...65_535), "Its port (587, 465 with tls, 25 with none)."),
        KeySpecification(
            "encryption", .choice(["starttls", "tls", "none"]), "How the connection is protected (starttls)."),
        KeySpecification("user", word, "User name."),
        KeySpecification("password", .secret, "Password."),
        KeySpecification("from", word, "The sender: address, or Name <address>.", isRequired: true),
        KeySpecification("to", .oneOrMore(word), "The receivers.", isRequired: true),
        KeySpecification("ca", .path, "A PEM bundle in place of the system's."),
    ]

    private static let command = [
        KeySpecification(
            "command", .list(template), "The program and its arguments, without a shell.", isRequired: true),
        KeySpecification("environment", .map(.secret), "Further variables."),
    ]

    private static let file = [
        KeySpecification("path", .path, "The file that grows by one JSON line an entry.", isRequired: true)
    ]

    private static let mqtt = [
        KeySpecification("server", .url(schemes: ["mqtt"]), "The broker.", isRequired: true),
        KeySpecification("topic", word, "The topic to publish to.", isRequired: true),
        KeySpecification("user", word, "User name."),
        KeySpecification("password", .secret, "Password."),
    ]
}
