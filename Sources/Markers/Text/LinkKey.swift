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
        var text = Array((link.utf8.contains(0x26) ? link.replacing("&amp;", with: "&") : link).utf8)[...]
        host = Self.takeHost(&text)
        let fragment = Self.cut(&text, at: 0x23)
        let query = Self.cut(&text, at: 0x3F)
        var bytes = Self.cleaned(path: text)
        if !query.isEmpty {
            let items = query.split(separator: 0x26).filter { !Self.isTracking($0) }
            for (place, item) in items.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
                bytes.append(place == 0 ? 0x3F : 0x26)
                bytes.append(contentsOf: item)
            }
        }
        if Self.isTelling(fragment: fragment) {
            bytes.append(0x23)
            bytes.append(contentsOf: fragment)
        }
        path = String(decoding: bytes, as: UTF8.self)
    }

    /// Host and path as one text.
    var whole: String { host + "/" + path }

    /// The last segment of the path, when it is long enough to tell something.
    var slug: String? {
        var last = path.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
        while last.last == 0x2F { last.removeLast() }
        if let slash = last.lastIndex(of: 0x2F) { last = last[slash...].dropFirst() }
        let hasLetters = last.contains { (0x61...0x7A).contains($0 | 0x20) || $0 >= 0x80 }
        return last.count >= (hasLetters ? 4 : 5) ? String(Substring(last)).lowercased() : nil
    }

    /// An id without scheme and host, if it is a URL or a tag (RFC 4151); nil for other ids.
    static func path(ofID id: String) -> String? {
        if isURL(id) {
            let path = LinkKey(id).path
            return path.isEmpty ? nil : path
        }
        guard id.hasPrefix("tag:"), let comma = id.utf8.firstIndex(of: 0x2C),
            let colon = id.utf8[comma...].firstIndex(of: 0x3A)
        else { return nil }
        let rest = id.utf8[colon...].dropFirst()
        return rest.isEmpty ? nil : String(Substring(rest))
    }

    /// Whether there is a `://` in a text.
    private static func isURL(_ text: String) -> Bool {
        let bytes = text.utf8.span
        for at in 0..<bytes.count where bytes[at] == 0x3A {
            if at + 2 < bytes.count, bytes[at + 1] == 0x2F, bytes[at + 2] == 0x2F { return true }
        }
        return false
    }

    // Everything below works on bytes: comparing characters costs ten times as much.

    /// Takes scheme and host from the front of a text.
    private static func takeHost(_ text: inout ArraySlice<UInt8>) -> String {
        let slashes: [UInt8] = [0x2F, 0x2F]
        if let colon = text.firstIndex(of: 0x3A), text[(colon + 1)...].starts(with: slashes) {
            text = text[(colon + 3)...]
        } else if text.starts(with: slashes) {
            text = text.dropFirst(2)
        } else {
            return ""
        }
        let end = text.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? text.endIndex
        var host = lowercased(text[..<end])
        text = text[end...]
        if let at = host.lastIndex(of: 0x40) { host = host[at...].dropFirst() }
        if let colon = host.lastIndex(of: 0x3A),
            host[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        {
            host = host[..<colon]
        }
        for prefix in ["www.", "m.", "amp.", "mobile."] where host.starts(with: prefix.utf8) {
            host = host.dropFirst(prefix.utf8.count)
            break
        }
        return String(decoding: host, as: UTF8.self)
    }

    private static func lowercased(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.allSatisfy({ $0 < 0x80 }) else {
            return Array(String(decoding: text, as: UTF8.self).lowercased().utf8)[...]
        }
        var lower = text
        for at in lower.indices where lower[at] &- 0x41 < 26 { lower[at] |= 0x20 }
        return lower
    }

    /// Cuts a text at a mark and returns what stood behind it.
    private static func cut(_ text: inout ArraySlice<UInt8>, at mark: UInt8) -> ArraySlice<UInt8> {
        guard let place = text.firstIndex(of: mark) else { return [] }
        let tail = text[(place + 1)...]
        text = text[..<place]
        return tail
    }

    private static func cleaned(path: ArraySlice<UInt8>) -> [UInt8] {
        var path = path
        if let session = path.firstIndex(of: 0x3B) { path = path[..<session] }
        var isShorter = true
        while isShorter {
            isShorter = false
            for ending in endings where path.last == ending.last && path.suffix(ending.count) == ending {
                path.removeLast(ending.count)
                isShorter = true
            }
        }
        while path.first == 0x2F { path.removeFirst() }
        return Array(path)
    }

    private static let endings: [ArraySlice<UInt8>] = [
        "/", "/index.html", "/index.htm", "/index.php", "/default.aspx", "/amp", ".html", ".htm", ".amp",
        ".php",
        ".aspx",
    ].map { Array($0.utf8)[...] }

    /// Whether a query item only tracks readers, carries a session or defeats caches.
    private static func isTracking(_ item: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: item.prefix { $0 != 0x3D }, as: UTF8.self).lowercased()
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
    private static func isTelling(fragment: ArraySlice<UInt8>) -> Bool {
        guard !fragment.isEmpty, !fragment.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        let text = String(decoding: fragment, as: UTF8.self).lowercased()
        return !["utm_", "xtor", "ref", "comments", "respond", "rss"].contains { text.hasPrefix($0) }
    }
}
