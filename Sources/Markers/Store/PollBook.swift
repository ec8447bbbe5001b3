public import FeedModel
internal import Host

/// When each feed was last polled, and when it is polled next.
///
/// These change with every poll, while an unchanged answer must write no marker. So they live in one small file for
/// all feeds, written when the program stops and now and then while it runs; markers keep everything else about
/// polling (validators, failures, the moved address) and the times as of their last commit. The later one counts.
public struct PollBook: Sendable, Hashable {
    /// What is noted of one feed.
    public struct Line: Sendable, Hashable {
        public var lastPoll: Timestamp
        public var lastSuccess: Timestamp?
        public var nextPoll: Timestamp?
        public var nextPollReason: String?
        public var lastAnswer: String?
    }

    /// By the feed's configured URL, hashed, since URLs may hold secrets.
    private var lines: [UInt64: Line] = [:]

    /// Hosts that want quiet, and until when.
    public var pauses: [String: Timestamp] = [:]

    public init() {}

    public var count: Int { lines.count }

    /// Notes a feed's times; one that was never polled is not noted.
    public mutating func note(_ state: PollState, of key: FeedKey) {
        guard let lastPoll = state.lastPoll else { return }
        lines[Self.digest(of: key)] = Line(
            lastPoll: lastPoll, lastSuccess: state.lastSuccess, nextPoll: state.nextPoll,
            nextPollReason: state.nextPollReason, lastAnswer: state.lastAnswer)
    }

    /// Brings a marker's poll state up to date, if the book is later.
    public func update(_ state: inout PollState, of key: FeedKey) {
        guard let line = lines[Self.digest(of: key)],
            line.lastPoll > state.lastPoll ?? Timestamp(milliseconds: .min)
        else { return }
        state.lastPoll = line.lastPoll
        state.lastSuccess = line.lastSuccess ?? state.lastSuccess
        state.nextPoll = line.nextPoll
        state.nextPollReason = line.nextPollReason
        state.lastAnswer = line.lastAnswer
    }

    /// Drops feeds that are no longer configured.
    public mutating func keepOnly(_ keys: [FeedKey]) {
        let digests = Set(keys.map(Self.digest))
        lines = lines.filter { digests.contains($0.key) }
    }

    private static func digest(of key: FeedKey) -> UInt64 { StableHash.of(key.url) }
}

extension PollBook {
    static func load(_ path: String) -> PollBook {
        guard let bytes = try? Files.read(path) else { return PollBook() }
        let end = bytes.last == 0x0A ? bytes.count - 1 : bytes.count
        if let book = PollBook(cursor: JSONCursor(bytes, to: end)) { return book }
        guard let value = try? JSONReader.read(bytes), value["version"]?.int == 1 else { return PollBook() }
        return PollBook(value)
    }

    /// Reads what ``save(_:)`` wrote, in its order; nil for anything else.
    init?(cursor: consuming JSONCursor) {
        cursor.beginObject()
        guard cursor.isNext("version"), cursor.int() == 1, cursor.isNext("polls") else { return nil }
        cursor.beginObject()
        while !cursor.isAtClose {
            let digest = cursor.hexKey()
            lines[digest] = Line(&cursor)
        }
        cursor.endObject()
        if cursor.isNext("pauses") {
            cursor.beginObject()
            while !cursor.isAtClose { pauses[cursor.key()] = cursor.timestamp() }
            cursor.endObject()
        }
        cursor.endObject()
        guard cursor.isAtEnd else { return nil }
    }

    /// Reads a book written in any way; what cannot be read is left out.
    init(_ value: JSONValue) {
        for member in value["pauses"]?.members ?? [] { pauses[member.key] = member.value.timestamp }
        for member in value["polls"]?.members ?? [] {
            guard let fields = member.value.array, fields.count == 5, let lastPoll = fields[0].int,
                let digest = UInt64(member.key, radix: 16)
            else { continue }
            func time(_ at: Int) -> Timestamp? { fields[at].int.map { Timestamp(milliseconds: Int64($0)) } }
            lines[digest] = Line(
                lastPoll: Timestamp(milliseconds: Int64(lastPoll)), lastSuccess: time(1), nextPoll: time(2),
                nextPollReason: fields[3].string, lastAnswer: fields[4].string)
        }
    }

    /// The file's text.
    var text: [UInt8] {
        var writer = JSONWriter()
        writer.reserve(100 + lines.count * 80)
        writer.beginObject()
        writer.member("version", 1)
        writer.key("polls")
        writer.beginObject()
        for digest in lines.keys.sorted() { if let line = lines[digest] { writer.pollLine(digest, line) } }
        writer.endObject()
        if !pauses.isEmpty {
            writer.key("pauses")
            writer.beginObject()
            for (host, until) in pauses.sorted(by: { $0.key < $1.key }) { writer.some(host, until) }
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    func save(_ path: String) throws(StateError) {
        try stating { () throws(HostError) in try AtomicFile.write(text, to: path, isSynced: false) }
    }
}

extension PollBook.Line {
    fileprivate init(_ cursor: inout JSONCursor) {
        func time() -> Timestamp? { cursor.isNull() ? nil : Timestamp(milliseconds: Int64(cursor.int())) }
        func text() -> String? { cursor.isNull() ? nil : cursor.string() }
        cursor.beginArray()
        lastPoll = Timestamp(milliseconds: Int64(cursor.int()))
        cursor.nextItem()
        lastSuccess = time()
        cursor.nextItem()
        nextPoll = time()
        cursor.nextItem()
        nextPollReason = text()
        cursor.nextItem()
        lastAnswer = text()
        cursor.endArray()
    }
}

extension JSONWriter {
    fileprivate mutating func pollLine(_ digest: UInt64, _ line: PollBook.Line) {
        func time(_ time: Timestamp?) { if let time { int(time.milliseconds) } else { null() } }
        hexKey(digest)
        beginArray()
        int(line.lastPoll.milliseconds)
        time(line.lastSuccess)
        time(line.nextPoll)
        optional(line.nextPollReason)
        optional(line.lastAnswer)
        endArray()
    }
}

extension PollState {
    /// Whether a marker must be written for the change from `old` to this: anything but the times of polls, what
    /// they answered, and the decayed rate, which a ``PollBook`` keeps or the next change brings.
    public func differsDurably(from old: PollState) -> Bool { differsLastingly(from: old, plan: false) }
}
