internal import FeedModel
internal import Host

/// Makes subscriptions of checked JSON.
struct FeedBuilder {
    let folder: String
    let secrets: SecretResolver
    let faults: FaultCollector

    /// One feed with the defaults filled in.
    func subscription(_ value: JSONValue, defaults: Subscription, path: JSONPath) async -> Subscription {
        var feed = defaults
        if let text = value.string {
            feed.url = address(text, value, path: path)
            return feed
        }
        if let url = value["url"], let text = url.string {
            feed.url = address(text, url, path: path.key("url"))
        }
        feed.name = value["name"]?.string
        await fill(&feed, from: value, path: path)
        return feed
    }

    /// Takes over what the object gives.
    func fill(_ feed: inout Subscription, from value: JSONValue, path: JSONPath) async {
        for member in value.members ?? [] {
            let item = member.value
            switch member.key {
            case "delay": feed.delay = duration(item)
            case "first": feed.first = first(item)
            case "include": feed.include = rules(item)
            case "exclude": feed.exclude = rules(item)
            case "sinks": feed.sinks = texts(item)
            case "updates": feed.updates = item.bool ?? false
            case "identity": feed.identity = item.string
            case "limit": feed.limit = item.int ?? feed.limit
            case "tags": feed.tags = texts(item)
            case "paused": feed.isPaused = item.bool ?? false
            default: await fill(&feed.request, member, path: path)
            }
        }
    }

    private func fill(_ request: inout RequestSettings, _ member: JSONMember, path: JSONPath) async {
        let item = member.value
        switch member.key {
        case "headers":
            request.headers = await fields(item, path: path.key("headers")).map {
                HeaderField(name: $0.name, value: $0.value)
            }
        case "user": request.user = item.string
        case "password": request.password = await secret(item, path: path.key("password"))
        case "cookie": request.cookie = await secret(item, path: path.key("cookie"))
        case "method": request.method = item.string ?? "GET"
        case "form":
            request.form = await fields(item, path: path.key("form"), isOneLine: false)
            request.method = "POST"
        case "proxy": request.proxy = await secret(item, path: path.key("proxy"))
        case "ca": request.ca = item.string.map { Files.resolve($0, in: folder) }
        case "insecure": request.isInsecure = item.bool ?? false
        case "allowPrivate": request.allowsPrivate = item.bool ?? false
        case "ignoreHints": request.ignoresHints = item.bool ?? false
        case "adoptAfter": request.adoptsAfter = duration(item) ?? request.adoptsAfter
        case "timeout": request.timeout = duration(item) ?? request.timeout
        case "maxBytes": request.maxBytes = item.int ?? request.maxBytes
        default: break
        }
    }

    func duration(_ value: JSONValue) -> Duration? {
        (value.string ?? value.numberText).flatMap { Interval.parse($0) }
    }

    func texts(_ value: JSONValue) -> [String] {
        value.string.map { [$0] } ?? (value.array ?? []).compactMap(\.string)
    }

    func rules(_ value: JSONValue) -> [FilterRule] {
        texts(value).map(FilterRule.init(text:))
    }

    /// - Parameter isOneLine: whether it goes into a header or a URL, which a line end would end early.
    func secret(_ value: JSONValue, path: JSONPath, isOneLine: Bool = true) async -> Secret? {
        do throws(SecretProblem) {
            let secret = try await secrets.resolve(value)
            guard !isOneLine || !secret.reveal().utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F })
            else {
                throw SecretProblem(
                    message: "the secret has a line end or another control character inside",
                    hint: "look where it comes from: a single line is wanted")
            }
            return secret
        } catch {
            faults.add(error.message, hint: error.hint, path: path, at: Int(value.offset))
            return nil
        }
    }

    func fields(_ value: JSONValue, path: JSONPath, isOneLine: Bool = true) async -> [FormField] {
        var fields: [FormField] = []
        for member in value.members ?? [] {
            guard let text = await secret(member.value, path: path.key(member.key), isOneLine: isOneLine)
            else {
                continue
            }
            fields.append(FormField(name: member.key, value: text))
        }
        return fields
    }

    private func first(_ value: JSONValue) -> Subscription.First {
        switch value.string {
        case "none": .none
        case "all": .all
        case "newest": .newest(1)
        default: .newest(value["newest"]?.int ?? 1)
        }
    }

    /// The URL of an address; a path becomes a file URL, relative to feeds.json.
    private func address(_ text: String, _ value: JSONValue, path: JSONPath) -> String {
        if AddressRule.split(text) != nil { return text }
        let place = Files.resolve(text, in: folder)
        if let absolute = Files.absolute(place) { return "file://" + Self.percentEncoded(absolute) }
        let message = "there is no file \"\(text)\""
        let wanted = Files.absoluteOfMissing(place)
        if isHostLike(text) {
            let hint = "for a feed on the web write https://\(text)"
            faults.add(message, hint: hint, path: path, at: Int(value.offset))
        } else if !secrets.isOmitting {
            // It may come: the feed fails until then, as one does whose server is down.
            faults.warn(message, hint: "looked for \(wanted)", path: path, at: Int(value.offset))
        }
        return "file://" + Self.percentEncoded(wanted)
    }

    /// Whether a path that leads nowhere looks like `example.org/feed`, a web address without its scheme.
    private func isHostLike(_ text: String) -> Bool {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let labels = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, labels.count > 1, let last = labels.last, last.utf8.count > 1,
            labels.allSatisfy({ !$0.isEmpty }), last.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
        else { return false }
        return !Files.isFolder(Files.resolve(String(parts[0]), in: folder))
    }

    /// Everything but unreserved characters and the slash is encoded (RFC 3986 §2.3).
    private static func percentEncoded(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                text += hex.count == 1 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return text
    }
}
