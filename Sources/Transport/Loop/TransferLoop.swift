internal import CCurl
internal import CNGHTTP2
internal import COpenSSL
internal import Glibc
internal import Synchronization

/// One thread over libcurl's multi interface: any number of transfers, connections kept and reused.
///
/// The thread starts with the first transfer (or ``warmUp()``) and ends with ``shutdown()``, which must be called.
public final class TransferLoop: Sendable {
    /// What holds for all transfers of a loop.
    public struct Settings: Sendable {
        /// Transfers at the same time; the rest waits in order, its time limits not yet running.
        public var width = 100
        /// Idle connections kept open.
        public var keptConnections = 100
        /// The zone of an address; tests put their own map of loopback here.
        var zone: @Sendable ([UInt8]) -> AddressZone = { AddressZone.of($0) }

        public init() {}
    }

    private let settings: Settings
    private let mailbox: Mailbox
    private let loopExecutor: LoopExecutor
    private let thread = Mutex<pthread_t?>(nil)

    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        mailbox = Mailbox()
        loopExecutor = LoopExecutor(mailbox)
    }

    /// Runs tasks on the loop's thread, which starts for that.
    public var executor: LoopExecutor {
        warmUp()
        return loopExecutor
    }

    /// Starts the thread, which loads libcurl and its TLS library (about 10 ms), before the first request needs it.
    public func warmUp() {
        thread.withLock { thread in
            guard thread == nil else { return }
            let context = unsafe Unmanaged.passRetained(
                ThreadStart(mailbox: mailbox, executor: loopExecutor, settings: settings))
            var started = pthread_t()
            let code = unsafe pthread_create(
                &started, nil,
                { context in
                    guard let context = unsafe context else { return nil }
                    let start = unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
                    TransferEngine.runThread(
                        mailbox: start.mailbox, executor: start.executor, settings: start.settings)
                    return nil
                }, context.toOpaque())
            if code == 0 {
                thread = started
            } else {
                unsafe context.release()
            }
        }
    }

    /// Sends a request, follows its redirects, and gives the final answer of whatever status.
    ///
    /// Ends with ``TransferError/cancelled`` soon after the task is cancelled.
    public func send(_ request: HTTPRequest) async throws(TransferError) -> HTTPResponse {
        if request.isFile { return try request.readFile() }
        return try await run(.http(RequestBox(request)))
    }

    /// Goes on with a request that was held before another host.
    public func resume(_ held: OnwardRequest) async throws(TransferError) -> HTTPResponse {
        try await run(.onward(held))
    }

    /// Hands a mail to its server; the answer's code is 250.
    public func sendMail(_ envelope: MailEnvelope) async throws(TransferError) {
        _ = try await run(.mail(envelope))
    }

    /// Publishes an MQTT message.
    public func publish(_ message: MQTTMessage) async throws(TransferError) {
        _ = try await run(.mqtt(message))
    }

    /// Ends all transfers as cancelled and the thread with them; later ones end at once.
    ///
    /// Blocks for moments.
    public func shutdown() {
        mailbox.put { $0.isStopping = true }
        let started = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let started = started { pthread_join(started, nil) }
    }

    private func run(_ kind: TransferJob.Kind) async throws(TransferError) -> HTTPResponse {
        let job = TransferJob(kind)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(job) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            PendingTransfer(job: job, mailbox: mailbox).cancel()
        }
        return try result.get()
    }

    private func begin(_ job: TransferJob, _ tell: @escaping @Sendable (sending TransferResult) -> Void) {
        job.whenFinished(tell)
        warmUp()
        if !mailbox.put({ $0.jobs.append(job) }) { job.finish(.failure(.cancelled)) }
    }
}

extension TransferLoop {
    /// Sends a request as ``send(_:)`` does, and in place of waiting tells the outcome once.
    ///
    /// It is told on the loop's thread, or at once where nothing has to be sent. A task for each of very many requests
    /// costs as much as what they bring.
    public func start(
        _ request: RequestBox,
        whenFinished tell: @escaping @Sendable (sending Result<HTTPResponse, TransferError>) -> Void
    ) -> PendingTransfer? {
        guard request.value.isFile else { return start(.http(request), tell) }
        do throws(TransferError) {
            tell(.success(try request.value.readFile()))
        } catch {
            tell(.failure(error))
        }
        return nil
    }

    /// Goes on with a request that was held before another host, as ``resume(_:)`` does.
    public func start(
        _ held: OnwardRequest,
        whenFinished tell: @escaping @Sendable (sending Result<HTTPResponse, TransferError>) -> Void
    ) -> PendingTransfer? {
        start(.onward(held), tell)
    }

    private func start(
        _ kind: TransferJob.Kind, _ tell: @escaping @Sendable (sending TransferResult) -> Void
    ) -> PendingTransfer {
        let job = TransferJob(kind)
        begin(job, tell)
        return PendingTransfer(job: job, mailbox: mailbox)
    }
}

/// A request that is under way.
public struct PendingTransfer: Sendable {
    fileprivate let job: TransferJob
    fileprivate let mailbox: Mailbox

    /// Gives it up: it ends soon with ``TransferError/cancelled``, unless it has ended.
    public func cancel() {
        job.cancel()
        mailbox.put { $0.cancels.append(job) }
    }
}

/// What the new thread is given.
private final class ThreadStart: Sendable {
    let mailbox: Mailbox
    let executor: LoopExecutor
    let settings: TransferLoop.Settings

    init(mailbox: Mailbox, executor: LoopExecutor, settings: TransferLoop.Settings) {
        self.mailbox = mailbox
        self.executor = executor
        self.settings = settings
    }
}
