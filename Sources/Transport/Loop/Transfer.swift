internal import CCurl

/// One job in the hands of the loop thread: its easy handle, what has come so far, and everything libcurl points at.
///
/// libcurl's callbacks find it by its handle, which keeps it until it is given back.
final class Transfer {
    /// What follows when libcurl is done with the handle.
    enum Next {
        case finished(TransferResult)
        /// A further hop was prepared.
        case again
    }

    let job: TransferJob
    let context: EngineContext
    let limits: TransferLimits
    private let started: ContinuousClock.Instant
    private(set) var easy: EasyHandle?
    var chain: RedirectChain?
    /// The rest of the way, which is the caller's business.
    private var onward: OnwardRequest?
    var status = 0
    var headers = HeaderFields()
    var headerBytes = 0
    /// Whether the empty line came: libcurl takes an end within the header for an answer without a body.
    var isHeaderComplete = false
    var body: [UInt8] = []
    /// Bytes still to send (mail).
    var upload: ArraySlice<UInt8> = []
    /// Our own reason to stop, which goes before libcurl's code: a callback can only say "stop".
    var reason: TransferError?
    /// The last line of a mail server that was no plain success.
    var reply = ""
    /// The address of the connection in use.
    var address: SocketAddress?

    /// Whether libcurl drops old names at this hop's end, see ``EngineContext/isNamePruningDue(_:)``.
    private var prunesNames = true

    init(_ job: TransferJob, _ context: EngineContext, started: ContinuousClock.Instant) {
        self.job = job
        self.context = context
        self.started = started
        limits =
            switch job.kind {
            case .http(let request): request.value.limits
            case .onward(let held): held.box.value.limits
            case .mail(let envelope): envelope.limits
            case .mqtt(let message): message.limits
            }
    }

    /// Makes the handle ready to be added.
    func prepare(at now: ContinuousClock.Instant) throws(TransferError) {
        release()
        guard let easy = context.takeHandle() else { throw .curl(.outOfMemory, "") }
        self.easy = easy
        easy.transfer = self
        status = 0
        headerBytes = 0
        isHeaderComplete = false
        headers.removeAll()
        body.removeAll(keepingCapacity: true)
        try setLimits(easy, at: now)
        switch job.kind {
        case .http(let request): try prepare(request, on: easy)
        case .onward(let held): try prepare(held.box, on: easy, from: held)
        case .mail(let envelope): prepare(envelope, on: easy)
        case .mqtt(let message): try prepare(message, on: easy)
        }
        if let failure = easy.failure {
            throw .curl(failure, "libcurl does not take an option: \(failure.text)")
        }
    }

    /// Gives its handle back; it must have been removed.
    func release() {
        if let easy { context.giveBack(easy) }
        easy = nil
    }

    /// Takes libcurl's verdict on the hop.
    func completed(_ code: CURLcode) -> Next {
        if prunesNames { context.namesWerePruned(.now) }
        do throws(TransferError) {
            if let reason { throw reason }
            guard code == CURLE_OK else { throw error(for: code) }
            if chain != nil, !isHeaderComplete { throw .cutOff(reason: "it ended within its header") }
            if try isFollowed() { return .again }
            try unpackBody()
        } catch {
            return .finished(.failure(error))
        }
        var response = HTTPResponse(status: status, url: chain?.url ?? "")
        response.headers = headers
        response.body = body
        response.redirects = chain?.passed ?? []
        response.onward = onward
        response.address = easy?.text(CURLINFO_PRIMARY_IP)
        return .finished(.success(response))
    }

    /// Undoes the content codings that were asked for.
    ///
    /// What came with a failure or a redirect is worth less than its status: one that cannot be unpacked is left out.
    private func unpackBody() throws(TransferError) {
        guard chain?.request.acceptsEncodings == true, headers.contains("content-encoding") else { return }
        guard let unpacker = context.unpacker else { throw .curl(.outOfMemory, "") }
        do throws(TransferError) {
            body = try unpacker.unpacked(body, headers, limit: limits.maxBytes)
        } catch {
            guard status >= 300 else { throw error }
            body = []
        }
    }

    /// The host to name in messages.
    var host: String {
        switch job.kind {
        case .http, .onward: chain?.current?.host ?? "the host"
        case .mail(let envelope): envelope.host
        case .mqtt(let message): URLReference(message.server)?.host ?? "the broker"
        }
    }

    private func isFollowed() throws(TransferError) -> Bool {
        guard chain?.isRedirect(status) == true else { return false }
        if let numeric = easy?.text(CURLINFO_PRIMARY_IP), let bytes = SocketAddress.bytes(of: numeric) {
            chain?.answered(from: bytes, zone: context.zone(bytes))
        }
        let host = chain?.current?.host
        guard try chain?.follow(status: status, location: headers["location"]) == true else { return false }
        if chain?.request.stopsAtOtherHost == true, chain?.current?.host.lowercased() != host?.lowercased() {
            onward = chain?.onward
            return false
        }
        try prepare(at: .now)
        return true
    }

    private func setLimits(_ easy: EasyHandle, at now: ContinuousClock.Instant) throws(TransferError) {
        prunesNames = context.isNamePruningDue(now)
        easy.set(CURLOPT_DNS_CACHE_TIMEOUT, prunesNames ? 60 : -1)
        if now == started, easy.standing.limits == limits { return }
        let left = limits.total - started.duration(to: now)
        guard left > .zero else { throw .timedOut(.waiting, after: limits.total) }
        easy.set(CURLOPT_TIMEOUT_MS, left)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, min(limits.connect, left))
        easy.set(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeed)
        easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.lowSpeedTime.components.seconds)))
        easy.standing.limits = now == started ? limits : nil
    }
}
