/// A place in a text whose markup is taken out twice while it is read, as ``Markup/plain(_:)`` does.
struct MarkupPlace {
    var at = 0
    /// Bytes of plain text after which none but the run of text at hand is read.
    let limit: Int
    /// Bytes that are left out when markup is taken out once, and those left out the second time.
    private var left = 0
    private var leftAgain = 0

    init(limit: Int) { self.limit = limit }

    /// Moves behind the tag, the entity, the `<` or the `&` at hand, and returns what stands for it.
    ///
    /// - Returns: a blank for a tag; nil at the end.
    mutating func next(_ bytes: Span<UInt8>) -> Unicode.Scalar? {
        let start = plain
        guard let (scalar, isMark) = once(bytes) else { return nil }
        guard isMark else { return scalar }
        guard start - leftAgain < limit else { return nil }
        var behind = self
        if scalar == "<" {
            guard let next = behind.once(bytes)?.scalar, Markup.beginsTag(next) else { return scalar }
            while let scalar = behind.once(bytes)?.scalar, scalar != ">" {}
            leave(start, 1, bytes, behind)
            return " "
        }
        guard let entity = behind.entity(bytes) else {
            leave(start, 1, bytes, self)
            return scalar
        }
        leave(start, UTF8.width(entity), bytes, behind)
        return entity
    }

    /// Bytes of the text with markup taken out once, up to here.
    private var plain: Int { at - left }

    /// Moves to a place that is reached by leaving markup out again.
    private mutating func leave(_ start: Int, _ width: Int, _ bytes: Span<UInt8>, _ place: Self) {
        self = place
        leftAgain += plain - start - width
        if plain - leftAgain >= limit { at = bytes.count }
    }

    /// The character here when markup is taken out once, and whether it is a `<` or `&`; nil at the end.
    private mutating func once(_ bytes: Span<UInt8>) -> (scalar: Unicode.Scalar, isMark: Bool)? {
        guard at < bytes.count else { return nil }
        let byte = bytes[at]
        guard byte == 0x3C || byte == 0x26 else {
            at += 1
            return (Unicode.Scalar(byte), false)
        }
        guard plain < limit else {
            at = bytes.count
            return nil
        }
        if byte == 0x3C, !Markup.isTag(bytes, at) {
            at += 1
            return ("<", true)
        }
        let scalar: Unicode.Scalar
        let start = at
        if byte == 0x3C {
            scalar = " "
            at = Markup.tagEnd(bytes, at)
        } else {
            let (entity, length) = Markup.entity(bytes, at)
            scalar = entity
            at += length
        }
        left += at - start - UTF8.width(scalar)
        if plain >= limit { at = bytes.count }
        return (scalar, scalar == "<" || scalar == "&")
    }

    /// Moves behind the entity whose `&` stands before this place, and returns what it stands for.
    private mutating func entity(_ bytes: Span<UInt8>) -> Unicode.Scalar? {
        var name: InlineArray<10, UInt8> = .init(repeating: 0)
        var count = 0
        while let scalar = once(bytes)?.scalar, scalar > " ", scalar.isASCII {
            if scalar == ";" { return Markup.scalar(name.span.extracting(0..<count)) }
            guard count < 10 else { return nil }
            name[count] = UInt8(truncatingIfNeeded: scalar.value)
            count += 1
        }
        return nil
    }
}

extension UTF8 {
    /// The bytes of a character, the first one lowest.
    static func packed(_ scalar: Unicode.Scalar) -> UInt64 {
        var packed: UInt64 = 0
        var shift: UInt64 = 0
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            packed |= UInt64(byte) << shift
            shift += 8
        }
        return packed
    }
}
