internal import FeedModel
internal import Host

/// Holds a document against its specification and collects every fault.
struct SpecificationChecker {
    let faults: FaultCollector

    func check(_ value: JSONValue, _ kind: ValueKind, path: JSONPath) {
        switch kind {
        case .object(let specification): checkObject(value, specification, path: path)
        case .tagged(let key, let choices): checkTagged(value, key: key, choices, path: path)
        case .list(let item): checkList(value, item, expected: kind, path: path)
        case .oneOrMore(let item):
            if value.array != nil {
                checkList(value, item, expected: kind, path: path)
            } else {
                check(value, item, path: path)
            }
        case .map(let item): checkMap(value, item, expected: kind, path: path)
        case .either(let kinds): checkEither(value, kinds, path: path)
        case .secret: checkSecret(value, path: path)
        case .json: break
        default:
            if let problem = ScalarRule.problem(value, kind) {
                add(value, problem.message, hint: problem.hint, path: path)
            }
        }
    }

    private func add(_ value: JSONValue, _ message: String, hint: String? = nil, path: JSONPath) {
        faults.add(message, hint: hint, path: path, at: Int(value.offset))
    }

    private func addWrongKind(_ value: JSONValue, _ kind: ValueKind, path: JSONPath) {
        add(value, "expected \(kind.expectation), found \(value.kindName)", path: path)
    }

    private func checkObject(_ value: JSONValue, _ specification: ObjectSpecification, path: JSONPath) {
        guard let members = value.members else {
            return addWrongKind(value, .object(specification), path: path)
        }
        var seen: Set<String> = []
        for member in members {
            let place = path.key(member.key)
            if !seen.insert(member.key).inserted {
                faults.add("the key stands here twice", path: place, at: Int(member.keyOffset))
            }
            if let key = specification.keys.first(where: { $0.name == member.key }) {
                check(member.value, key.kind, path: place)
                if key.isRequired, case .secret = key.kind, member.value.string == "" {
                    add(member.value, "this may not be empty", path: place)
                }
            } else {
                let nearest = Suggestion.nearest(to: member.key, among: specification.keys.lazy.map(\.name))
                let known = specification.keys.map(\.name).joined(separator: ", ")
                faults.add(
                    "\(specification.name) has no such key",
                    hint: nearest.map { "did you mean \"\($0)\"?" } ?? "known: \(known)", path: place,
                    at: Int(member.keyOffset))
            }
        }
        for key in specification.keys where key.isRequired && !seen.contains(key.name) {
            add(value, "\(specification.name) needs the key \"\(key.name)\"", hint: key.summary, path: path)
        }
    }

    private func checkTagged(
        _ value: JSONValue, key: String, _ choices: [(tag: String, ObjectSpecification)], path: JSONPath
    ) {
        guard value.members != nil else {
            return add(value, "expected an object with \"\(key)\", found \(value.kindName)", path: path)
        }
        let tags = choices.map(\.tag)
        guard let word = value[key] else {
            return add(
                value, "the key \"\(key)\" is missing", hint: "one of \(tags.joined(separator: ", "))",
                path: path)
        }
        guard let choice = choices.first(where: { $0.tag == word.string }) else {
            let nearest = word.string.flatMap { Suggestion.nearest(to: $0, among: tags) }
            let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "one of \(tags.joined(separator: ", "))"
            return add(word, "no such type", hint: hint, path: path.key(key))
        }
        checkObject(value, choice.1, path: path)
    }

    private func checkList(_ value: JSONValue, _ item: ValueKind, expected: ValueKind, path: JSONPath) {
        guard let items = value.array else { return addWrongKind(value, expected, path: path) }
        for (index, element) in items.enumerated() { check(element, item, path: path.item(index)) }
    }

    private func checkMap(_ value: JSONValue, _ item: ValueKind, expected: ValueKind, path: JSONPath) {
        guard let members = value.members else { return addWrongKind(value, expected, path: path) }
        var seen: Set<String> = []
        for member in members {
            let place = path.key(member.key)
            if !seen.insert(member.key).inserted {
                faults.add("the key stands here twice", path: place, at: Int(member.keyOffset))
            }
            if member.key.isEmpty
                || member.key.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
            {
                faults.add(
                    "a name may not be empty nor hold control characters", path: place,
                    at: Int(member.keyOffset))
            }
            check(member.value, item, path: place)
        }
    }

    /// Takes the alternative whose JSON kind fits, so that its own message is what the user sees.
    private func checkEither(_ value: JSONValue, _ kinds: [ValueKind], path: JSONPath) {
        for kind in kinds where Self.fits(value, kind) {
            if kinds.count(where: { Self.fits(value, $0) }) == 1 { return check(value, kind, path: path) }
            if ScalarRule.problem(value, kind) == nil { return }
        }
        add(value, "expected \(ValueKind.either(kinds).expectation), found \(shown(value))", path: path)
    }

    private func shown(_ value: JSONValue) -> String {
        value.string.map { "\"\($0.prefix(40))\"" } ?? value.kindName
    }

    private static func fits(_ value: JSONValue, _ kind: ValueKind) -> Bool {
        switch (value.kind, kind) {
        case (.object, .object), (.object, .tagged), (.object, .map), (.array, .list), (.bool, .flag): true
        case (.number, .integer), (.number, .duration): true
        case (.string, .text), (.string, .url), (.string, .feedAddress), (.string, .path), (.string, .choice):
            true
        case (.string, .duration), (.string, .pattern), (.string, .timeOfDay), (.string, .hours): true
        default: false
        }
    }

    private func checkSecret(_ value: JSONValue, path: JSONPath) {
        if let text = value.string {
            if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
                add(value, "control characters are not allowed here", path: path)
            }
            return
        }
        guard let members = value.members else { return addWrongKind(value, .secret, path: path) }
        guard members.count == 1, let member = members.first else {
            let place = members.count > 1 ? Int(members[1].keyOffset) : Int(value.offset)
            return faults.add("expected one of the keys env, file and command", path: path, at: place)
        }
        let place = path.key(member.key)
        switch member.key {
        case "env", "file": check(member.value, .text(mayBeEmpty: false), path: place)
        case "command":
            check(member.value, .list(.text(mayBeEmpty: true)), path: place)
            if member.value.array?.isEmpty == true {
                add(member.value, "the program is missing", path: place)
            }
        default:
            let nearest = Suggestion.nearest(to: member.key, among: ["env", "file", "command"])
            faults.add(
                "a secret has no such key",
                hint: nearest.map { "did you mean \"\($0)\"?" } ?? "env, file or command",
                path: place, at: Int(member.keyOffset))
        }
    }
}
