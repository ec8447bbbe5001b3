/// The host of a URL, as the key of politeness: lower case, without user and port.
public enum FeedHost {
    /// Reads the host with one walk over the text; nil for files and for what is no URL with a host.
    public static func of(_ url: String) -> String? {
        let bytes = url.utf8.span
        guard var place = authority(bytes) else { return nil }
        if let at = place.last(where: { bytes[$0] == 0x40 }) { place = (at + 1)..<place.upperBound }
        let isBracketed = !place.isEmpty && bytes[place.lowerBound] == 0x5B
        if isBracketed { place.removeFirst() }
        let mark: UInt8 = isBracketed ? 0x5D : 0x3A
        var end = place.first { bytes[$0] == mark } ?? place.upperBound
        while end > place.lowerBound, bytes[end - 1] == 0x2E { end -= 1 }
        guard end > place.lowerBound else { return nil }
        let start = url.utf8.index(url.startIndex, offsetBy: place.lowerBound)
        let host = String(url[start..<url.utf8.index(start, offsetBy: end - place.lowerBound)])
        let isLower = (place.lowerBound..<end).allSatisfy {
            bytes[$0] < 0x80 && !(0x41...0x5A).contains(bytes[$0])
        }
        return isLower ? host : host.lowercased()
    }

    /// Where user, host and port stand: behind the first colon and two slashes.
    private static func authority(_ bytes: Span<UInt8>) -> Range<Int>? {
        var at = 0
        while at < bytes.count, bytes[at] != 0x3A { at += 1 }
        guard at + 2 < bytes.count, bytes[at + 1] == 0x2F, bytes[at + 2] == 0x2F else { return nil }
        var end = at + 3
        while end < bytes.count, bytes[end] != 0x2F, bytes[end] != 0x3F, bytes[end] != 0x23 { end += 1 }
        return (at + 3)..<end
    }
}

extension Range<Int> {
    fileprivate mutating func removeFirst() { self = (lowerBound + 1)..<upperBound }
}
