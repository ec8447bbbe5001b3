import FeedModel
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-11-30T12:34:56Z", 1_796_042_096_000),
        ("1969-12-31T23:59:59Z", -1000),
        ("2000-02-29T00:00:00+01:00", 951_778_800_000), ("2024-01-01T00:00:00.25Z", 1_704_067_200_250),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("2016-12-31t23:59:60z", 1_483_228_800_000),
    ])
    func `RFC 3339 is read`(text: String, milliseconds: Int) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == Int64(milliseconds))
    }

    @Test(arguments: [
        "2023-02-29T00:00:00Z", "2023-01-01", "2023-01-01T25:00:00Z", "2023-13-01T00:00:00Z",
        "2023-01-01T00:00:00",
        "2023-01-01T00:61:00Z", "x", "", "2023-01-01T00:00:00.Z", "2023-01-01T00:00:00+0100",
    ])
    func `what is no moment is nil`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `writing and reading go round for days of many years`() {
        for days in stride(from: -700_000, to: 2_900_000, by: 997) {
            let time = Timestamp(seconds: Int64(days) * 86_400 + 12_345)
            #expect(Timestamp(rfc3339: time.rfc3339) == time)
            let date = CivilDate(daysSince1970: days)
            #expect(date.daysSince1970 == days)
        }
    }

    @Test func `durations add and subtract`() {
        let time = Timestamp(seconds: 100)
        #expect((time + .seconds(1.5)).milliseconds == 101_500)
        #expect((time - .milliseconds(1)).seconds == 99)
        #expect(Timestamp(seconds: 160) - time == .seconds(60))
        #expect(time + .seconds(Int64.max) > time)
    }
}

@Suite struct StableHashTests {
    /// The first vectors of SipHash-2-4's reference implementation: message 00 01 02 … under the key 00 … 0f.
    @Test(
        arguments: [
            (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (8, 0x93f5_f579_9a93_2462),
            (15, 0xa129_ca61_49be_45e5),
        ] as [(Int, UInt64)])
    func `the reference vectors hold`(count: Int, hash: UInt64) {
        #expect(StableHash.of((0..<count).map(UInt8.init)) == hash)
    }

    @Test func `seeds and texts give different hashes`() {
        #expect(StableHash.of("a") != StableHash.of("a", seed: 1))
        #expect(StableHash.hex128("a".utf8).count == 32)
        #expect(StableHash.of("é") == StableHash.of(Array("é".utf8)))
        #expect(StableHash.hex(15) == "000000000000000f")
    }
}

@Suite struct IntervalTests {
    @Test(arguments: [
        ("60", 60_000), ("0.5", 500), ("90s", 90_000), ("15m", 900_000), ("2h", 7_200_000),
        ("1d", 86_400_000),
        ("1h30m", 5_400_000), ("0", 0), ("1.5h", 5_400_000),
    ])
    func `durations are read`(text: String, milliseconds: Int) {
        #expect(Interval.parse(text)?.wholeMilliseconds == Int64(milliseconds))
    }

    @Test(arguments: [
        "", "-1", "nan", "inf", "1x", "h", "1h30", "1e9", " 5", "5 m", "1.2.3", "99999999999999999999d", "٣",
    ])
    func `what is no duration is nil`(text: String) {
        #expect(Interval.parse(text) == nil)
    }

    @Test(arguments: [
        (240_000, "4m"), (5_400_000, "1h 30m"), (45_000, "45s"), (500, "0.5s"), (0, "0s"),
        (266_400_000, "3d 2h"),
        (2500, "2.5s"), (86_400_000, "1d"), (3_601_000, "1h"),
    ])
    func `durations are written for people`(milliseconds: Int, text: String) {
        #expect(Interval.text(.milliseconds(milliseconds)) == text)
    }
}

@Suite struct SecretTests {
    @Test func `a secret shows only to who reveals it`() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(["key": secret], to: &dumped)
        #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains("hunter2"))
        #expect(secret.reveal() == "hunter2")
    }

    @Test(arguments: [
        ("https://joe:pw@x.example/a", "https://***@x.example/a"),
        ("https://x.example/a@b", "https://x.example/a@b"),
        ("https://x.example/?a=1&token=s3&b=2#f", "https://x.example/?a=1&token=***&b=2#f"),
        ("https://u@x.example?KEY=1", "https://***@x.example?KEY=***"), ("plain", "plain"),
    ])
    func `credentials in URLs are masked`(url: String, masked: String) {
        #expect(URLMask.masked(url) == masked)
    }
}

@Suite struct AnnouncementTests {
    @Test func `an id depends on feed, entry, kind, sink and version alone`() {
        let id = Announcement.makeID(feed: "f", entry: "e", kind: .new, sink: "s")
        #expect(id == Announcement.makeID(feed: "f", entry: "e", kind: .new, sink: "s"))
        let others = [
            Announcement.makeID(feed: "g", entry: "e", kind: .new, sink: "s"),
            Announcement.makeID(feed: "fe", entry: "", kind: .new, sink: "s"),
            Announcement.makeID(feed: "f", entry: "e", kind: .update, sink: "s"),
            Announcement.makeID(feed: "f", entry: "e", kind: .new, sink: "t"),
            Announcement.makeID(feed: "f", entry: "e", kind: .new, sink: "s", version: "2"),
        ]
        #expect(Set(others + [id]).count == 6)
    }

    @Test func `the id as a UUID is of version 8`() throws {
        let feed = FeedReference(name: "f", url: "u")
        let id = Announcement.makeID(feed: "f", entry: "e", kind: .new, sink: "s")
        let one = Announcement(
            id: id, kind: .new, feed: feed, entry: Entry(id: "e"), sink: "s", created: Timestamp(seconds: 0))
        let parts = one.uuid.split(separator: "-").map(\.count)
        #expect(parts == [8, 4, 4, 4, 12])
        #expect(Array(one.uuid)[14] == "8")
        #expect(one.uuid == one.uuid.lowercased())
    }
}
