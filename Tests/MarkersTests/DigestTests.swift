import TestSupport
import Testing

@testable import Markers

/// Digests are stored, so that they must stay what they were, whatever the text: the expected sums were recorded.
struct DigestTests {
    @Test(
        arguments: [
            (Mixture.words, 17_974_071_275_415_440_690), (.tags, 13_727_520_075_950_019_570),
            (.entities, 9_356_190_900_585_122_352), (.scripts, 9_176_621_045_103_113_038),
            (.all, 1_200_225_369_781_885_880), (.long, 6_671_737_565_728_725_335),
        ] as [(Mixture, UInt64)]) func `digests of texts of all kinds are those recorded`(
            mixture: Mixture, expected: UInt64
        )
    {
        var sum: UInt64 = 0
        for seed in 0..<300 { sum.take(TextDigest(mixture.text(seed: UInt64(seed)))) }
        #expect(sum == expected)
    }

    @Test func `a text is read to the same byte as ever`() {
        var sum: UInt64 = 0
        for length in 16_340..<16_400 {
            let tag = "<" + String(repeating: "a", count: length) + ">"
            sum.take(TextDigest(tag + "one two three four \u{E9}t\u{E9} five six"))
        }
        #expect(sum == 786_025_776_633_012_806)
    }
}

extension UInt64 {
    fileprivate mutating func take(_ digest: TextDigest) {
        self = (self ^ digest.simhash) &* 0x9E37_79B9_7F4A_7C15
        self = (self ^ UInt64(digest.words)) &* 0xBF58_476D_1CE4_E5B9
        self ^= self >> 29
    }
}

/// What a made-up text is made of.
enum Mixture: String, CaseIterable {
    case words, tags, entities, scripts, all, long

    private static let tagParts = [
        "<p>", "</p>", "<a href=\"x?a=1&amp;b=2\">", "<br", "<!-- a - b -->", "<?x", ">", "<", "< ", "<3",
        "/", "!",
        "&lt;b&gt;", "&lt;i", "&amp;lt;i&amp;gt;", "&#60;", "&#x3c;/", "&gt;",
    ]
    private static let entityParts = [
        "&amp;", "&amp;amp;", "&", "& ", "&;", "&#;", "&#38;lt;", "&amp;#8217;", "&#x26;", "&#233;", "&#xE9;",
        "&#XE9;",
        "&eacute;", "&Auml;", "&nbsp;", "&unknown;", "&#xD800;", "&#99999999999;", "&#+65;", "&#x1F600;",
        "&amp;eacute;",
        "&toolonganame;", "&exactlyten;", "&#59;", "&amp&#59;", "amp;", "lt;", "#60;", "&amp;\u{E9};", "&#0;",
        "&quot;",
    ]
    private static let scriptParts = [
        "\u{E9}", "\u{DF}", "\u{130}", "\u{3B1}\u{3B2}", "\u{65E5}\u{672C}", "\u{2014}", "\u{3000}",
        "\u{1F600}",
        "\u{FF01}", "\u{FF21}", "\u{AC00}", "\u{A0}", "\u{AB}", "\u{E33}", "\u{301}", "\u{FFFD}",
        "\u{10FFFF}",
    ]
    private static let others = [
        "WORD", "x1", "0", "2026", " ", ". ", "\n", "\t", "'", "-", "[", "@", "`", "{", "\u{0}",
    ]

    func text(seed: UInt64) -> String {
        var random = SplitMix(seed: seed &* 2 &+ 1)
        let parts: [String] =
            switch self {
            case .words: Self.others
            case .tags: Self.tagParts
            case .entities: Self.entityParts
            case .scripts: Self.scriptParts
            case .all: Self.tagParts + Self.entityParts + Self.scriptParts + Self.others
            case .long: ["verylongwordwithoutanyend", "<i>", "&amp;", "&lt;", "\u{2014}"]
            }
        var text = ""
        for _ in 0..<random.next() % 1000 {
            if random.next() % 4 < seed % 4 {
                text += MadeUp.word(&random)
                if random.next() % 3 > 0 { text += " " }
            } else {
                text += parts[Int(random.next() % UInt64(parts.count))]
            }
        }
        return text
    }
}
