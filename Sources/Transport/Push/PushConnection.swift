/// One HTTP/2 connection for pushes, on a thread of its own, kept for as long as the server keeps it.
///
/// The first request goes alone; after its answer as many streams are open as the server allows. Every request
/// ends as one of three: answered, certainly unprocessed, or unknown. It never sends a request twice.
public final class PushConnection: Sendable {
    private let mailbox: PushMailbox

    private init(_ mailbox: PushMailbox) { self.mailbox = mailbox }

    deinit { mailbox.wish(.close) }

    /// Looks up, connects, and handshakes (TLS 1.2 or later, verified, ALPN h2).
    public static func open(
        _ endpoint: PushEndpoint, limits: PushLimits = PushLimits()
    ) async throws(PushError) -> PushConnection {
        let mailbox = PushMailbox()
        let fault: PushError? = await withCheckedContinuation { opened in
            let isStarted = PushThread.start {
                defer { mailbox.end() }
                do throws(PushError) {
                    let loop = try PushLoop(endpoint, limits, mailbox)
                    opened.resume(returning: nil)
                    loop.run()
                } catch {
                    opened.resume(returning: error)
                }
            }
            if !isStarted { opened.resume(returning: .unreachable("the system gives no thread")) }
        }
        if let fault { throw fault }
        return PushConnection(mailbox)
    }

    /// Sends requests, in order as far as the server's stream limit allows, and gives an outcome for each, in order.
    ///
    /// Where one is refused, those after it to the same path that were not sent yet stay unsent
    /// (``PushError/heldBack``): nothing overtakes what must be sent again.
    public func send(_ requests: [PushRequest]) async -> [PushOutcome] {
        await withCheckedContinuation { reply in
            mailbox.post(PushMailbox.Batch(requests: requests, reply: reply))
        }
    }

    /// Why it takes no more requests; nil while it does.
    public var fault: PushError? { mailbox.fault }

    /// Takes no more requests, waits for those under way, says good-bye and closes.
    public func drain() async {
        mailbox.wish(.drain)
        await mailbox.ended()
    }

    /// Closes at once; what is under way ends as unknown.
    public func close() async {
        mailbox.wish(.close)
        await mailbox.ended()
    }
}
