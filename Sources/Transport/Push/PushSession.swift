import CNGHTTP2
import CCurl
import COpenSSL
import Glibc

/// The client's side of HTTP/2 on nghttp2: bytes in, bytes out, and how each stream ended.
///
/// It knows no socket and no clock; one thread owns it.
@safe final class PushSession {
    private var session: OpaquePointer?
    private let block: HeaderBlock
    let bodyLimit: Int
    /// The open streams.
    var streams: [Int32: PushStream] = [:]
    /// Bytes of bodies that were submitted but not sent yet.
    var unsentBytes = 0
    /// The streams that ended since the owner last looked: tag and outcome.
    var finished: [(tag: PushTag, outcome: PushOutcome)] = []
    /// The server's farewell, once it said one.
    var goAway: PushError?
    /// No open stream's time is over before this; it may be early, never late.
    private(set) var nextDeadline: ContinuousClock.Instant?
    /// Whether a PING was answered since the owner last looked.
    var wasPingAnswered = false

    init(authority: String, bodyLimit: Int) throws(PushError) {
        block = HeaderBlock(authority: authority)
        self.bodyLimit = bodyLimit
        unsafe session = nil
        let callbacks = unsafe PushCallbacks.make()
        defer { unsafe nghttp2_session_callbacks_del(callbacks) }
        var made: OpaquePointer?
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe nghttp2_session_client_new(&made, callbacks, me) == 0 else {
            throw .lost("out of memory")
        }
        unsafe session = made
        let settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0)
        ]
        unsafe nghttp2_submit_settings(made, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
    }

    deinit { unsafe nghttp2_session_del(session) }

    /// How many streams the server allows at a time.
    var serverLimit: Int {
        let id = NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS
        return Int(clamping: unsafe nghttp2_session_get_remote_settings(session, id))
    }

    /// Whether a body of that size can be sent whole at once, behind those that are due before it.
    ///
    /// When the flow-control window is used up, nghttp2 goes on with any stream first; requests would overtake
    /// each other.
    func hasWindow(for bytes: Int) -> Bool {
        streams.isEmpty
            || unsentBytes + bytes <= (unsafe Int(nghttp2_session_get_remote_window_size(session)))
    }

    /// Whether the session may still send or receive anything.
    var isAlive: Bool {
        unsafe nghttp2_session_want_read(session) != 0 || nghttp2_session_want_write(session) != 0
    }

    /// Opens a stream for the request; false where the session takes none any more.
    func submit(_ request: PushRequest, tag: PushTag, deadline: ContinuousClock.Instant) -> Bool {
        let id = unsafe block.withFields(request) { fields in
            var provider = unsafe nghttp2_data_provider()
            unsafe provider.read_callback = PushCallbacks.readBody
            return unsafe nghttp2_submit_request(
                session, nil, fields.baseAddress, fields.count, &provider, nil)
        }
        guard id > 0 else { return false }
        unsentBytes += request.body.count
        streams[id] = PushStream(tag, request.body, deadline: deadline)
        nextDeadline = nextDeadline.map { min($0, deadline) } ?? deadline
        return true
    }

    func ping() { unsafe nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil) }

    /// Says good-bye: no new streams, those open may end.
    func sayGoodbye() {
        unsafe nghttp2_session_terminate_session(session, UInt32(NGHTTP2_NO_ERROR.rawValue))
    }

    /// Gives up the streams whose time is over, with an unknown outcome, and says whether there were any.
    func expire(now: ContinuousClock.Instant) -> Bool {
        guard let nextDeadline, nextDeadline <= now else { return false }
        let late = streams.filter { $0.value.deadline <= now }
        for (id, stream) in late {
            streams[id] = nil
            unsentBytes -= stream.unsent
            finished.append((stream.tag, .unknown(.stalled("no answer in time"))))
            unsafe nghttp2_submit_rst_stream(
                session, UInt8(NGHTTP2_FLAG_NONE.rawValue), id, UInt32(NGHTTP2_CANCEL.rawValue))
        }
        self.nextDeadline = streams.values.lazy.map(\.deadline).min()
        return !late.isEmpty
    }

    /// Takes bytes from the server; a failure is a breach of the protocol.
    func receive(_ bytes: [UInt8], count: Int) -> PushError? {
        let taken = unsafe bytes.withUnsafeBufferPointer {
            unsafe nghttp2_session_mem_recv(session, $0.baseAddress, count)
        }
        guard taken < 0 else { return nil }
        return .lost("HTTP/2: " + (unsafe String(cString: nghttp2_strerror(Int32(taken)))))
    }

    /// Appends what is to be sent, up to about `limit` bytes.
    func collect(into output: inout [UInt8], limit: Int) -> PushError? {
        while output.count < limit {
            var start: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(session, &start)
            guard count >= 0 else {
                return .lost("HTTP/2: " + (unsafe String(cString: nghttp2_strerror(Int32(count)))))
            }
            guard count > 0 else { return nil }
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
        return nil
    }

    /// Ends every open stream for one reason; whether the server acted on them is unknown.
    func abandon(_ reason: PushError) {
        for stream in streams.values { finished.append((stream.tag, .unknown(reason))) }
        streams.removeAll()
    }
}
