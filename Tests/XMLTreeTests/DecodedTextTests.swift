import Testing

@testable import XMLTree

struct DecodedTextTests {
    private func decode(_ bytes: [UInt8], charset: String? = nil) -> String {
        let text = DecodedText(bytes, charset: charset)
        return String(decoding: text.bytes[text.start...], as: UTF8.self)
    }

    private func declared(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"\(label)\"?><a>".utf8) + bytes + Array("</a>".utf8)
    }

    @Test(
        arguments: [
            ("iso-8859-1", [0x93, 0xE9, 0x80], "“é€"), ("windows-1251", [0xCF, 0xF0], "Пр"),
            ("koi8-r", [0xF0, 0xD2], "Пр"),
            ("iso-8859-15", [0xA4, 0xBD], "€œ"), ("gb2312", [0xE9, 0x46], "镕"),
            ("gb2312-80", [0xD6, 0xD0], "中"), ("Big5-ETEN", [0xA4, 0xA4], "中"), ("big5", [0xA4, 0xA4], "中"),
            ("euc-kr", [0xC7, 0xD1], "한"), ("shift_jis", [0x93, 0xFA, 0x87, 0x40], "日①"),
            ("euc-jp", [0xC6, 0xFC], "日"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            ("tis-620", [0xCA, 0xC7], "สว"),
            ("hz-gb-2312", Array("~{VPND~}".utf8), "中文"), ("x-mac-roman", [0x8E], "é"),
            ("ibm850", [0x82], "é"),
            ("ptcp154", [0xCF, 0xF0], "Пр"), ("utf-7", Array("+ZeU-".utf8), "日"),
        ] as [(String, [UInt8], String)])
    func `a declared encoding is used, as the web reads its label`(
        _ label: String, _ bytes: [UInt8], _ text: String
    ) {
        #expect(decode(declared(label, bytes)).contains("<a>\(text)</a>"))
    }

    @Test(arguments: ["utf-16", "us-ascii", "iso-8859-1", "x-bogus-1", "windows-1251", "gbk", "ucs-4"])
    func `a label that UTF-8 bytes contradict gives way`(_ label: String) {
        #expect(decode(declared(label, Array("Ünïcödé – 日本".utf8))).contains("Ünïcödé – 日本"))
    }

    @Test func `the header goes before the declaration, a byte order mark before both`() {
        let bytes = declared("iso-8859-1", [0xCF, 0xF0])
        #expect(decode(bytes, charset: "windows-1251").contains("Пр"))
        #expect(decode(bytes, charset: "no-such-set").contains("Ïð"))
        #expect(
            decode([0xEF, 0xBB, 0xBF] + declared("koi8-r", Array("é".utf8)), charset: "koi8-r").contains(
                "<a>é</a>"))
    }

    @Test func `one bad byte does not turn UTF-8 into windows-1252`() {
        #expect(
            decode(Array("<a>Größe".utf8) + [0xFF] + Array("Straße</a>".utf8)) == "<a>Größe\u{FFFD}Straße</a>"
        )
        #expect(
            decode(Array("<a>Caf".utf8) + [0xE9] + Array(" cr".utf8) + [0xE8, 0x6D] + Array("e</a>".utf8))
                == "<a>Café crème</a>")
    }

    @Test func `a letter in UTF-8 outweighs three bad bytes, not four`() {
        let bad: [UInt8] = [0x20, 0xE9, 0x20, 0xE8, 0x20, 0xE0]
        #expect(
            decode(Array("<a>ß".utf8) + bad + Array("</a>".utf8)) == "<a>ß \u{FFFD} \u{FFFD} \u{FFFD}</a>")
        #expect(decode(Array("<a>ß".utf8) + bad + [0xE9] + Array("</a>".utf8)).contains("é è à"))
        #expect(decode(Array("<a>ß".utf8) + bad, charset: "us-ascii").contains("ß \u{FFFD}"))
        #expect(decode(Array("<a>ß".utf8) + bad, charset: "iso-8859-1").contains("é è à"))
    }

    @Test func `a server's us-ascii gives way to the declaration`() {
        #expect(decode(declared("koi8-r", [0xF0, 0xD2]), charset: "us-ascii").contains("Пр"))
        #expect(decode(declared("koi8-r", [0xF0, 0xD2]), charset: " US-ASCII").contains("Пр"))
        #expect(decode(Array("<a>".utf8) + [0x93, 0xE9], charset: "us-ascii") == "<a>“é")
        #expect(decode(declared("us-ascii", [0x93, 0xE9]), charset: "koi8-r").contains("⌠И"))
    }

    @Test func `a declaration in capitals counts`() {
        let head = "<?XML VERSION=\"1.0\" ENCODING='KOI8-R'?><a>"
        #expect(decode(Array(head.utf8) + [0xF0, 0xD2]).contains("Пр"))
    }

    @Test func `a mark of sixteen bits before text of eight is passed over`() {
        for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF]] {
            #expect(decode(mark + declared("utf-8", Array("中文".utf8))).contains("<a>中文</a>"))
            #expect(decode(mark + declared("koi8-r", [0xF0, 0xD2])).contains("<a>Пр</a>"))
            #expect(DecodedText(mark + Array("<a/>".utf8), charset: nil).isDamaged)
        }
    }

    @Test func `sixteen and thirty-two bits are told with and without a mark`() {
        let text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><a>é日😀</a>"
        let units = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let wide = text.unicodeScalars.flatMap {
            [0, UInt8($0.value >> 16), UInt8($0.value >> 8 & 255), UInt8($0.value & 255)]
        }
        for bytes in [
            units, big, wide, [0xFF, 0xFE] + units, [0xFE, 0xFF] + big, [0xFF, 0xFE] + units + [0],
        ] {
            #expect(decode(bytes).hasPrefix(text))
        }
        // A lone surrogate is replaced and costs nothing else.
        #expect(decode([0xFF, 0xFE, 0x61, 0, 0, 0xD8, 0x62, 0]) == "a\u{FFFD}b")
    }

    @Test func `a survey counts sequences and strays`() {
        let survey = UTF8Survey.of(([0x61, 0xC3, 0xA9, 0xFF, 0xE0, 0x80, 0x80] as [UInt8]).span)
        #expect(survey.sequences == 1)
        #expect(survey.strays == 4)
        #expect(UTF8Survey.of(([0xED, 0xA0, 0x80] as [UInt8]).span).strays == 3)
    }

    @Test(arguments: [
        ("text/xml; charset=utf-8", "utf-8"), ("text/xml;charset=\"KOI8-R\"; x=y", "KOI8-R"),
        ("a/b; Charset = 'x'", "x"),
    ])
    func `a charset is read from a header`(_ header: String, _ charset: String) {
        #expect(ContentType.charset(of: header) == charset)
        #expect(ContentType.charset(of: "text/xml") == nil)
    }
}
