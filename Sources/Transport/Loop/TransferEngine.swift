internal import CCurl
internal import CNGHTTP2
internal import COpenSSL
internal import Glibc

/// The loop thread's own: libcurl's multi handle driven by epoll.
///
/// Nothing of it is seen by other threads.
@safe final class TransferEngine {
    /// libcurl needs one initialisation a process, done by the first loop thread.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let mailbox: Mailbox
    private let executor: LoopExecutor
    private let width: Int
    private let context: EngineContext
    private let multi: UnsafeMutableRawPointer
    private let poll: CInt
    /// When libcurl wants to be called without any socket being ready.
    private var alarm: ContinuousClock.Instant?
    private var running: [ObjectIdentifier: Transfer] = [:]
    private var waiting = ArraySlice<TransferJob>()
    private var isStopping = false

    /// The thread's function: runs until the mailbox says stop.
    static func runThread(mailbox: Mailbox, executor: LoopExecutor, settings: TransferLoop.Settings) {
        // Signals are for the main thread; a closed connection shows as an error, not as SIGPIPE.
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
        mailbox.own()
        guard let engine = TransferEngine(mailbox, executor, settings) else {
            for job in mailbox.empty(isAwake: true).jobs {
                job.finish(.failure(.curl(.outOfMemory, "libcurl does not start")))
            }
            return
        }
        engine.run()
    }

    private init?(_ mailbox: Mailbox, _ executor: LoopExecutor, _ settings: TransferLoop.Settings) {
        guard Self.isLibraryReady, let multi = unsafe curl_multi_init() else { return nil }
        unsafe self.multi = unsafe multi
        self.mailbox = mailbox
        self.executor = executor
        width = max(1, settings.width)
        context = EngineContext(zone: settings.zone)
        poll = feedherald_poll_create()
        feedherald_poll_watch(poll, mailbox.wakeup, CURL_POLL_IN, 0)
        setCallbacks(keptConnections: settings.keptConnections)
    }

    deinit {
        unsafe curl_multi_cleanup(multi)
        close(poll)
    }

    private func run() {
        var events = [feedherald_event](repeating: feedherald_event(), count: Int(FEEDHERALD_EVENTS))
        while !isStopping {
            if mailbox.isFilled { takePost(isAwake: false) }
            if isStopping { break }
            let count = unsafe feedherald_poll_wait(poll, &events, mailbox.isFilled ? 0 : millisecondsToAlarm)
            for event in events.prefix(Int(count)) {
                if event.descriptor == mailbox.wakeup {
                    takePost(isAwake: true)
                } else {
                    act(event.descriptor, event.flags)
                    // A body that is whole is dealt with before others come, so that few are in memory at a time.
                    if takeFinished(), mailbox.isFilled { takePost(isAwake: false) }
                }
            }
            if let alarm, alarm <= .now {
                self.alarm = nil
                act(CURL_SOCKET_TIMEOUT, 0)
            }
            takeFinished()
        }
        for transfer in running.values {
            end(transfer, .failure(.cancelled))
        }
        let last = mailbox.empty(isAwake: false)
        for job in waiting + last.jobs { job.finish(.failure(.cancelled)) }
        for piece in last.work + mailbox.empty(isAwake: false).work { executor.run(piece) }
    }

    private var millisecondsToAlarm: CInt {
        guard let alarm else { return -1 }
        let left = ContinuousClock.now.duration(to: alarm)
        guard left > .zero else { return 0 }
        let (seconds, rest) = left.components
        return CInt(clamping: seconds * 1000 + (rest + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private func takePost(isAwake: Bool) {
        let post = mailbox.empty(isAwake: isAwake)
        isStopping = post.isStopping
        waiting.append(contentsOf: post.jobs)
        for job in post.cancels {
            if let transfer = running[ObjectIdentifier(job)] { end(transfer, .failure(.cancelled)) }
        }
        startWaiting()
        for piece in post.work { executor.run(piece) }
    }

    private func startWaiting() {
        guard !waiting.isEmpty else { return }
        let now = ContinuousClock.now
        while running.count < width, let job = waiting.popFirst() {
            if job.isCancelled {
                job.finish(.failure(.cancelled))
                continue
            }
            let transfer = Transfer(job, context, started: now)
            do throws(TransferError) {
                try transfer.prepare(at: now)
                running[ObjectIdentifier(job)] = transfer
                add(transfer)
            } catch {
                transfer.release()
                job.finish(.failure(error))
            }
        }
    }

    /// Hands out the results that libcurl has; false when it has none.
    @discardableResult
    private func takeFinished() -> Bool {
        var code = CURLE_OK
        var isAnyFinished = false
        while let easy = unsafe feedherald_next_finished(multi, &code) {
            var context: UnsafeMutablePointer<CChar>?
            unsafe feedherald_get_text(easy, CURLINFO_PRIVATE, &context)
            guard let transfer = unsafe Transfer.at(UnsafeMutableRawPointer(context)) else { continue }
            remove(transfer)
            switch transfer.completed(code) {
            case .again: add(transfer)
            case .finished(let result):
                transfer.release()
                running[ObjectIdentifier(transfer.job)] = nil
                transfer.job.finish(result)
                isAnyFinished = true
            }
        }
        if isAnyFinished { startWaiting() }
        return isAnyFinished
    }

    private func end(_ transfer: Transfer, _ result: TransferResult) {
        remove(transfer)
        transfer.release()
        running[ObjectIdentifier(transfer.job)] = nil
        transfer.job.finish(result)
    }

    private func add(_ transfer: Transfer) {
        guard let easy = transfer.easy else { return }
        unsafe curl_multi_add_handle(multi, easy.pointer)
    }

    private func remove(_ transfer: Transfer) {
        guard let easy = transfer.easy else { return }
        unsafe curl_multi_remove_handle(multi, easy.pointer)
    }
}

extension TransferEngine {
    private func setCallbacks(keptConnections: Int) {
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe feedherald_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, keptConnections))
        unsafe feedherald_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, own)
        unsafe feedherald_multi_set_pointer(multi, CURLMOPT_TIMERDATA, own)
        unsafe feedherald_multi_set_socket_callback(multi) { _, socket, what, context, known in
            unsafe TransferEngine.at(context)?.watch(socket, what, isKnown: known != nil)
            return 0
        }
        unsafe feedherald_multi_set_timer_callback(multi) { _, milliseconds, context in
            unsafe TransferEngine.at(context)?.setAlarm(milliseconds)
            return 0
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> TransferEngine? {
        unsafe context.map { unsafe Unmanaged<TransferEngine>.fromOpaque($0).takeUnretainedValue() }
    }

    private func setAlarm(_ milliseconds: Int) {
        alarm = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
    }

    /// Watches a socket for what libcurl waits for on it.
    private func watch(_ socket: curl_socket_t, _ what: CInt, isKnown: Bool) {
        feedherald_poll_watch(poll, socket, what, isKnown ? 1 : 0)
        if !isKnown, what != CURL_POLL_REMOVE {
            unsafe curl_multi_assign(multi, socket, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    private func act(_ socket: curl_socket_t, _ flags: CInt) {
        var count: CInt = 0
        unsafe curl_multi_socket_action(multi, socket, flags, &count)
    }
}
