import FeedModel
import TestSupport
import Testing

@testable import Markers

struct TextTests {
    @Test(arguments: [
        ("<p>One <b>two</b></p>", "one two"), ("a &amp;amp; b", "a b"), ("&lt;p&gt;three&lt;/p&gt;", "three"),
        ("x < y and 3 <4", "x y and 3 4"), ("caf&eacute; &#233;&#xE9;", "café éé"),
        ("R&D &unknown; z", "r d unknown z"),
        ("cut <a href=", "cut"), ("It\u{2019}s \u{201C}so\u{201D}", "it s so"), ("", ""), ("&", ""),
    ]) func `markup and entities go, words stay`(text: String, words: String) {
        let plain = String(decoding: Markup.plain(text), as: UTF8.self)
        #expect(
            (plain.isEmpty ? "" : Words.folded(plain.trimmed)) == words
                || (words.isEmpty && plain.trimmed.count < 2))
    }

    @Test(arguments: [
        ("Swift 6.3.1 Released!", "swift 6 3 1 released"), ("  A--B  ", "a b"),
        ("ÄRGER im Büro", "ärger im büro"),
        ("日本語", "日 本 語"), ("!!!", "!!!"), ("A\u{A0}B", "a b"),
    ]) func `titles are folded to words`(title: String, folded: String) {
        #expect(Words.folded(title) == folded)
    }

    @Test func `a long folded title is cut between words`() {
        let cut = Words.cut(String(repeating: "seven77 ", count: 30))
        #expect(cut.utf8.count <= 96)
        #expect(cut.hasSuffix("seven77"))
        #expect(Words.cut(String(repeating: "é", count: 100)).utf8.count <= 96)
        #expect(Words.cut("short") == "short")
    }

    @Test func `likeness of titles is the share of common words`() {
        #expect(Words.likeness("a b c", "a b c") == 1)
        #expect(Words.likeness("a b", "c d") == 0)
        #expect(Words.likeness("a b c d", "a b c x") == 0.75)
        #expect(Words.likeness("a a b", "a b b") < 1)
        #expect(Words.numbers("swift 6 3 1 rc2") == ["6", "3", "1", "2"])
    }

    @Test func `texts that are alike have near digests, others have far ones`() {
        let text = MadeUp.text(seed: 1, words: 120)
        let digest = TextDigest(text)
        func distance(_ other: String) -> Int { (digest.simhash ^ TextDigest(other).simhash).nonzeroBitCount }
        #expect(distance("<div>\(text.replacing(". ", with: ".</p><p>"))</div>") == 0)
        #expect(distance(text + " and three words") <= 10)
        #expect(distance(MadeUp.text(seed: 2, words: 120)) >= 16)
        #expect(digest.words == min(120, TextDigest.longest))
        #expect(TextDigest("").words == 0)
        #expect(TextDigest("one two") == TextDigest("One, two!"))
        #expect(TextDigest("one two").simhash != TextDigest("two one").simhash)
    }

    @Test func `digests never change, since they are stored`() {
        #expect(
            TextDigest("The quick brown fox jumps over the lazy dog").simhash == 2_093_579_153_022_635_803)
        #expect(EntryKey(.id, "urn:x").bits == 1_717_030_493_483_322_137)
        let pinned: [String: UInt64] = [
            "": 16_382_779_542_119_563_577, "&eacute;": 5_790_842_201_974_987_508,
            " ": 3_130_061_498_289_046_807,
        ]
        for (gap, simhash) in pinned {
            let text = (0..<900).map { "w\($0 % 37)\(gap)x <p>&amp;lt;b&gt; &#8217;" }.joined()
            #expect(TextDigest(text) == TextDigest(simhash: simhash, words: 160), "gap \"\(gap)\"")
        }
    }

    @Test func `very long texts are read to a bound`() {
        #expect(TextDigest(MadeUp.text(seed: 3, words: 5000)).words == TextDigest.longest)
    }

    @Test func `words come back from base64, and foreign texts do not`() {
        for count in 0..<7 {
            let words = (0..<count).map { UInt64.max / UInt64($0 + 1) }
            #expect(Base64.decode(Base64.encode(words)) == words)
        }
        for text in ["AAAA", "AAAAAAAAAA=", "AAAAAAAAAA\n", "AAAAAAAAAAB"] {
            #expect(Base64.decode(text) == nil)
        }
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
