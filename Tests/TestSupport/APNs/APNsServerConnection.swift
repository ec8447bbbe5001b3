import CNGHTTP2
import COpenSSL
import Glibc

/// One connection of ``LocalAPNsServer``: TLS, HTTP/2 by nghttp2, answers by ``APNsService``.
@safe final class APNsServerConnection {
    struct Stream {
        var push = ServedPush(number: 0, connection: 0, path: "", headers: [], body: [])
        var answer: [UInt8] = []
        var sent = 0
    }

    private let descriptor: Int32
    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private var session: OpaquePointer?
    let service: APNsService
    var streams: [Int32: Stream] = [:]
    private var advertised = 0
    private var isOver = false

    init?(_ descriptor: Int32, _ service: APNsService) {
        self.descriptor = descriptor
        self.service = service
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { return nil }
        let settings = service.settings
        unsafe SSL_CTX_use_certificate_chain_file(context, settings.certificate)
        unsafe SSL_CTX_use_PrivateKey_file(context, settings.key, SSL_FILETYPE_PEM)
        unsafe SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, length, offered, count, _ in
                let offer = unsafe Array(UnsafeBufferPointer(start: offered, count: Int(count)))
                guard let place = offer.firstIndex(of: 0x68), unsafe offered != nil else {
                    return SSL_TLSEXT_ERR_ALERT_FATAL
                }
                unsafe chosen?.pointee = unsafe offered.map { unsafe $0 + place }
                unsafe length?.pointee = 2
                return SSL_TLSEXT_ERR_OK
            }, nil)
        if settings.needsClientCertificate {
            unsafe SSL_CTX_set_verify(
                context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, { _, _ in 1 })
        }
        unsafe self.context = context
        guard let ssl = unsafe SSL_new(context) else { return nil }
        unsafe self.ssl = ssl
        unsafe session = nil
        unsafe SSL_set_fd(ssl, descriptor)
    }

    deinit {
        unsafe nghttp2_session_del(session)
        unsafe SSL_free(ssl)
        unsafe SSL_CTX_free(context)
        close(descriptor)
        ERR_clear_error()
    }

    /// Serves until the client or the script ends the connection.
    func run() {
        var pipe = sigset_t()
        unsafe sigfillset(&pipe)
        unsafe pthread_sigmask(SIG_BLOCK, &pipe, nil)
        guard unsafe SSL_accept(ssl) == 1 else { return linger() }
        let callbacks = unsafe APNsServerCallbacks.make()
        unsafe nghttp2_session_server_new(&session, callbacks, Unmanaged.passUnretained(self).toOpaque())
        unsafe nghttp2_session_callbacks_del(callbacks)
        advertise()
        if let farewell = service.settings.farewell { goAway(farewell, last: 0) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while flush() {
            let count = unsafe SSL_read(ssl, &buffer, Int32(buffer.count))
            guard count > 0, unsafe nghttp2_session_mem_recv(session, buffer, Int(count)) >= 0 else { break }
        }
        if !isOver { linger() }
    }

    /// Ends the connection so that the last words arrive: closing with unread bytes would reset it.
    private func linger() {
        unsafe SSL_shutdown(ssl)
        shutdown(descriptor, Int32(SHUT_WR))
        var buffer = [UInt8](repeating: 0, count: 4096)
        while unsafe recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    }

    /// Tells the client how many streams it may open, whenever that changed.
    func advertise() {
        guard service.streamLimit != advertised else { return }
        advertised = service.streamLimit
        let entry = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
                value: UInt32(advertised))
        ]
        unsafe nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), entry, 1)
    }

    private func flush() -> Bool {
        var output: [UInt8] = []
        while !isOver {
            var start: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(session, &start)
            guard count >= 0 else { return false }
            if count == 0 { break }
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
        var at = 0
        while at < output.count, !isOver {
            let rest = Array(output[at...])
            let written = unsafe SSL_write(ssl, rest, Int32(rest.count))
            guard written > 0 else { return false }
            at += Int(written)
        }
        return !isOver && (unsafe nghttp2_session_want_read(session) != 0)
    }

    func opened() {
        service.opened(streams.count)
        // What the client has not acknowledged yet does not bind it.
        let id = NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS
        let known = Int(clamping: unsafe nghttp2_session_get_local_settings(session, id))
        guard streams.count > max(advertised, service.streamLimit, min(known, service.settings.streams))
        else {
            return
        }
        service.note("\(streams.count) streams where \(advertised) are allowed")
        goAway("Maximum active streams violated for this endpoint", last: 0)
    }

    private func goAway(_ text: String, last: Int32) {
        let bytes = Array(text.utf8)
        unsafe nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, UInt32(NGHTTP2_NO_ERROR.rawValue), bytes,
            bytes.count)
    }

    private func cut() {
        isOver = true
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// A request is complete: react to it.
    func complete(_ id: Int32) {
        guard let stream = streams[id] else { return }
        let (push, reaction) = service.react(to: stream.push)
        switch reaction {
        case .accept:
            service.accepted(push)
            answer(id, 200, [])
        case .answer(let status, let reason, let timestamp):
            let time = timestamp.map { ",\"timestamp\":\($0)" } ?? ""
            answer(id, status, Array("{\"reason\":\"\(reason)\"\(time)}".utf8))
        case .garbled(let status): answer(id, status, Array("<html>Bad gateway</html>".utf8))
        case .acceptAndReset:
            service.accepted(push)
            reset(id, NGHTTP2_INTERNAL_ERROR)
        case .refuseStream: reset(id, NGHTTP2_REFUSED_STREAM)
        case .stall: break
        case .goAway(let reason): goAway("{\"reason\":\"\(reason)\"}", last: id - 2)
        case .acceptAndCut:
            service.accepted(push)
            cut()
        case .cut: cut()
        }
        advertise()
    }

    private func reset(_ id: Int32, _ code: nghttp2_error_code) {
        unsafe nghttp2_submit_rst_stream(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), id, code.rawValue)
    }

    private func answer(_ id: Int32, _ status: Int, _ body: [UInt8]) {
        streams[id]?.answer = body
        let texts = [(":status", String(status)), ("apns-id", streams[id]?.push["apns-id"] ?? "")]
        let bytes = texts.map { (Array($0.0.utf8), Array($0.1.utf8)) }
        var fields: [nghttp2_nv] = unsafe []
        for (name, value) in bytes {
            // nghttp2 copies names and values before the call returns; the arrays outlive it.
            unsafe fields.append(
                nghttp2_nv(
                    name: UnsafeMutablePointer(mutating: Self.pinned(name)),
                    value: UnsafeMutablePointer(mutating: Self.pinned(value)), namelen: name.count,
                    valuelen: value.count, flags: 0))
        }
        defer {
            unsafe fields.forEach {
                unsafe $0.name.deallocate()
                unsafe $0.value.deallocate()
            }
        }
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = APNsServerCallbacks.readBody
        if body.isEmpty {
            unsafe nghttp2_submit_response(session, id, fields, fields.count, nil)
        } else {
            unsafe nghttp2_submit_response(session, id, fields, fields.count, &provider)
        }
    }

    @unsafe private static func pinned(_ bytes: [UInt8]) -> UnsafePointer<UInt8> {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        unsafe copy.initialize(from: bytes, count: bytes.count)
        return unsafe UnsafePointer(copy)
    }
}
