import CNGHTTP2
import CCurl
import COpenSSL
import Glibc

/// The functions nghttp2 calls; each finds its ``PushSession`` in the user data and never throws or traps.
enum PushCallbacks {
    /// The table; the caller frees it.
    @unsafe static func make() -> OpaquePointer? {
        var table: OpaquePointer?
        unsafe nghttp2_session_callbacks_new(&table)
        unsafe nghttp2_session_callbacks_set_on_header_callback(table) {
            _, frame, name, nameLength, value, valueLength, _, user in
            if let frame = unsafe frame, let me = unsafe PushCallbacks.session(user) {
                unsafe me.header(
                    frame.pointee.hd.stream_id, UnsafeBufferPointer(start: name, count: nameLength),
                    UnsafeBufferPointer(start: value, count: valueLength))
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(table) {
            _, _, id, data, length, user in
            unsafe PushCallbacks.session(user)?.data(id, UnsafeBufferPointer(start: data, count: length))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(table) { _, frame, user in
            if let frame = unsafe frame { unsafe PushCallbacks.session(user)?.frame(frame.pointee) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(table) { _, id, code, user in
            unsafe PushCallbacks.session(user)?.closed(id, code)
            return 0
        }
        return unsafe table
    }

    /// Hands over the next part of a request's body.
    static let readBody: nghttp2_data_source_read_callback = { _, id, buffer, length, flags, _, user in
        guard let me = unsafe PushCallbacks.session(user), let buffer = unsafe buffer else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        let (count, isEnd) = unsafe me.read(
            id, into: UnsafeMutableBufferPointer(start: buffer, count: length))
        if isEnd { unsafe flags?.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue) }
        return count
    }

    @unsafe private static func session(_ user: UnsafeMutableRawPointer?) -> PushSession? {
        unsafe user.map { unsafe Unmanaged<PushSession>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension PushSession {
    fileprivate func header(
        _ id: Int32, _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) {
        // Only what a push's sender can use is kept; the rest would be most of the work of an answer.
        guard let first = unsafe name.first, first == 0x3A || first == 0x61 || first == 0x72,
            let stream = streams[id]
        else { return }
        if first == 0x3A {
            stream.response.status = unsafe value.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
            return
        }
        let field = unsafe String(decoding: name, as: UTF8.self)
        guard field.hasPrefix("apns-") || field == "retry-after" else { return }
        unsafe stream.response.headers.append(
            PushHeader(field, String(decoding: value, as: UTF8.self)))
    }

    fileprivate func data(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let stream = streams[id] else { return }
        let room = max(0, bodyLimit - stream.response.body.count)
        unsafe stream.response.body.append(contentsOf: bytes.prefix(room))
    }

    fileprivate func frame(_ frame: nghttp2_frame) {
        let head = unsafe frame.hd
        switch UInt32(head.type) {
        case NGHTTP2_GOAWAY.rawValue:
            let last = unsafe frame.goaway
            let text = unsafe UnsafeBufferPointer(start: last.opaque_data, count: last.opaque_data_len)
            goAway = unsafe .goAway(
                code: last.error_code, reason: String(decoding: text.prefix(bodyLimit), as: UTF8.self))
        case NGHTTP2_PING.rawValue:
            if UInt32(head.flags) & NGHTTP2_FLAG_ACK.rawValue != 0 { wasPingAnswered = true }
        case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
            if UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 {
                streams[head.stream_id]?.isComplete = true
            }
        default: break
        }
    }

    /// nghttp2 also closes streams above a GOAWAY's last id, with REFUSED_STREAM: they were not processed.
    fileprivate func closed(_ id: Int32, _ code: UInt32) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        unsentBytes -= stream.unsent
        let outcome: PushOutcome =
            if stream.isComplete, stream.response.status > 0 {
                .answered(stream.response)
            } else if code == NGHTTP2_REFUSED_STREAM.rawValue {
                .unprocessed(goAway ?? .refused)
            } else {
                .unknown(.reset(code: code))
            }
        finished.append((stream.tag, outcome))
    }

    fileprivate func read(
        _ id: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, isEnd: Bool) {
        guard let stream = streams[id] else { return (0, true) }
        let rest = stream.body[stream.sent...].prefix(buffer.count)
        _ = unsafe buffer.update(fromContentsOf: rest)
        stream.sent += rest.count
        unsentBytes -= rest.count
        return (rest.count, stream.unsent == 0)
    }
}
