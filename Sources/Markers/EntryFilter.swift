public import FeedModel
internal import Host

/// The `include` and `exclude` rules of a feed or a sink, compiled.
///
/// An entry passes if one of the includes matches, or there are none, and no exclude does. Matching is bounded in
/// time: a pattern that would take too long on a text counts as not matching it.
public struct EntryFilter: Sendable {
    fileprivate struct Rule: Sendable {
        var rule: FilterRule
        var pattern: Pattern
    }

    private var include: [Rule] = []
    private var exclude: [Rule] = []

    /// A filter that lets everything pass.
    public init() {}

    /// Compiles the rules; a pattern that does not compile is told with its text, place and fault.
    public init(include: [FilterRule], exclude: [FilterRule]) throws(Failure) {
        self.include = try Self.compile(include, "include")
        self.exclude = try Self.compile(exclude, "exclude")
    }

    private static func compile(_ rules: [FilterRule], _ word: String) throws(Failure) -> [Rule] {
        var compiled: [Rule] = []
        for rule in rules {
            do {
                compiled.append(Rule(rule: rule, pattern: try Pattern(rule.pattern)))
            } catch {
                throw Failure(
                    .markers,
                    "\(word) \"\(rule.pattern)\" is no regular expression: \(error.message) at character \(error.offset)"
                )
            }
        }
        return compiled
    }

    public var isEmpty: Bool { include.isEmpty && exclude.isEmpty }

    /// Whether the entry passes.
    public func admits(_ entry: Entry) -> Bool { objection(to: entry) == nil }

    /// Why the entry does not pass, in words; nil when it does.
    public func objection(to entry: Entry) -> String? {
        if let rule = exclude.first(where: { $0.matches(entry) }) {
            return "exclude \(rule.rule.text) matches"
        }
        if include.isEmpty || include.contains(where: { $0.matches(entry) }) { return nil }
        return include.count == 1 ? "include \(include[0].rule.text) does not match" : "no include matches"
    }
}

extension EntryFilter.Rule {
    fileprivate func matches(_ entry: Entry) -> Bool {
        let fields = rule.field.map { [$0] } ?? FilterRule.Field.allCases
        return fields.contains { entry.texts(of: $0).contains { pattern.matches($0) } }
    }
}

extension FilterRule {
    /// The rule as feeds.json writes it.
    var text: String { "\"" + (field.map { "\($0.rawValue): " } ?? "") + pattern + "\"" }
}

extension Entry {
    fileprivate func texts(of field: FilterRule.Field) -> [String] {
        switch field {
        case .title: title.map { [$0] } ?? []
        case .author: author.map { [$0] } ?? []
        case .summary: summary.map { [$0] } ?? []
        case .content: content.map { [$0] } ?? []
        case .category: categories
        case .link: link.map { [$0] } ?? []
        }
    }
}
