import CLibXML2

/// The named characters of HTML 4, from libxml2's table, and the few that were added later and are met in feeds.
enum HTMLEntity {
    static func scalar(named name: String) -> Unicode.Scalar? {
        if let late = later[name] { return late }
        guard let entry = unsafe htmlEntityLookup(name) else { return nil }
        return unsafe Unicode.Scalar(entry.pointee.value)
    }

    /// The character of the name between two places; the names that make nearly all references are told at once.
    static func scalar(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Unicode.Scalar? {
        if end - start <= 6 {
            var key: UInt64 = 0
            for at in start..<end { key = key << 8 | UInt64(text[at]) }
            if let known = common[key] { return known }
        }
        return scalar(named: String(decoding: (start..<end).map { text[$0] }, as: UTF8.self))
    }

    private static let common = PackedTable<Unicode.Scalar>(
        [
            ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", "\u{A0}"),
            ("mdash", "—"),
            ("ndash", "–"), ("hellip", "…"), ("rsquo", "’"), ("lsquo", "‘"), ("rdquo", "”"), ("ldquo", "“"),
            ("laquo", "«"), ("raquo", "»"), ("eacute", "é"), ("auml", "ä"), ("ouml", "ö"), ("uuml", "ü"),
            ("szlig", "ß"),
        ])

    private static let later: [String: Unicode.Scalar] = [
        "apos": "'", "AMP": "&", "LT": "<", "GT": ">", "QUOT": "\"", "COPY": "©", "REG": "®", "TRADE": "™",
        "nbsp": "\u{A0}", "NonBreakingSpace": "\u{A0}", "NewLine": "\n", "Tab": "\t", "excl": "!", "num": "#",
        "dollar": "$", "percnt": "%", "lpar": "(", "rpar": ")", "ast": "*", "plus": "+", "comma": ",",
        "period": ".",
        "sol": "/", "colon": ":", "semi": ";", "equals": "=", "quest": "?", "commat": "@", "lsqb": "[",
        "lbrack": "[",
        "bsol": "\\", "rsqb": "]", "rbrack": "]", "Hat": "^", "lowbar": "_", "grave": "`", "lcub": "{",
        "lbrace": "{",
        "verbar": "|", "vert": "|", "rcub": "}", "rbrace": "}", "hyphen": "\u{2010}", "dash": "\u{2010}",
        "horbar": "\u{2015}", "check": "✓", "checkmark": "✓", "cross": "✗", "star": "☆", "starf": "★",
        "phone": "☎",
        "rarr": "→", "inodot": "ı", "imath": "ı", "Zcaron": "Ž", "zcaron": "ž", "Ccaron": "Č", "ccaron": "č",
        "cacute": "ć", "Cacute": "Ć", "dstrok": "đ", "lstrok": "ł", "Lstrok": "Ł", "eogon": "ę", "aogon": "ą",
        "nacute": "ń", "sacute": "ś", "zdot": "ż", "zacute": "ź", "ecaron": "ě", "rcaron": "ř", "uring": "ů",
        "gbreve": "ğ", "scedil": "ş", "odblac": "ő", "udblac": "ű", "abreve": "ă", "middot": "·",
        "numsp": "\u{2007}",
        "puncsp": "\u{2008}", "hairsp": "\u{200A}", "ZeroWidthSpace": "\u{200B}", "shy": "\u{AD}",
        "half": "½",
        "frac13": "⅓", "frac23": "⅔", "frac18": "⅛", "lsquor": "‚", "ldquor": "„", "rdquor": "”",
        "rsquor": "’",
    ]
}
