import FeedModel

/// A feeds.json that uses every key, one a line, and where each of its values stands.
enum GoodFile {
    static let text = #"""
        {
          "$schema": "feeds.schema.json",
          "delay": "15m",
          "perHost": 2,
          "hostGap": "1s",
          "failureNotice": "never",
          "defaults": {
            "first": "newest",
            "timeout": "30s"
          },
          "feeds": [
            "https://example.org/plain.atom",
            {
              "name": "Everything",
              "url": "https://example.org/all.atom",
              "delay": "1h",
              "first": {
                "newest": 3
              },
              "include": "title: 6\\.\\d",
              "exclude": [
                "beta",
                "author: bot"
              ],
              "sinks": [
                "console",
                "phone"
              ],
              "updates": true,
              "identity": "id=(\\d+)",
              "limit": 5,
              "tags": [
                "news"
              ],
              "paused": false,
              "headers": {
                "X-Reader": "yes"
              },
              "user": "ada",
              "password": {
                "env": "HOME"
              },
              "cookie": "a=b",
              "method": "POST",
              "form": {
                "q": "swift"
              },
              "proxy": "http://proxy.example:3128",
              "ca": "ca.pem",
              "insecure": false,
              "allowPrivate": true,
              "ignoreHints": false,
              "adoptAfter": "12h",
              "maxBytes": 1048576
            }
          ],
          "sinks": [
            {
              "type": "console"
            },
            {
              "type": "apns",
              "name": "phone",
              "title": "{{feed.name}}",
              "body": "{{entry.title}}",
              "url": "{{entry.link}}",
              "digest": "08:00",
              "quiet": "22:00-07:00",
              "timeout": 10,
              "key": "AuthKey.p8",
              "keyID": "ABC123DEFG",
              "teamID": "DEF123GHIJ",
              "topic": "org.example.reader",
              "environment": "sandbox",
              "devices": [
                "aabb"
              ],
              "sound": "ping1.caf",
              "badge": "count",
              "pushType": "alert",
              "priority": 10,
              "expiration": "1d",
              "interruptionLevel": "active",
              "oneButton": true,
              "mutable": false,
              "payload": {
                "page": "{{entry.id}}"
              }
            },
            {
              "type": "webhook",
              "name": "hook",
              "url": "https://hooks.example/x",
              "method": "PUT",
              "headers": {
                "Authorization": "Bearer x"
              },
              "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
              "batch": 10
            },
            {
              "type": "ntfy",
              "server": "https://ntfy.example",
              "topic": "feeds",
              "token": "tk_1",
              "priority": 4,
              "tags": [
                "newspaper"
              ]
            },
            {
              "type": "email",
              "host": "mail.example",
              "port": 465,
              "encryption": "tls",
              "user": "ada",
              "password": "x",
              "from": "bot@example.org",
              "to": [
                "ada@example.org"
              ]
            },
            {
              "type": "command",
              "command": [
                "notify-send",
                "{{entry.title}}"
              ],
              "environment": {
                "LANG": "C"
              }
            },
            {
              "type": "file",
              "path": "news.jsonl"
            },
            {
              "type": "mqtt",
              "server": "mqtt://broker.example",
              "topic": "feeds"
            }
          ]
        }
        """#

    /// A file with one fault.
    struct Mutation: Sendable, CustomStringConvertible {
        var description: String
        var text: String
        /// The lines that may be named: the fault's own, or that of the object it belongs to.
        var lines: [Int]
        /// Whether a JSON Schema can see it: syntax, repeated keys, names and patterns are beyond one.
        var isForSchema: Bool
    }

    /// Objects whose keys are the user's own.
    private static let maps: Set<String> = ["headers", "form", "environment", "payload"]

    static func mutations() throws -> [Mutation] {
        let root = try JSONReader.read(Array(text.utf8))
        var found: [Mutation] = []
        collect(root, path: "", isMap: false, into: &found)
        return found + syntax + relations
    }

    private static func collect(_ value: JSONValue, path: String, isMap: Bool, into found: inout [Mutation]) {
        for member in value.members ?? [] {
            let place = path.isEmpty ? member.key : "\(path).\(member.key)"
            if !isMap {
                found.append(misspelt(member, place, object: value))
                found.append(repeated(member, place))
            }
            if member.key == "payload" { continue }
            found.append(wrongType(member.value, place))
            for bad in badValues[member.key] ?? []
            where member.value.array == nil && member.value.members == nil {
                found.append(replaced(member.value, by: bad, "\(place) is \(bad)"))
            }
            collect(member.value, path: place, isMap: maps.contains(member.key), into: &found)
        }
        for (index, item) in (value.array ?? []).enumerated() {
            found.append(wrongType(item, "\(path)[\(index)]"))
            collect(item, path: "\(path)[\(index)]", isMap: false, into: &found)
        }
    }

    private static func misspelt(_ member: JSONMember, _ place: String, object: JSONValue) -> Mutation {
        let start = Int(member.keyOffset) + 1
        let lines = [line(at: start)] + (member.key == "type" ? [line(at: Int(object.offset))] : [])
        return Mutation(
            description: "\(place) is misspelt", text: edited(start..<start, "q"), lines: lines,
            isForSchema: true)
    }

    private static func repeated(_ member: JSONMember, _ place: String) -> Mutation {
        let start = Int(member.keyOffset)
        let copy = String(decoding: Array(text.utf8)[start..<end(of: member.value)], as: UTF8.self)
        let height = copy.split(separator: "\n").count
        return Mutation(
            description: "\(place) stands there twice", text: edited(start..<start, copy + ",\n"),
            lines: [line(at: start) + height], isForSchema: false)
    }

    /// No key takes a list of a list.
    private static func wrongType(_ value: JSONValue, _ place: String) -> Mutation {
        replaced(
            value, by: value.array == nil && value.members == nil ? "[[]]" : "17", "\(place) has another type"
        )
    }

    private static func replaced(_ value: JSONValue, by new: String, _ description: String) -> Mutation {
        let start = Int(value.offset)
        let isPattern = new.contains("(")
        return Mutation(
            description: description, text: edited(start..<end(of: value), new), lines: [line(at: start)],
            isForSchema: !isPattern)
    }

    /// Values of the right type that are wrong.
    private static let badValues: [String: [String]] = [
        "delay": ["\"soon\"", "-1", "\"5 minutes\"", "\"\""], "perHost": ["0", "17", "1.5"],
        "hostGap": ["\"x\""], "failureNotice": ["\"sometimes\""], "first": ["\"oldest\""],
        "newest": ["-1", "1.5"], "name": ["\"\""], "limit": ["0", "-3"],
        "include": ["\"(\"", "\"\""], "identity": ["\"(\""], "updates": ["\"yes\"", "1"],
        "method": ["\"FETCH\""],
        "maxBytes": ["12"], "digest": ["\"25:00\""], "quiet": ["\"22-07\""], "environment": ["\"test\""],
        "priority": ["11", "0"], "badge": ["-1", "\"many\""], "pushType": ["\"loud\""],
        "batch": ["0", "5000"],
        "server": ["\"mailto:x\"", "\"nonsense\""], "port": ["0", "65536"], "encryption": ["\"ssl\""],
        "type": ["\"sms\""], "interruptionLevel": ["\"rude\""], "topic": ["\"\""], "host": ["\"\""],
    ]

    /// Where the text itself is broken.
    private static var syntax: [Mutation] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var found: [Mutation] = []
        for (index, line) in lines.enumerated() {
            var broken = lines
            broken[index] = "@" + line
            found.append(
                Mutation(
                    description: "line \(index + 1) begins with @", text: broken.joined(separator: "\n"),
                    lines: [index + 1], isForSchema: false))
            guard line.hasSuffix(","), line.contains(":") else { continue }
            broken = lines
            broken[index] = String(line.dropLast())
            found.append(
                Mutation(
                    description: "line \(index + 1) lacks its comma", text: broken.joined(separator: "\n"),
                    lines: [index + 1, index + 2], isForSchema: false))
        }
        for (name, text) in [("empty", ""), ("blank", "\n\n"), ("cut", String(text.dropLast(2)))] {
            let height = text.split(separator: "\n", omittingEmptySubsequences: false).count
            found.append(
                Mutation(
                    description: "the file is \(name)", text: text, lines: [1, height], isForSchema: false))
        }
        return found
    }

    /// What is wrong only together.
    private static var relations: [Mutation] {
        func swapped(_ old: String, _ new: String, _ description: String) -> Mutation {
            let at = text.firstRange(of: old)?.lowerBound ?? text.startIndex
            let offset = text.utf8.distance(from: text.startIndex, to: at)
            return Mutation(
                description: description, text: edited(offset..<(offset + old.utf8.count), new),
                lines: [line(at: offset), line(at: offset) - 1], isForSchema: false)
        }
        return [
            swapped("\"phone\"\n", "\"fone\"\n", "an unknown sink"),
            swapped(
                "https://example.org/all.atom", "https://example.org/plain.atom",
                "a feed that stands there twice"),
            swapped("\"hook\"", "\"phone\"", "two sinks of one name"),
            swapped("ABC123DEFG", "ABC", "a short key id"),
            swapped("\"form\": {", "\"timeout\": 1, \"body\": {", "a body of a feed"),
            swapped("\"console\"\n    },", "\"file\"\n    },", "a file without a path"),
            swapped("https://example.org/plain.atom", "htps://example.org/", "a misspelt scheme"),
            swapped("https://example.org/plain.atom", "https://exa mple.org/", "a blank in a host"),
            swapped("https://example.org/plain.atom", "https://example.org:99999/", "no port"),
        ]
    }

    private static func edited(_ range: Range<Int>, _ new: String) -> String {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(range, with: Array(new.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func line(at offset: Int) -> Int { 1 + text.utf8.prefix(offset).count { $0 == 0x0A } }

    /// The byte behind a value.
    private static func end(of value: JSONValue) -> Int {
        let bytes = Array(text.utf8)
        var at = Int(value.offset)
        var depth = 0
        var isInString = false
        while at < bytes.count {
            let byte = bytes[at]
            if isInString {
                if byte == 0x5C { at += 1 } else if byte == 0x22 { isInString = false }
            } else if byte == 0x22 {
                isInString = true
            } else if byte == 0x5B || byte == 0x7B {
                depth += 1
            } else if byte == 0x5D || byte == 0x7D {
                if depth == 0 { return at }
                depth -= 1
                if depth == 0 { return at + 1 }
            } else if depth == 0, byte == 0x2C || byte == 0x0A {
                return at
            }
            at += 1
        }
        return at
    }
}
