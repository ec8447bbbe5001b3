import CCurl
import CNGHTTP2
import COpenSSL
import Glibc

/// The life of one connection on its own thread: connecting, sending, receiving, ending.
final class PushLoop {
    private let mailbox: PushMailbox
    private let limits: PushLimits
    private let tls: PushTLS
    private let session: PushSession
    private var pacer: PushPacer
    private var ledger = PushLedger()
    /// Bytes on their way to the server, from `written` on.
    private var output: [UInt8] = []
    private var written = 0
    private var input = [UInt8](repeating: 0, count: 16_384)
    private var needsRoomToWrite = false
    /// Why nothing new is sent any more.
    private var fault: PushError?
    /// Why it is all over.
    private var end: PushError?
    /// When the last word was said; nothing is sent after it.
    private var saidGoodbye: ContinuousClock.Instant?

    /// Connects and handshakes; everything within the limit.
    init(_ endpoint: PushEndpoint, _ limits: PushLimits, _ mailbox: PushMailbox) throws(PushError) {
        self.mailbox = mailbox
        self.limits = limits
        let until = ContinuousClock.now + limits.connect
        let socket = try PushSocket.connect(host: endpoint.host, port: endpoint.port, until: until)
        tls = try PushTLS(socket, to: endpoint)
        try tls.handshake(until: until)
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        let authority = endpoint.port == 443 ? host : "\(host):\(endpoint.port)"
        session = try PushSession(authority: authority, bodyLimit: limits.bodyBytes)
        pacer = PushPacer(limits, now: .now)
    }

    /// Serves until the connection ends, then settles what is open.
    func run() {
        while end == nil {
            collectWork()
            let now = ContinuousClock.now
            upkeep(now)
            openStreams(now)
            write()
            settle()
            if end != nil { break }
            wait(until: nextMoment(now))
            read()
            settle()
        }
        finish(end ?? .closed)
    }

    private func collectWork() {
        let (batches, wish) = mailbox.take()
        for batch in batches { ledger.add(batch) }
        switch wish {
        case .run: break
        case .drain:
            guard ledger.waiting == 0, session.streams.isEmpty else { break }
            sayGoodbye()
        case .close: end = .closed
        }
    }

    private func sayGoodbye() {
        stop(.closed)
        guard saidGoodbye == nil else { return }
        saidGoodbye = .now
        session.sayGoodbye()
    }

    /// Takes nothing new; what waits goes back unprocessed.
    private func stop(_ reason: PushError) {
        guard fault == nil else { return }
        fault = reason
        mailbox.refuse(reason)
        for batch in mailbox.take().batches { ledger.add(batch) }
        ledger.returnWaiting(reason)
    }

    private func upkeep(_ now: ContinuousClock.Instant) {
        if session.expire(now: now) { stop(.stalled("the server left requests without an answer")) }
        switch pacer.action(waiting: ledger.waiting, inFlight: session.streams.count, now: now) {
        case .none: break
        case .ping: session.ping()
        case .abandon(let reason): end = reason
        }
    }

    private func openStreams(_ now: ContinuousClock.Instant) {
        guard fault == nil, ledger.waiting > 0 else { return }
        var room = pacer.room(
            inFlight: session.streams.count, serverLimit: session.serverLimit, now: now)
        let deadline = now + limits.answer
        while room > 0, session.hasWindow(for: ledger.nextSize), let (request, tag) = ledger.next() {
            guard session.submit(request, tag: tag, deadline: deadline) else {
                ledger.finish(tag, .unprocessed(.lost("HTTP/2 takes no more streams")))
                return stop(session.goAway ?? .lost("HTTP/2 takes no more streams"))
            }
            room -= 1
        }
    }

    private func write() {
        needsRoomToWrite = false
        while end == nil {
            if written == output.count {
                output.removeAll(keepingCapacity: true)
                written = 0
                if let breach = session.collect(into: &output, limit: 32_768) { end = breach }
                if output.isEmpty { return }
            }
            switch tls.write(output, from: written) {
            case .done(let count): written += count
            case .wantsRead: return
            case .wantsWrite:
                needsRoomToWrite = true
                return
            case .ended: end = .lost("closed by the server")
            case .failed(let text):
                // What the server said before it hung up (an alert, a GOAWAY) tells more than the broken pipe.
                read()
                end = end ?? .lost(text)
            }
        }
    }

    private func read() {
        while end == nil {
            switch tls.read(into: &input) {
            case .done(let count):
                pacer.heardFromServer(now: .now)
                if let breach = session.receive(input, count: count) { end = breach }
            case .wantsRead: return
            case .wantsWrite:
                needsRoomToWrite = true
                return
            case .ended: end = .lost("closed by the server")
            case .failed(let text): end = .lost(text)
            }
        }
    }

    /// Passes on how streams ended and what the server said of the connection.
    private func settle() {
        if session.wasPingAnswered {
            session.wasPingAnswered = false
            pacer.pingAnswered()
        }
        if let goAway = session.goAway { stop(goAway) }
        for (tag, outcome) in session.finished {
            if case .answered = outcome { pacer.answered() }
            ledger.finish(tag, outcome)
        }
        session.finished.removeAll(keepingCapacity: true)
        guard let fault, session.streams.isEmpty, ledger.waiting == 0 else { return }
        guard let saidGoodbye else { return sayGoodbye() }
        if output.count == written || saidGoodbye.duration(to: .now) > limits.ping { end = end ?? fault }
    }

    private func nextMoment(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let check = pacer.nextCheck(now: now)
        let moment = session.nextDeadline.map { min($0, check) } ?? check
        // A GOAWAY of ours is the last thing sent; it does not wait for anything.
        return saidGoodbye == nil ? moment : min(moment, now + .milliseconds(100))
    }

    private func wait(until: ContinuousClock.Instant) {
        let events = Int16(POLLIN) | (needsRoomToWrite ? Int16(POLLOUT) : 0)
        let ready = Poll.wait(
            tls.socket.descriptor, events, mailbox.wakeUp.descriptor, until: until)
        if ready.second != 0 { mailbox.wakeUp.clear() }
    }

    private func finish(_ reason: PushError) {
        stop(session.goAway ?? reason)
        session.abandon(reason)
        for (tag, outcome) in session.finished { ledger.finish(tag, outcome) }
        ledger.returnWaiting(fault ?? reason)
        tls.shutDown()
    }
}
