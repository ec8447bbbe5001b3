import Testing

@testable import Transport

/// Which request belongs to which caller, without any network.
@Suite struct PushLedgerTests {
    private func requests(_ count: Int, _ name: String = "r") -> [PushRequest] {
        (0..<count).map { PushRequest(path: "/\(name)\($0)", headers: [], body: [1, 2, 3]) }
    }

    private func answer(_ status: Int) -> PushOutcome { .answered(PushResponse(status: status, body: [])) }

    /// Lets a batch into the ledger, works on it, and gives what its caller gets.
    private func outcomes(
        _ requests: [PushRequest], _ work: (inout PushLedger) -> Void
    ) async -> [PushOutcome] {
        await withCheckedContinuation { reply in
            var ledger = PushLedger()
            ledger.add(PushMailbox.Batch(requests: requests, reply: reply))
            work(&ledger)
        }
    }

    @Test func `requests leave in order and outcomes return in it, however they end`() async {
        let ends = await outcomes(requests(4)) { ledger in
            #expect(ledger.waiting == 4)
            var tags: [PushTag] = []
            while let (request, tag) = ledger.next() {
                #expect(request.path == "/r\(tags.count)")
                tags.append(tag)
            }
            #expect(ledger.waiting == 0 && ledger.next() == nil)
            for place in [2, 0, 3, 1] { ledger.finish(tags[place], answer(200 + place)) }
        }
        #expect(ends == (0..<4).map { answer(200 + $0) })
    }

    @Test func `what was not sent returns unprocessed, what was sent keeps its own end`() async {
        let ends = await outcomes(requests(3)) { ledger in
            let first = ledger.next()
            ledger.returnWaiting(.closed)
            #expect(ledger.waiting == 0 && ledger.next() == nil)
            if let first { ledger.finish(first.tag, .unknown(.lost("cut"))) }
        }
        #expect(ends == [.unknown(.lost("cut")), .unprocessed(.closed), .unprocessed(.closed)])
    }

    @Test func `a second end of the same request changes nothing`() async {
        let ends = await outcomes(requests(2)) { ledger in
            guard let one = ledger.next(), let two = ledger.next() else { return }
            ledger.finish(one.tag, answer(200))
            ledger.finish(one.tag, .unknown(.closed))
            ledger.finish(PushTag(batch: 99, index: 0), answer(500))
            ledger.finish(two.tag, answer(410))
        }
        #expect(ends == [answer(200), answer(410)])
    }

    @Test func `callers are served one after the other and answered on their own`() async {
        let second: [PushOutcome] = await withCheckedContinuation { reply in
            Task {
                let first = await outcomes(requests(1)) { ledger in
                    ledger.add(PushMailbox.Batch(requests: requests(2, "s"), reply: reply))
                    #expect(ledger.waiting == 3 && ledger.nextSize == 3)
                    var paths: [String] = []
                    var tags: [PushTag] = []
                    while let (request, tag) = ledger.next() {
                        paths.append(request.path)
                        tags.append(tag)
                    }
                    #expect(paths == ["/r0", "/s0", "/s1"])
                    for tag in tags.reversed() { ledger.finish(tag, answer(200)) }
                }
                #expect(first == [answer(200)])
            }
        }
        #expect(second == [answer(200), answer(200)])
    }

    @Test func `no requests are answered at once`() async {
        let ends = await outcomes([]) { #expect($0.waiting == 0 && $0.nextSize == 0) }
        #expect(ends == [])
    }

    @Test func `a mailbox that refuses answers at once with the reason, and keeps the strongest wish`() async
    {
        let mailbox = PushMailbox()
        #expect(mailbox.fault == nil)
        mailbox.wish(.close)
        mailbox.wish(.drain)
        #expect(mailbox.take().wish == .close && mailbox.fault == .closed)
        let other = PushMailbox()
        other.refuse(.goAway(code: 0, reason: "Shutdown"))
        other.refuse(.closed)
        let ends = await withCheckedContinuation { reply in
            other.post(PushMailbox.Batch(requests: requests(2), reply: reply))
        }
        #expect(ends == Array(repeating: .unprocessed(.goAway(code: 0, reason: "Shutdown")), count: 2))
        #expect(other.take().batches.isEmpty)
        other.end()
        await other.ended()
    }

    @Test(arguments: [
        (PushError.noHTTP2, "does not speak HTTP/2"), (.tls("bad"), "TLS: bad"),
        (.goAway(code: 11, reason: ""), "(GOAWAY 11)"), (.goAway(code: 0, reason: "X"), "(GOAWAY 0, X)"),
        (.refused, "unprocessed"), (.reset(code: 2), "code 2"), (.lost("gone"), "broke: gone"),
        (.stalled("no answer"), "no answer"), (.unresolved("no such name"), "no such name"),
    ])
    func `every fault is one line that says what happened`(fault: PushError, words: String) {
        #expect("\(fault)".contains(words) && !"\(fault)".contains("\n") && !"\(fault)".hasSuffix("."))
    }
}
