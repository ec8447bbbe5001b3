import FeedModel
import FeedParsing

// The fuzzer's entry: bytes to a feed and on to JSON, which must read again. Never an answer, never a crash.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let feed = try? FeedParser.parse(bytes, url: "http://fuzz.example/a/b?c") else { return 0 }
    var writer = JSONWriter()
    writer.feed(feed)
    precondition((try? JSONReader.read(writer.bytes)) != nil, "the feed's JSON does not read again")
    precondition(feed.entries.allSatisfy { !$0.id.isEmpty }, "an entry without an id")
    return 0
}
