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
    private var lines: [String: Line] = [:]

    /// Hosts that want quiet, and until when.
    public var pauses: [String: Timestamp] = [:]

    public init() {}

    public var count: Int { lines.count }

    /// Notes a feed's times; one that was never polled is not noted.
    public mutating func note(_ state: PollState, of key: FeedKey) {
        guard let lastPoll = state.lastPoll else { return }
        lines[Self.name(of: key)] = Line(
            lastPoll: lastPoll, lastSuccess: state.lastSuccess, nextPoll: state.nextPoll,
            nextPollReason: state.nextPollReason, lastAnswer: state.lastAnswer)
    }

    /// Brings a marker's poll state up to date, if the book is later.
    public func update(_ state: inout PollState, of key: FeedKey) {
        guard let line = lines[Self.name(of: key)],
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
        let names = Set(keys.map(Self.name))
        lines = lines.filter { names.contains($0.key) }
    }

    private static func name(of key: FeedKey) -> String { StableHash.hex(StableHash.of(key.url)) }
}

extension PollBook {
    static func load(_ path: String) -> PollBook {
        var book = PollBook()
        guard let bytes = try? Files.read(path), let value = try? JSONReader.read(bytes),
            value["version"]?.int == 1
        else { return book }
        for member in value["pauses"]?.members ?? [] { book.pauses[member.key] = member.value.timestamp }
        for member in value["polls"]?.members ?? [] {
            guard let fields = member.value.array, fields.count == 5, let lastPoll = fields[0].int else {
                continue
            }
            func time(_ at: Int) -> Timestamp? { fields[at].int.map { Timestamp(milliseconds: Int64($0)) } }
            book.lines[member.key] = Line(
                lastPoll: Timestamp(milliseconds: Int64(lastPoll)), lastSuccess: time(1), nextPoll: time(2),
                nextPollReason: fields[3].string, lastAnswer: fields[4].string)
        }
        return book
    }

    func save(_ path: String) throws(StateError) {
        var writer = JSONWriter()
        writer.reserve(64 + lines.count * 96)
        writer.beginObject()
        writer.member("version", 1)
        writer.key("polls")
        writer.beginObject()
        for (name, line) in lines.sorted(by: { $0.key < $1.key }) {
            writer.key(name)
            writer.beginArray()
            writer.int(line.lastPoll.milliseconds)
            for time in [line.lastSuccess, line.nextPoll] {
                if let time { writer.int(time.milliseconds) } else { writer.null() }
            }
            writer.optional(line.nextPollReason)
            writer.optional(line.lastAnswer)
            writer.endArray()
        }
        writer.endObject()
        if !pauses.isEmpty {
            writer.key("pauses")
            writer.beginObject()
            for (host, until) in pauses.sorted(by: { $0.key < $1.key }) { writer.some(host, until) }
            writer.endObject()
        }
        writer.endObject()
        writer.literal("\n")
        let bytes = writer.bytes
        try stating { () throws(HostError) in try AtomicFile.write(bytes, to: path, isSynced: false) }
    }
}

extension PollState {
    /// Whether a marker must be written for the change from `old` to this: anything but the times of polls, what
    /// they answered, and the decayed rate, which a ``PollBook`` keeps or the next change brings.
    public func differsDurably(from old: PollState) -> Bool {
        var left = self
        var right = old
        for path in [\PollState.lastPoll, \.lastSuccess, \.nextPoll, \.rateAsOf] {
            left[keyPath: path] = nil
            right[keyPath: path] = nil
        }
        for path in [\PollState.nextPollReason, \.lastAnswer] {
            left[keyPath: path] = nil
            right[keyPath: path] = nil
        }
        left.entriesPerDay = nil
        right.entriesPerDay = nil
        return left != right
    }
}
