/// Encoding labels as the web reads them (WHATWG Encoding Standard §4.2), as names that iconv knows.
///
/// Labels mean the superset that publishers really use: iso-8859-1 is windows-1252, gb2312 is gb18030.
enum EncodingLabel {
    /// The name for iconv; nil for a label that means nothing.
    static func resolve(_ label: String) -> String? {
        let key = label.lowercased().filter { !$0.isWhitespace }
        guard !key.isEmpty else { return nil }
        if let known = supersets[key] { return known }
        // Python's and Java's names have low lines, and vendors' an x before.
        let plain = key.hasPrefix("x-") ? String(key.dropFirst(2)) : key
        let dashed = plain.replacing("_", with: "-")
        if let known = supersets[plain] ?? supersets[dashed] { return known }
        return [key, plain, dashed].first { CharacterConverter.isKnown($0) }
    }

    /// Whether ASCII bytes mean something else behind an escape sequence.
    static func isStateful(_ encoding: String) -> Bool {
        let name = encoding.uppercased()
        return name.hasPrefix("ISO-2022") || name.hasPrefix("UTF-7") || name.hasPrefix("UTF7") || name == "HZ"
    }

    /// Whether a label says that there is nothing beyond ASCII.
    static func isASCII(_ label: String?) -> Bool {
        ["us-ascii", "ascii", "ansi_x3.4-1968"].contains(label?.lowercased().filter { !$0.isWhitespace })
    }

    private static let supersets: [String: String] = {
        let groups: [(String, [String])] = [
            (
                "UTF-8",
                ["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]
            ),
            (
                "CP1252",
                [
                    "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "latin1", "latin-1", "l1",
                    "us-ascii", "ascii",
                    "ansi_x3.4-1968", "iso-ir-100", "cp819", "ibm819", "cp1252", "windows-1252", "x-cp1252",
                    "ansi",
                ]
            ),
            (
                "CP1254",
                ["iso-8859-9", "iso8859-9", "iso_8859-9", "latin5", "l5", "windows-1254", "x-cp1254"]
            ),
            (
                "CP874",
                ["iso-8859-11", "iso8859-11", "tis-620", "tis620", "windows-874", "dos-874", "x-cp874"]
            ),
            (
                "GB18030",
                [
                    "gb2312", "gb_2312-80", "gb2312-80", "gb2312.1980-0", "gb_2312", "gbk", "x-gbk",
                    "chinese", "csgb2312", "euc-cn",
                    "cp936", "936",
                    "gb18030", "windows-936", "ms936",
                ]
            ),
            (
                "CP932",
                [
                    "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "csshiftjis", "windows-31j",
                    "ms932", "cp932",
                ]
            ),
            (
                "CP949",
                [
                    "euc-kr", "euckr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "korean",
                    "cseuckr",
                    "windows-949", "cp949", "uhc", "ms949",
                ]
            ),
            (
                "BIG5-HKSCS",
                [
                    "big5", "big-5", "big5-hkscs", "big5-eten", "big5eten", "big5-tw", "cn-big5", "csbig5",
                    "x-x-big5", "cp950", "windows-950",
                ]
            ),
            ("EUC-JP-MS", ["euc-jp", "eucjp", "x-euc-jp", "x-euc", "cseucpkdfmtjapanese"]),
            ("ISO-8859-8", ["iso-8859-8-i", "logical", "csiso88598i", "iso-8859-8", "visual"]),
            ("HZ", ["hz-gb-2312", "hz"]),
            ("MACINTOSH", ["macintosh", "mac", "x-mac-roman", "macroman", "mac-roman"]),
            ("MAC-CYRILLIC", ["x-mac-cyrillic", "x-mac-ukrainian", "mac-cyrillic", "maccyrillic"]),
            ("KOI8-R", ["koi8-r", "koi8", "koi", "koi8_r", "cskoi8r"]),
            ("KOI8-U", ["koi8-u", "koi8-ru"]),
            ("PT154", ["ptcp154", "cp154", "cyrillic-asian", "csptcp154"]),
            ("RK1048", ["kz1048", "kz-1048", "strk1048-2002"]),
            ("MAC-CENTRALEUROPE", ["x-mac-ce", "mac-latin2", "maccentraleurope", "x-mac-centraleurroman"]),
            ("MAC-IS", ["mac-iceland", "x-mac-icelandic"]),
            ("SHIFT_JISX0213", ["shift_jis-2004", "shift-jis-2004"]),
            ("EUC-JISX0213", ["euc-jis-2004"]),
            ("ISO-2022-JP-3", ["iso-2022-jp-2004", "iso-2022-jp-ext"]),
            ("ISO-2022-JP-2", ["iso-2022-jp-1"]),
            (
                "UTF-16",
                ["utf-16", "utf16", "ucs-2", "iso-10646-ucs-2", "unicode", "csunicode", "unicodefeff"]
            ),
            ("UTF-32", ["utf-32", "utf32", "ucs-4", "iso-10646-ucs-4", "csucs4"]),
        ]
        var table: [String: String] = [:]
        for (name, labels) in groups {
            for label in labels { table[label] = name }
        }
        for page in 1250...1258 where page != 1252 && page != 1254 {
            for prefix in ["windows-", "cp", "x-cp", "windows", "win-"] {
                table["\(prefix)\(page)"] = "CP\(page)"
            }
        }
        return table
    }()
}
