import FeedModel
import Testing

@testable import Delivery

/// Cuts, escapes and folds, by tables of what comes in and what must go out.
@Suite struct TextTableTests {
    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
        ("ab  cdef", 5, "ab…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2, "👩‍👩‍👧‍👦…"), ("🇩🇪🇫🇷🇮🇹", 2, "🇩🇪…"),
        ("🇩🇪🇫🇷", 2, "🇩🇪🇫🇷"), ("👍🏽👍🏽👍🏽", 2, "👍🏽…"), ("", 3, ""),
    ])
    func `characters are counted as people see them`(text: String, limit: Int, cut: String) {
        #expect(TextCut.characters(text, limit) == cut)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "ab…"), ("abcdef", 3, ""), ("abcdef", 4, "a…"),
        ("ééé", 6, "ééé"), ("ééé", 5, "é…"), ("漢漢漢", 8, "漢…"), ("漢漢漢", 5, ""),
        ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 49, "👩‍👩‍👧‍👦…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 28, "👩‍👩‍👧‍👦…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 27, ""),
        ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 50, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦"), ("e\u{301}x", 4, "e\u{301}x"),
        ("🇩🇪🇫🇷", 11, "🇩🇪…"), ("ab cd", 4, "a…"),
    ])
    func `bytes never part a character`(text: String, limit: Int, cut: String) {
        #expect(TextCut.bytes(text, limit) == cut)
        #expect(TextCut.bytes(text, limit).utf8.count <= limit)
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("🎉🎉🎉", 6, "🎉🎉🎉"), ("🎉🎉🎉", 5, "🎉🎉…"),
        ("🎉🎉🎉", 4, "🎉…"), ("漢字漢字", 3, "漢字…"), ("e\u{301}e\u{301}", 3, "e\u{301}…"),
    ])
    func `UTF-16 units are those that services count`(text: String, limit: Int, cut: String) {
        #expect(TextCut.units(text, limit) == cut)
    }

    @Test(arguments: [
        ("a", 1), ("\"", 2), ("\\", 2), ("\n", 2), ("\t", 2), ("\u{1}", 6), ("é", 2), ("漢", 3), ("🎉", 4),
        ("👩‍👩‍👧‍👦", 25), ("e\u{301}", 3),
    ])
    func `the size in JSON is what the writer writes`(text: String, size: Int) {
        #expect(TextCut.jsonSize(Character(text)) == size)
        #expect(JSONValue.string(text).text.utf8.count - 2 == size)
    }

    @Test(arguments: [
        (TextPlace.plain, "<a> \"&\"", "<a> \"&\""), (.json, "a\"b\\c\nd", "a\\\"b\\\\c\\nd"),
        (.header, "a\r\nBcc: b", "a Bcc: b"), (.url, "a b&c=ü/", "a%20b%26c%3D%C3%BC%2F"),
        (.html, "<a href='x'>&\"", "&lt;a href=&#39;x&#39;&gt;&amp;&quot;"),
        (.slack, "<!channel> & <x|y>", "&lt;!channel&gt; &amp; &lt;x|y&gt;"),
        (.slack, "@here", "@\u{2060}here"), (.markdown, "*b* [l](u)", "\\*b\\* \\[l\\]\\(u\\)"),
        (.markdown, "# h\n- l", "\\# h\n\\- l"), (.topic, "a/b+c#d\u{0}", "a-b-c-d"),
    ])
    func `each place has its escapes`(place: TextPlace, text: String, escaped: String) {
        #expect(Escape.text(text, for: place) == escaped)
    }

    @Test(arguments: [
        ("-rf", true, " -rf"), ("--help", true, " --help"), ("-rf", false, "-rf"), ("a-b", true, "a-b"),
        ("a\u{0}b", true, "ab"), ("\u{0}-x", true, " -x"),
    ])
    func `no argument begins with a dash that a publisher wrote`(text: String, isFirst: Bool, safe: String) {
        #expect(Escape.text(text, for: .argument, isFirst: isFirst) == safe)
    }

    @Test(arguments: [
        ("a\r\nb", "a b"), ("  a \t b  ", "a b"), ("\u{1B}[31mred", "[31mred"), ("a\u{202E}b", "ab"),
        ("a\u{2066}b\u{2069}", "ab"), ("(null)", ""), ("by (null)", "by"), ("(null) says", "says"),
        ("a\u{FEFF}b", "ab"), ("a\u{200B}b", "ab"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("a\u{FFFD}b", "ab"),
        ("a\u{85}b", "a b"), ("a\u{2028}b", "a b"), ("\u{7F}a\u{9B}b", "ab"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("", ""),
    ])
    func `one line is one line, without what steers the eye or a terminal`(text: String, line: String) {
        #expect(SafeText.line(text) == line)
    }

    @Test(arguments: [
        ("https://example.org/x", true), ("HTTP://example.org", true), (" https://example.org", true),
        ("javascript:alert(1)", false), ("data:text/html,x", false), ("file:///etc/passwd", false),
        ("https://", false), ("https:///x", false), ("https://?q", false), ("//example.org", false),
        ("https://exa mple.org", false), ("https://e.org/\"onclick", false), ("https://e.org/<x>", false),
        ("https://e.org/\u{202E}x", false), ("https://e.org/\r\nX: y", false), ("vbscript:x", false),
        ("jAvAsCrIpT:x", false), ("https://e.org/é", true), ("", false),
    ])
    func `only web addresses are made clickable`(link: String, isLink: Bool) {
        #expect((SafeText.webLink(link) != nil) == isLink)
    }
}
