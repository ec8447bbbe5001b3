/// The keys of feeds.json, of its feeds and of its defaults.
public enum FileSpecification {
    public static let file = ObjectSpecification(
        "feeds.json",
        [
            KeySpecification("$schema", .text(mayBeEmpty: false), "Where editors find the schema; not read."),
            KeySpecification(
                "delay", .duration(atLeast: 1),
                "Time between polls; DELAY on the command line goes before it."),
            KeySpecification("perHost", .integer(1...16), "Requests at the same time to one host (1)."),
            KeySpecification(
                "hostGap", .duration(atLeast: 0), "Least time between two requests to one host (0)."),
            KeySpecification(
                "failureNotice", .either([.duration(atLeast: 1), .choice(["never"])]),
                "A feed that fails for so long is announced once, and its recovery (1d)."),
            KeySpecification(
                "defaults", .object(defaults), "Keys of feeds, for all feeds that do not give them."),
            KeySpecification(
                "feeds", .list(.either([.feedAddress, .object(feed)])), "What to watch.", isRequired: true),
            KeySpecification(
                "sinks", .list(.tagged(key: "type", SinkSpecification.all)),
                "Where to announce; without any, the console."),
        ])

    public static let feed = ObjectSpecification(
        "a feed",
        [
            KeySpecification(
                "name", .text(mayBeEmpty: false), "The name to show; unique. Else the feed's title."),
            KeySpecification(
                "url", .feedAddress, "http, https or file URL, or a path relative to feeds.json.",
                isRequired: true),
        ] + shared)

    /// What may stand in `defaults`: all that does not name one feed.
    public static let defaults = ObjectSpecification("the defaults", shared)

    private static let shared = watching + asking

    private static let watching = [
        KeySpecification("delay", .duration(atLeast: 1), "Time between polls of this feed."),
        KeySpecification(
            "first", .either([.choice(["none", "newest", "all"]), .object(newest)]),
            "What to announce when nothing is stored yet (newest)."),
        KeySpecification(
            "include", .oneOrMore(.pattern(mayNameField: true)),
            "Announce only entries that match one of these."),
        KeySpecification(
            "exclude", .oneOrMore(.pattern(mayNameField: true)),
            "Announce no entry that matches one of these."),
        KeySpecification(
            "sinks", .list(.text(mayBeEmpty: false)), "Names of the sinks to announce to (all)."),
        KeySpecification("updates", .flag, "Announce entries whose text changed (false)."),
        KeySpecification(
            "identity", .pattern(mayNameField: false), "A regular expression whose group replaces the id."),
        KeySpecification(
            "limit", .integer(1...100_000), "Most announcements a poll; the rest becomes one line (20)."),
        KeySpecification("tags", .list(.text(mayBeEmpty: false)), "Words to group feeds by."),
        KeySpecification("paused", .flag, "Do not poll this feed (false)."),
    ]

    private static let asking = [
        KeySpecification("headers", .map(.secret), "Further headers of the request."),
        KeySpecification("user", .text(mayBeEmpty: false), "User name for basic authentication."),
        KeySpecification("password", .secret, "Password for basic authentication."),
        KeySpecification("cookie", .secret, "The Cookie header."),
        KeySpecification("method", .choice(["GET", "POST"]), "The request's method (GET)."),
        KeySpecification("form", .map(.secret), "Fields of a form sent by POST."),
        KeySpecification("proxy", .secret, "A proxy's URL: http, https, socks4, socks4a, socks5 or socks5h."),
        KeySpecification("ca", .path, "A PEM bundle in place of the system's."),
        KeySpecification("insecure", .flag, "Do not check the server's certificate (false)."),
        KeySpecification("allowPrivate", .flag, "Let redirects lead to private addresses (false)."),
        KeySpecification("ignoreHints", .flag, "Pass over Cache-Control, ttl and skip hours (false)."),
        KeySpecification(
            "adoptAfter", .duration(atLeast: 0),
            "Adopt a permanent redirect's target after three sights over so long (1d)."),
        KeySpecification("timeout", .duration(atLeast: 100), "Longest time for one request (30s)."),
        KeySpecification("maxBytes", .integer(1024...1 << 30), "Largest decoded document in bytes (10 MiB)."),
    ]

    private static let newest = ObjectSpecification(
        "first",
        [
            KeySpecification(
                "newest", .integer(0...100_000), "Announce so many of the newest entries.", isRequired: true)
        ])
}
