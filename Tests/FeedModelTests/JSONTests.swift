import FeedModel
import Testing

@Suite struct JSONReaderTests {
    private func read(_ text: String, lenient: Bool = false) throws -> JSONValue {
        try JSONReader.read(Array(text.utf8), lenient: lenient)
    }

    @Test func `members keep their order and their places`() throws {
        let value = try read(#"{"b": [1, "x"], "a": {"c": null}}"#)
        #expect(value.members?.map(\.key) == ["b", "a"])
        #expect(value["b"]?.array?.last?.offset == 10)
        #expect(value.members?.last?.keyOffset == 16)
        #expect(value["a"]?["c"]?.isNull == true)
    }

    @Test(arguments: [
        (#""a\u00e9\ud83d\ude00\n\/""#, "aé😀\n/"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
        (#""""#, ""), (#""tab\there""#, "tab\there"),
    ])
    func `strings are unescaped`(text: String, value: String) throws {
        #expect(try read(text).string == value)
    }

    @Test func `bytes that are no UTF-8 become replacement characters`() throws {
        #expect(try JSONReader.read([0x22, 0x61, 0xFF, 0x62, 0x22]).string == "a\u{FFFD}b")
    }

    @Test(arguments: ["0", "-1", "1.5e3", "123456789012345678901234567890", "1E-2"])
    func `numbers are kept as written`(text: String) throws {
        #expect(try read(text).numberText == text)
    }

    @Test(arguments: [
        "", "{", "[1,]", "[1 2]", "{\"a\" 1}", "{a:1}", "01", "1.", "-", "+1", "nul", "truex", "\"a",
        "\"a\nb\"", "[1]]",
        "\"\\x\"", "\"\\u12g4\"", "'a'", "/**/1", "{\"a\":1,}", "NaN", "[\"a\u{0}\"]",
    ])
    func `what is not JSON is refused`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try read(text) }
    }

    @Test func `comments, trailing commas, single quotes and bare keys are taken where they are allowed`()
        throws
    {
        let value = try read(
            "// first\n{ name: 'it\\'s', /* x */ \"list\": [1, 2,], }\n// end", lenient: true)
        #expect(value == ["name": "it's", "list": [1, 2]])
        #expect(throws: JSONSyntaxError.self) { try read("{ /* open", lenient: true) }
        #expect(throws: JSONSyntaxError.self) { try read("[1,,2]", lenient: true) }
    }

    @Test func `an error says where`() {
        let error = #expect(throws: JSONSyntaxError.self) { try read("{\"a\": [1, }") }
        #expect(error?.offset == 10)
        #expect(error?.message.contains("expected a value") == true)
    }

    @Test func `deep nesting is refused before the stack ends`() {
        #expect(throws: JSONSyntaxError.self) { try read(String(repeating: "[", count: 100_000)) }
        #expect(throws: Never.self) {
            try read(String(repeating: "[", count: 200) + String(repeating: "]", count: 200))
        }
    }

    @Test func `a byte order mark is passed over`() throws {
        #expect(try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("true".utf8)).bool == true)
    }
}

@Suite struct JSONWriterTests {
    @Test func `what is written reads back the same`() throws {
        let value: JSONValue = [
            "quote\"back\\slash": ["a/b", "\u{1}\u{7F}\n\t\r", "😀é", nil, true, -5], "empty": [:], "list": [],
        ]
        #expect(try JSONReader.read(Array(value.text.utf8)) == value)
        var writer = JSONWriter(indent: 2)
        writer.value(value)
        #expect(try JSONReader.read(writer.bytes) == value)
        #expect(writer.text.contains("\n  \"empty\": {}"))
    }

    @Test func `only what must be escaped is escaped`() {
        #expect(JSONValue.string("a\"b\\c/d\u{1b}é").text == #""a\"b\\c/d\u001bé""#)
        #expect(JSONValue.object([JSONMember("z", 1), JSONMember("a", .null)]).text == #"{"z":1,"a":null}"#)
    }

    @Test func `an entry has all its fields, absent ones as null`() {
        var entry = Entry(id: "urn:1")
        entry.enclosures = [Enclosure(url: "https://x.example/a.mp3", length: 12)]
        var writer = JSONWriter()
        writer.entry(entry)
        #expect(
            writer.text
                == #"{"id":"urn:1","title":null,"link":null,"author":null,"published":null,"updated":null,"#
                + #""summary":null,"content":null,"categories":[],"#
                + #""enclosures":[{"url":"https://x.example/a.mp3","type":null,"length":12}]}"#)
    }
}
