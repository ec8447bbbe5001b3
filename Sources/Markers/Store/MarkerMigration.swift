internal import FeedModel

/// Brings markers of older versions into the present shape.
///
/// Version 1, also handy for writing one by hand, held the ids seen as plain texts:
///
///     {"newestPublished": TIME, "version": 1, "etag": …, "lastModified": …, "seen": ["id", …]}
enum MarkerMigration {
    static func migrated(_ value: JSONValue, from version: Int) -> JSONValue {
        version == 1 ? fromFirst(value) : value
    }

    private static func fromFirst(_ value: JSONValue) -> JSONValue {
        var members = (value.members ?? []).filter {
            !["seen", "etag", "lastModified", "digest"].contains($0.key)
        }
        var poll: [JSONMember] = []
        for name in ["etag", "lastModified"] {
            if let text = value[name]?.string { poll.append(JSONMember(name, .string(text))) }
        }
        if value["poll"] == nil { members.append(JSONMember("poll", .object(poll))) }
        let when = value["newestPublished"]?.timestamp ?? Timestamp(seconds: 0)
        let records = (value["seen"]?.array ?? []).compactMap(\.string).map { id in
            var words = [0, 0, EntryKey(.id, id).bits]
            if let path = LinkKey.path(ofID: id) { words.append(EntryKey(.idPath, path).bits) }
            return JSONValue.array([
                .string(Base64.encode(words)), 0, 0, "", nil, .int(when.seconds), .int(when.seconds),
            ])
        }
        members.append(JSONMember("records", .array(records)))
        return .object(members)
    }
}
