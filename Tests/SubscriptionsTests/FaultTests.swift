import FeedModel
import Subscriptions
import TestSupport
import Testing

@Suite struct FaultTests {
    @Test(arguments: [
        (#"{"feeds": []"#, "1:1: this object is never closed"),
        (#"{"feds": []}"#, #"1:2: feds: feeds.json has no such key (did you mean "feeds"?)"#),
        ("{\n \"feeds\": [],\n \"delay\": \"5 minutes\"}", #"3:11: delay: "5 minutes" is no duration"#),
        (#"{"feeds": [], "delay": 0}"#, "1:24: delay: the shortest that is allowed here is 0.001s"),
        (#"{"feeds": [], "delay": true}"#, "1:24: delay: expected a duration such as"),
        (#"{"feeds": "x"}"#, "1:11: feeds: expected a list, found a string"),
        (#"{"feeds": [3]}"#, "1:12: feeds[0]: expected a feed's address, or an object, found a number"),
        (#"{"feeds": [{"name": "x"}]}"#, #"1:12: feeds[0]: a feed needs the key "url""#),
        (#"{"feeds": [{"url": "htps://x.example/"}]}"#, "did you mean https://?"),
        (#"{"feeds": ["https:///x"]}"#, "1:12: feeds[0]: the host is missing"),
        (#"{"feeds": ["https://x.example:99999/"]}"#, #""99999" is no port"#),
        (#"{"feeds": ["https://x.example:0/"]}"#, #""0" is no port"#),
        (#"{"feeds": ["https://x.example:65536"]}"#, #""65536" is no port"#),
        (#"{"feeds": ["https://x.example:8a/"]}"#, #""8a" is no port"#),
        (#"{"feeds": ["https://:80/"]}"#, "the host is missing"),
        (#"{"feeds": ["https://x y.example/"]}"#, "a URL has no blanks"),
        (#"{"feeds": ["https://x.example/a b"]}"#, "a URL has no blanks"),
        (#"{"feeds": ["ftp://x.example/"]}"#, #"the scheme "ftp" cannot be used here"#),
        (#"{"feeds": ["example.org/feed.xml"]}"#, "for a feed on the web write https://example.org/feed.xml"),
        (
            #"{"feeds": ["https://x.example/", "https://x.example/"]}"#,
            "1:34: feeds[1]: this feed stands here already (feeds[0])"
        ),
        (
            #"{"feeds": [{"url":"https://a.example/","name":"n"},{"url":"https://b.example/","name":"n"}]}"#,
            #"1:87: feeds[1]: another feed is named "n" (feeds[0])"#
        ),
        (
            #"{"feeds": [{"url":"https://a.example/","url":"https://b.example/"}]}"#,
            "1:40: feeds[0].url: the key stands here twice"
        ),
        (
            #"{"feeds": [{"url":"https://a.example/","include":"("}]}"#,
            "1:50: feeds[0].include: this regular expression does not compile"
        ),
        (
            #"{"feeds": [{"url":"https://a.example/","exclude":["a","title: [b"]}]}"#,
            "1:55: feeds[0].exclude[1]: this regular"
        ),
        (#"{"feeds": [{"url":"https://a.example/","first":"newst"}]}"#, "1:48: feeds[0].first: expected"),
        (
            #"{"feeds": [{"url":"https://a.example/","sinks":["phon"]}], "sinks":[{"type":"file","path":"x","name":"phone"}]}"#,
            #"1:49: feeds[0].sinks[0]: no sink is named "phon" (did you mean "phone"?)"#
        ),
        (
            #"{"feeds": [{"url":"https://a.example/","limit":0}]}"#,
            "1:48: feeds[0].limit: expected a whole number from 1"
        ),
        (
            #"{"feeds": [{"url":"https://a.example/","maxBytes":"10M"}]}"#,
            "feeds[0].maxBytes: expected a whole number"
        ),
        (
            #"{"feeds": [{"url":"https://a.example/","form":{"a":"b"},"method":"GET"}]}"#,
            "a form is sent by POST"
        ),
        (
            #"{"feeds": [{"url":"https://a.example/","headers":{"A":"b\r\nBcc: x"}}]}"#,
            "control characters are not allowed"
        ),
        (#"{"feeds": [], "sinks": [{"type":"slak"}]}"#, "1:33: sinks[0].type: no such type"),
        (#"{"feeds": [], "sinks": [{"name":"x"}]}"#, #"1:25: sinks[0]: the key "type" is missing"#),
        (#"{"feeds": [], "sinks": [{"type":"webhook"}]}"#, #"a sink of type webhook needs the key "url""#),
        (
            #"{"feeds": [], "sinks": [{"type":"webhook","url":"ftp://x.example"}]}"#,
            "sinks[0].url: the scheme"
        ),
        (#"{"feeds": [], "sinks": [{"type":"apns","topic":"t","devices":"d.json"}]}"#, #""key" is missing"#),
        (
            #"{"feeds": [], "sinks": [{"type":"apns","topic":"t","devices":"d","key":"/no/k.p8","keyID":"1","teamID":"ABCDEFGHIJ"}]}"#,
            "are not the 10 letters and digits"
        ),
        (
            #"{"feeds": [], "sinks": [{"type":"apns","topic":"t","devices":"d","key":"/no/k.p8","keyID":"ABCDEFGHIJ","teamID":"ABCDEFGHIJ"}]}"#,
            "cannot read /no/k.p8"
        ),
        (#"{"feeds": [], "sinks": [{"type":"file","path":"x","quiet":"22-7"}]}"#, "are no hours"),
        (
            #"{"feeds": [], "sinks": [{"type":"file","path":"x","digest":"25:00"}]}"#,
            "sinks[0].digest: expected"
        ),
        (
            #"{"feeds": [], "sinks": [{"type":"file","path":"x","name":"console"}]}"#,
            "is the name of the console"
        ),
        (
            #"{"feeds": [], "sinks": [{"type":"file","path":"x"},{"type":"file","path":"y"}]}"#,
            "another sink is named"
        ),
        (
            #"{"feeds": [{"url": "example.org/feed.atom"}]}"#,
            #"feeds[0].url: there is no file "example.org/feed.atom" (for a feed on the web write https://example.org/feed.atom)"#
        ),
        (#"[]"#, "1:1: expected an object, found a list"), ("", "1:1: a value is missing"),
    ])
    func `a fault is named with its place, its key and a hint`(text: String, expected: String) async {
        let found = await faults(text)
        #expect(found.contains { $0.hasPrefix("feeds.json:") && $0.contains(expected) }, "\(found)")
    }

    @Test func `all faults come in one go, in the order of the text`() async {
        let found = await faults(
            "{\"delay\": \"x\",\n\"feeds\": [{\"url\": \"htp://a\", \"nam\": 1}],\n\"sinks\": [{\"type\": \"ntfy\", \"priority\": 9}]}"
        )
        #expect(
            found.map { String($0.prefix(14)) } == [
                "feeds.json:1:1", "feeds.json:2:1", "feeds.json:2:3", "feeds.json:3:1", "feeds.json:3:4",
            ])
    }

    @Test func `many faults are cut to a hundred and counted`() async {
        let found = await faults(#"{"feeds": ["# + (0..<250).map(String.init).joined(separator: ",") + "]}")
        #expect(found.count == 101)
        #expect(found.last == "feeds.json: and 150 more faults")
    }
}

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("feds", "feeds"), ("dealy", "delay"), ("SINKS", "sinks"), ("xylophone", nil), ("", nil),
    ])
    func `the nearest word is suggested only when it is near`(word: String, expected: String?) {
        #expect(Suggestion.nearest(to: word, among: ["feeds", "delay", "sinks"]) == expected)
    }
}
