/// Month names in the languages that feeds are met in.
enum MonthNames {
    /// 1 to 12 of a lower-case name without accents, long or short; nil for another word.
    static func month(of word: String) -> Int? {
        if let month = table[word] { return month }
        guard word.utf8.count >= 3, word.utf8.count < 9 else { return nil }
        return english.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
    }

    /// Words that stand between the parts of a date and mean nothing.
    static let fillers: Set<String> = [
        "de", "del", "of", "the", "at", "on", "um", "uhr", "le", "a", "den", "am", "st", "nd", "rd", "th",
        "o", "alle",
        "ore", "las", "h", "kl", "г", "года", "в", "er", "re", "º", "ª", "klo", "saat", "v",
    ]

    private static let english = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november",
        "december",
    ]

    /// Twelve groups a language, forms of one month joined by a stroke.
    private static let languages = [
        "januar|jan|janner|jaenner|jän feb|februar|feber märz|maerz|mär|mrz|mar apr mai juni|jun|juno juli|jul|julei aug|august "
            + "september|sept okt|oktober november|nov dezember|dez",
        "janvier|janv|jan fevrier|fevr|fev|fév mars avril|avr mai juin juillet|juil|juill aout|aoû septembre octobre "
            + "novembre decembre|dec|déc",
        "enero|ene febrero|feb marzo|mar abril|abr mayo|may junio|jun julio|jul agosto|ago septiembre|setiembre|set "
            + "octubre noviembre diciembre|dic",
        "gennaio|gen febbraio marzo aprile maggio|mag giugno|giu luglio|lug agosto settembre|sett ottobre|ott novembre "
            + "dicembre",
        "janeiro fevereiro marco|março abril maio junho julho agosto setembro outubro|out novembro dezembro",
        "januari februari maart|mrt april mei juni juli augustus september oktober november december",
        "januari februari mars|marts april maj|mai juni juli augusti|august september oktober november december|des|desember",
        "stycznia|sty lutego|lut marca kwietnia|kwi maja czerwca|cze lipca|lip sierpnia|sie wrzesnia|września|wrz "
            + "pazdziernika|października|paz|paź listopada|lis grudnia|gru",
        "январь|января|янв февраль|февраля|фев|февр марта|мар|март апрель|апреля|апр мая|май июня|июн|июнь июля|июл|июль августа|август|авг "
            + "сентябрь|сентября|сен|сент октябрь|октября|окт ноябрь|ноября|ноя|нояб декабрь|декабря|дек",
        "січня|січень лютого|лютий березня|березень квітня|квітень травня|травень червня|червень липня|липень "
            + "серпня|серпень вересня|вересень жовтня|жовтень листопада|листопад грудня|грудень",
        "ocak|oca şubat|şub mart|mar nisan|nis mayıs|may haziran|haz temmuz|tem ağustos|ağu eylül|eyl ekim|eki "
            + "kasım|kas aralık|ara",
        "ledna|leden|led února|únor|úno března|březen|bře dubna|duben|dub května|květen|kvě června|červen|čvn|čer "
            + "července|červenec|čvc srpna|srpen|srp září|zář října|říjen|říj listopadu|listopad|lis prosince|prosinec|pro",
        "tammikuuta|tammikuu|tammi helmikuuta|helmikuu|helmi maaliskuuta|maaliskuu|maalis huhtikuuta|huhtikuu|huhti "
            + "toukokuuta|toukokuu|touko kesäkuuta|kesäkuu|kesä heinäkuuta|heinäkuu|heinä elokuuta|elokuu|elo "
            + "syyskuuta|syyskuu|syys lokakuuta|lokakuu|loka marraskuuta|marraskuu|marras joulukuuta|joulukuu|joulu",
        "ianuarie|ian februarie martie aprilie mai iunie|iun iulie|iul august septembrie octombrie noiembrie|noi "
            + "decembrie",
        "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
        "januar|jan februari|februar|feb marcius|mar|marc aprilis|apr majus|maujus|maj junius|jun julius|jul "
            + "augusztus|aug szeptember|szept oktober|okt november|nov december|dec",
        "ιαν|ιανουαριου|ιανουαριος φεβ|φεβρουαριου μαρ|μαω|μαρτιου|μαρτιος απρ|απριλιου μαι|μαιου|μαιος "
            + "ιουν|ιον|ιουνιου|ιουνιος ιουλ|ιολ|ιουλιου|ιουλιος αυγ|αυγουστου σεπ|σεπτεμβριου οκτ|οκτωβριου "
            + "νοε|νοεμβριου δεκ|δεκεμβριου",
    ]

    private static let table: [String: Int] = {
        var table: [String: Int] = [:]
        for language in languages {
            for (index, forms) in language.split(separator: " ").enumerated() {
                for form in forms.split(separator: "|") {
                    let word = unaccented(String(form))
                    if table[word] == nil { table[word] = index + 1 }
                }
            }
        }
        return table
    }()

    /// A word without the accents of Latin and Greek letters.
    static func unaccented(_ word: String) -> String {
        guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
        var out = String.UnicodeScalarView()
        for scalar in word.unicodeScalars where !(0x300...0x36F).contains(scalar.value) {
            out.append(plain[scalar] ?? scalar)
        }
        return String(out)
    }

    private static let plain: [Unicode.Scalar: Unicode.Scalar] = {
        var table: [Unicode.Scalar: Unicode.Scalar] = ["ς": "σ", "ή": "η", "ł": "l", "ı": "i"]
        let letters: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåāăą"), ("c", "çćč"), ("d", "ď"), ("e", "èéêëēęě"), ("g", "ğ"), ("i", "ìíîïī"),
            ("n", "ñńň"), ("r", "ř"), ("t", "ť"), ("y", "ý"),
            ("o", "òóôõöőō"),
            ("s", "śšş"), ("u", "ùúûüűůū"), ("z", "źżž"), ("α", "ά"), ("ε", "έ"), ("ι", "ίϊΐ"), ("ο", "ό"),
            ("υ", "ύϋΰ"),
            ("ω", "ώ"),
        ]
        for (base, forms) in letters {
            for form in forms.unicodeScalars { table[form] = base }
        }
        return table
    }()
}
