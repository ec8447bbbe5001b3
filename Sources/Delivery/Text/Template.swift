public import FeedModel

/// Where a template's value is put, and so what may not stand in it as it is.
public enum TextPlace: Sendable, Hashable, CaseIterable {
    /// Shown as plain text, or put into a JSON value that a JSON writer escapes.
    case plain
    /// Inside a JSON string of a text template.
    case json
    /// A header: one line without controls.
    case header
    /// One argument of a command: never an option.
    case argument
    /// A component of a URL: percent-encoded.
    case url
    case html
    /// Slack's and Mattermost's own markup.
    case slack
    /// Markdown; links stay as they are.
    case markdown
    /// A topic of MQTT, whose levels a value cannot change.
    case topic
}

/// A text with `{{names}}` in it that are filled from an announcement.
public struct Template: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case name(String)
    }

    private var parts: [Part] = []
    /// As written.
    public let source: String

    /// Reads a template.
    ///
    /// - Parameter extra: names beside those of ``TemplateValues`` that it may use.
    /// - Throws: a failure that names the unknown or unfinished name.
    public init(_ source: String, extra: Set<String> = []) throws(Failure) {
        self.source = source
        var rest = source[...]
        while let open = rest.range(of: "{{") {
            if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
            guard let close = rest[open.upperBound...].range(of: "}}") else {
                throw Failure(
                    .delivery, "the template \(Self.quoted(source)) has {{ without }}",
                    hint: "write {{entry.title}}")
            }
            let name = rest[open.upperBound..<close.lowerBound].filter { $0 != " " }
            guard TemplateValues.names.contains(name) || extra.contains(name) else {
                throw Failure(
                    .delivery,
                    "the template \(Self.quoted(source)) has the unknown name {{\(SafeText.line(name))}}",
                    hint: "known are " + TemplateValues.names.sorted().joined(separator: ", "))
            }
            parts.append(.name(name))
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
    }

    /// Whether it has no names.
    public var isConstant: Bool {
        parts.allSatisfy { if case .text = $0 { true } else { false } }
    }

    /// The name, where the template is one name and nothing else.
    var onlyName: String? {
        guard parts.count == 1, case .name(let name) = parts[0] else { return nil }
        return name
    }

    /// Fills the names in, each value escaped for its place; what has no value becomes nothing.
    ///
    /// In a URL, a value that begins the text (`{{entry.link}}`) is an address itself and stays whole.
    public func render(_ values: TemplateValues, place: TextPlace = .plain) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .name(let name):
                let value = values[name] ?? ""
                if place == .url, result.isEmpty {
                    result += SafeText.webLink(value) ?? ""
                } else if place == .markdown, Self.links.contains(name) {
                    result += value
                } else {
                    result += Escape.text(value, for: place, isFirst: result.isEmpty)
                }
            }
        }
        return result
    }

    /// Names whose values are web addresses already.
    private static let links: Set<String> = ["link", "entry.link", "feed.link", "entry.enclosure"]

    private static func quoted(_ source: String) -> String {
        "\"" + TextCut.characters(SafeText.line(source), 60) + "\""
    }
}

extension StringProtocol {
    /// The first place of a short ASCII text.
    func range(of needle: String) -> Range<Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(needle) { return place..<index(place, offsetBy: needle.count) }
            place = index(after: place)
        }
        return nil
    }
}
