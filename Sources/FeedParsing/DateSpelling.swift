/// Brings spellings that say the same into one, before a date is read.
enum DateSpelling {
    /// The tokens with times written by colons, and with what was glued taken apart.
    static func plain(_ tokens: [DateToken]) -> [DateToken] {
        var tokens = once(tokens)
        tokens = parted(tokens)
        tokens = worded(tokens)
        if !tokens.contains(where: { $0.isMark(":") }) { tokens = pointed(tokens) }
        return tokens
    }

    /// The first of two dates that are the same.
    private static func once(_ tokens: [DateToken]) -> [DateToken] {
        let half = tokens.count / 2
        guard half >= 5, tokens.count % 2 == 0, tokens[half].isSpaced,
            zip(tokens[..<half], tokens[half...]).allSatisfy({ $0.kind == $1.kind })
        else { return tokens }
        return Array(tokens[..<half])
    }

    /// Parts `10:00PMEST`, `2004-12-3110:00` and `2004:10:00`, and makes one name of `PST8PDT`.
    private static func parted(_ tokens: [DateToken]) -> [DateToken] {
        var out: [DateToken] = []
        var at = 0
        while at < tokens.count {
            let token = tokens[at]
            let isColonNext = at + 1 < tokens.count && tokens[at + 1].isMark(":")
            if let word = token.word, let half = ["am", "pm"].first(where: { word.hasPrefix($0) }),
                ZoneNames.isKnown(String(word.dropFirst(2)))
            {
                out.append(DateToken(kind: .word(half), isSpaced: token.isSpaced))
                out.append(DateToken(kind: .word(String(word.dropFirst(2))), isSpaced: true))
            } else if let value = token.number, token.digits == 4, isColonNext {
                if out.count >= 4, out[out.count - 4].digits == 4, out[out.count - 1].isMark("-") {
                    out.append(DateToken(kind: .number(value / 100, digits: 2), isSpaced: false))
                    out.append(DateToken(kind: .number(value % 100, digits: 2), isSpaced: true))
                } else {
                    // The common log format.
                    out.append(token)
                    at += 1
                }
            } else if let name = ruleName(tokens[at...]) {
                out.append(DateToken(kind: .word(name), isSpaced: token.isSpaced))
                at += 2
            } else {
                out.append(token)
            }
            at += 1
        }
        return out
    }

    /// A zone named by its rule: standard time, hours west, summer time.
    private static func ruleName(_ tokens: ArraySlice<DateToken>) -> String? {
        let three = Array(tokens.prefix(3))
        guard three.count == 3, let standard = three[0].word, let hours = three[1].number,
            let summer = three[2].word, !three[1].isSpaced, !three[2].isSpaced,
            ZoneNames.isKnown(standard), ZoneNames.isKnown(summer)
        else { return nil }
        return "\(standard)\(hours)\(summer)"
    }

    private static let hourWords: Set<String> = ["h", "時", "时", "點", "点", "시"]
    private static let minuteWords: Set<String> = ["分", "분", "min", "m"]
    private static let secondWords: Set<String> = ["秒", "초", "s", "sec"]

    /// Words for hour, minute and second become colons: `10h00`, `13時31分15秒`.
    private static func worded(_ tokens: [DateToken]) -> [DateToken] {
        guard tokens.contains(where: { hourWords.contains($0.word ?? "") }) else { return tokens }
        var out: [DateToken] = []
        var isInTime = false
        for (at, token) in tokens.enumerated() {
            let isNumberNext = at + 1 < tokens.count && tokens[at + 1].number != nil
            let isBehindNumber = out.last.map { $0.number != nil && $0.digits <= 2 } ?? false
            guard isBehindNumber, let word = token.word else {
                out.append(token)
                continue
            }
            if hourWords.contains(word), !isInTime {
                isInTime = true
                out.append(DateToken(kind: .mark(":"), isSpaced: false))
                if !isNumberNext { out.append(DateToken(kind: .number(0, digits: 2), isSpaced: false)) }
            } else if isInTime, minuteWords.contains(word) {
                if isNumberNext { out.append(DateToken(kind: .mark(":"), isSpaced: false)) }
            } else if !isInTime || !secondWords.contains(word) {
                out.append(token)
            }
        }
        return out
    }

    /// Times with points, `19.48` or `10.14.55`, behind a year; an hour alone between a year and a known zone.
    private static func pointed(_ tokens: [DateToken]) -> [DateToken] {
        guard let year = tokens.firstIndex(where: { $0.digits == 4 || $0.digits == 8 }) else { return tokens }
        var out = tokens
        for at in tokens.indices where at > year && tokens[at].number != nil && tokens[at].digits <= 2 {
            let isBehindT = tokens[at - 1].word == "t"
            guard tokens[at].isSpaced || isBehindT else { continue }
            var end = at
            while end + 2 < tokens.count, tokens[end + 1].isMark("."), !tokens[end + 1].isSpaced,
                tokens[end + 2].digits == 2, !tokens[end + 2].isSpaced, end - at < 4
            {
                end += 2
            }
            if end > at {
                for point in stride(from: at + 1, to: end, by: 2) { out[point].kind = .mark(":") }
                return out
            }
            if at == year + 1, year > 0, at + 2 == tokens.count, tokens[at + 1].isSpaced,
                ZoneNames.isKnown(tokens[at + 1].word ?? "")
            {
                out.insert(DateToken(kind: .number(0, digits: 2), isSpaced: false), at: at + 1)
                out.insert(DateToken(kind: .mark(":"), isSpaced: false), at: at + 1)
                return out
            }
        }
        return out
    }

    /// UTF-8 that was taken for Latin-1 and encoded once more (`dÃ©c`), put right; nil for other text.
    static func unmangled(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard scalar.value < 0x100 else { return nil }
            bytes.append(UInt8(scalar.value))
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
