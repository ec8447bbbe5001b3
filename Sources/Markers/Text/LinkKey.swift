/// A link reduced to what tells articles apart.
///
/// Left out: scheme, credentials, `www.` `m.` `amp.` before the host, the port, tracking and session parameters,
/// the order of parameters, fragments that only count or track, trailing slashes, index pages, `.html` and `/amp`.
struct LinkKey: Hashable {
    /// In lower case; empty when the text has none.
    var host: String
    /// Path, query and telling fragment, without a leading slash.
    var path: String

    init(_ link: String) {
        var text = (link.utf8.contains(0x26) ? link.replacing("&amp;", with: "&") : link)[...]
        host = Self.takeHost(&text)
        let fragment = Self.cut(&text, at: "#")
        let query = Self.cut(&text, at: "?")
        path = Self.cleaned(path: text)
        let items = query.split(separator: "&").filter { !Self.isTracking($0) }.sorted()
        if !items.isEmpty { path += "?" + items.joined(separator: "&") }
        if Self.isTelling(fragment: fragment) { path += "#" + fragment }
    }

    /// Host and path as one text.
    var whole: String { host + "/" + path }

    /// The last segment of the path, when it is long enough to tell something.
    var slug: String? {
        let segments = path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        guard let last = segments.last else { return nil }
        let hasLetters = last.utf8.contains { (0x61...0x7A).contains($0 | 0x20) || $0 >= 0x80 }
        return last.utf8.count >= (hasLetters ? 4 : 5) ? last.lowercased() : nil
    }

    /// An id without scheme and host, if it is a URL or a tag (RFC 4151); nil for other ids.
    static func path(ofID id: String) -> String? {
        if id.contains("://") {
            let path = LinkKey(id).path
            return path.isEmpty ? nil : path
        }
        guard id.hasPrefix("tag:"), let comma = id.firstIndex(of: ","),
            let colon = id[comma...].firstIndex(of: ":")
        else { return nil }
        let rest = id[id.index(after: colon)...]
        return rest.isEmpty ? nil : String(rest)
    }

    /// Takes scheme and host from the front of a text.
    private static func takeHost(_ text: inout Substring) -> String {
        if let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") {
            text = text[text.index(colon, offsetBy: 3)...]
        } else if text.hasPrefix("//") {
            text = text.dropFirst(2)
        } else {
            return ""
        }
        let end = text.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? text.endIndex
        var host = text[..<end].lowercased()[...]
        text = text[end...]
        if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
        if let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) {
            host = host[..<colon]
        }
        for prefix in ["www.", "m.", "amp.", "mobile."] where host.hasPrefix(prefix) {
            host = host.dropFirst(prefix.count)
            break
        }
        return String(host)
    }

    /// Cuts a text at a mark and returns what stood behind it.
    private static func cut(_ text: inout Substring, at mark: Character) -> Substring {
        guard let place = text.firstIndex(of: mark) else { return "" }
        let tail = text[text.index(after: place)...]
        text = text[..<place]
        return tail
    }

    private static func cleaned(path: Substring) -> String {
        var path = path
        if let session = path.firstIndex(of: ";") { path = path[..<session] }
        var isShorter = true
        while isShorter {
            isShorter = false
            for ending in endings where path.utf8.reversed().starts(with: ending) {
                path = path[..<path.utf8.index(path.endIndex, offsetBy: -ending.count)]
                isShorter = true
            }
        }
        while path.hasPrefix("/") { path = path.dropFirst() }
        return String(path)
    }

    /// Backwards, as bytes: comparing characters costs ten times as much.
    private static let endings: [[UInt8]] = [
        "/", "/index.html", "/index.htm", "/index.php", "/default.aspx", "/amp", ".html", ".htm", ".amp",
        ".php",
        ".aspx",
    ].map { Array($0.utf8.reversed()) }

    /// Whether a query item only tracks readers, carries a session or defeats caches.
    private static func isTracking(_ item: Substring) -> Bool {
        let name = item.prefix { $0 != "=" }.lowercased()
        return trackers.contains(name) || trackerPrefixes.contains { name.hasPrefix($0) }
    }

    private static let trackerPrefixes = [
        "utm_", "utm-", "at_", "mc_", "pk_", "piwik_", "mtm_", "hsa_", "__", "oly_", "vero_", "wt.", "ga_",
        "_hs",
        "itm_",
    ]
    private static let trackers: Set<String> = [
        "fbclid", "gclid", "dclid", "yclid", "msclkid", "twclid", "igshid", "igsh", "ref", "ref_src",
        "referrer",
        "source", "src", "cmp", "cmpid", "cid", "ncid", "ocid", "icid", "xtor", "smid", "sr_share", "share",
        "feature",
        "partner", "campaign", "from", "via", "rss", "feed", "ftag", "spm", "sid", "session", "sessionid",
        "session_id", "phpsessid", "jsessionid", "aspsessionid", "s_cid", "mkt_tok", "trk", "_ga", "_gl",
        "cb", "nocache",
        "cachebuster", "cache", "ts", "timestamp", "rand", "random", "nonce", "_", "token", "sig",
        "signature", "expires",
    ]

    /// Whether a fragment tells articles apart: one that only counts or tracks does not.
    private static func isTelling(fragment: Substring) -> Bool {
        guard !fragment.isEmpty, !fragment.allSatisfy(\.isNumber) else { return false }
        return !["utm_", "xtor", "ref", "comments", "respond", "rss"].contains {
            fragment.lowercased().hasPrefix($0)
        }
    }
}
