public import FeedModel

/// The JSON Schema (draft 2020-12) of feeds.json, for editors; made of the tables that the checker goes by.
public enum SchemaText {
    public static func make() -> JSONValue {
        var members: [JSONMember] = [
            JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
            JSONMember("title", "feeds.json of feedherald"),
        ]
        members += object(FileSpecification.file).members ?? []
        members.append(JSONMember("$defs", .object([JSONMember("secret", secret)])))
        return .object(members)
    }

    private static func schema(_ kind: ValueKind) -> JSONValue {
        switch kind {
        case .text(let mayBeEmpty): text(least: mayBeEmpty ? 0 : 1)
        case .path, .pattern: text(least: 1)
        case .url(let schemes): pattern("^(\(schemes.joined(separator: "|")))://[^/?# ]+[^ ]*$")
        case .feedAddress:
            pattern(
                "^([Hh][Tt][Tt][Pp][Ss]?://[^/?# ]+[^ ]*|[Ff][Ii][Ll][Ee]:///.*|(?![A-Za-z][A-Za-z0-9+.-]*:).+)$"
            )
        case .duration: duration
        case .integer(let range):
            ["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)]
        case .flag: ["type": "boolean"]
        case .choice(let words): ["enum": .array(words.map { .string($0) })]
        case .list(let item): ["type": "array", "items": schema(item)]
        case .oneOrMore(let item): anyOf([item, .list(item)])
        case .secret: ["$ref": "#/$defs/secret"]
        case .map(let item): ["type": "object", "additionalProperties": schema(item)]
        case .object(let specification): object(specification)
        case .tagged(let key, let choices): tagged(key, choices)
        case .either(let kinds): anyOf(kinds)
        case .json: true
        case .timeOfDay: pattern("^([01]?[0-9]|2[0-3]):[0-5]?[0-9]$")
        case .hours: pattern("^ *([01]?[0-9]|2[0-3]):[0-5]?[0-9] *- *([01]?[0-9]|2[0-3]):[0-5]?[0-9] *$")
        }
    }

    private static func text(least: Int) -> JSONValue {
        least == 0 ? ["type": "string"] : ["type": "string", "minLength": .int(least)]
    }

    private static func pattern(_ text: String) -> JSONValue { ["type": "string", "pattern": .string(text)] }

    /// Seconds as a number, or text with units; see ``Interval``.
    private static let duration: JSONValue = [
        "anyOf": [
            ["type": "number", "minimum": 0],
            ["type": "string", "pattern": "^([0-9.]+|([0-9.]+[smhdw])+)$"],
        ]
    ]

    private static let secret: JSONValue = [
        "anyOf": [
            ["type": "string"], onlyKey("env", ["type": "string", "minLength": 1]),
            onlyKey("file", ["type": "string", "minLength": 1]),
            onlyKey("command", ["type": "array", "items": ["type": "string"], "minItems": 1]),
        ]
    ]

    private static func onlyKey(_ name: String, _ value: JSONValue) -> JSONValue {
        .object([
            JSONMember("type", "object"), JSONMember("properties", .object([JSONMember(name, value)])),
            JSONMember("required", .array([.string(name)])), JSONMember("additionalProperties", false),
        ])
    }

    private static func anyOf(_ kinds: [ValueKind]) -> JSONValue { ["anyOf": .array(kinds.map(schema))] }

    private static func object(_ specification: ObjectSpecification) -> JSONValue {
        let properties = specification.keys.map { key in
            JSONMember(
                key.name,
                .object([JSONMember("description", .string(key.summary))] + rule(key)))
        }
        let required = specification.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        return .object(
            [JSONMember("type", "object"), JSONMember("properties", .object(properties))]
                + (required.isEmpty ? [] : [JSONMember("required", .array(required))])
                + [JSONMember("additionalProperties", false)])
    }

    /// A secret that is required may not be empty.
    private static func rule(_ key: KeySpecification) -> [JSONMember] {
        let members = schema(key.kind).members ?? []
        guard key.isRequired, case .secret = key.kind else { return members }
        return members + [JSONMember("not", ["const": ""])]
    }

    private static func tagged(_ key: String, _ choices: [(tag: String, ObjectSpecification)]) -> JSONValue {
        let alternatives = choices.map { tag, specification -> JSONValue in
            var specification = specification
            for index in specification.keys.indices where specification.keys[index].name == key {
                specification.keys[index].kind = .choice([tag])
            }
            return object(specification)
        }
        return ["oneOf": .array(alternatives)]
    }
}
