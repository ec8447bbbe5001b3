/// Time zones as dates end in them.
enum ZoneNames {
    /// Minutes east of UTC of the tokens behind a time; unknown names are UTC, and so is nothing at all.
    ///
    /// nil for an offset that no clock has, and for anything else that is no zone.
    static func offset(_ tokens: ArraySlice<DateToken>) -> Int? {
        var rest = tokens
        while let first = rest.first, first.isMark(".") || first.isMark(",") { rest.removeFirst() }
        guard let first = rest.first else { return 0 }
        if let name = first.word {
            rest.removeFirst()
            // Etc/GMT, America/New_York: the name of a zone by place, of which only the first kind is known.
            if let slash = rest.first, slash.isMark("/") { return 0 }
            let base = minutes[name] ?? 0
            guard let sign = rest.first, sign.isMark("+") || sign.isMark("-"), !sign.isSpaced || base == 0
            else {
                return minutes[name] != nil || !rest.contains { $0.isMark(":") } ? base : nil
            }
            return signed(rest) ?? base
        }
        // An offset without its sign says nothing, unless it is none.
        if first.isEmptyZone { return 0 }
        return signed(rest)
    }

    /// `+hhmm`, `+hh:mm`, `+hh`, `-h`.
    private static func signed(_ tokens: ArraySlice<DateToken>) -> Int? {
        let all = Array(tokens)
        guard all.count >= 2, all[0].isMark("+") || all[0].isMark("-"), let value = all[1].number else {
            return nil
        }
        let minutes: Int
        if all[1].digits <= 2 {
            let hasMinutes = all.count >= 4 && all[2].isMark(":") && all[3].digits == 2
            minutes = value * 60 + (hasMinutes ? all[3].number ?? 0 : 0)
            if hasMinutes, (all[3].number ?? 0) >= 60 { return nil }
        } else if all[1].digits <= 4 {
            guard value % 100 < 60 else { return nil }
            minutes = value / 100 * 60 + value % 100
        } else {
            return nil
        }
        guard minutes <= 15 * 60 else { return nil }
        return all[0].isMark("-") ? -minutes : minutes
    }

    /// Whether a name is a zone's; most other words that stand where a zone might are none.
    static func isKnown(_ name: String) -> Bool { minutes[name] != nil }

    /// Of the military letters only Z: the others' signs were once printed wrong and say nothing (RFC 2822 §4.3).
    private static let minutes: [String: Int] = {
        let hours: [(Double, String)] = [
            (0, "z ut utc gmt wet"), (-11, "sst"), (-10, "hst hast ht"), (-9, "akst hadt"),
            (-8, "pst pt akdt"),
            (-7, "mst mt pdt"), (-6, "cst ct mdt"), (-5, "est et cdt"), (-4, "ast at edt"), (-3.5, "nst"),
            (-3, "adt brt art"), (-2.5, "ndt"), (-2, "brst"), (1, "cet met mez bst west wat"),
            (2, "cest mest mesz eet sast cat"), (3, "eest msk eat trt"), (4, "msd gst"), (5, "pkt"),
            (5.5, "ist"),
            (7, "ict wib"), (8, "sgt hkt awst pht"), (9, "jst kst"), (9.5, "acst"), (10, "aest"),
            (10.5, "acdt"),
            (11, "aedt"), (12, "nzst"), (13, "nzdt"),
        ]
        var table: [String: Int] = [:]
        for (offset, names) in hours {
            for name in names.split(separator: " ") { table[String(name)] = Int(offset * 60) }
        }
        return table
    }()
}
