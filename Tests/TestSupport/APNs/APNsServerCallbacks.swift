import CNGHTTP2
import COpenSSL
import Glibc

/// What nghttp2 calls on the server's side.
enum APNsServerCallbacks {
    @unsafe static func make() -> OpaquePointer? {
        var table: OpaquePointer?
        unsafe nghttp2_session_callbacks_new(&table)
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(table) { _, frame, user in
            guard let frame = unsafe frame, let me = unsafe APNsServerCallbacks.connection(user) else {
                return 0
            }
            me.streams[unsafe frame.pointee.hd.stream_id] = APNsServerConnection.Stream()
            me.opened()
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(table) {
            _, frame, name, nameLength, value, valueLength, _, user in
            guard let frame = unsafe frame, let me = unsafe APNsServerCallbacks.connection(user) else {
                return 0
            }
            let name = unsafe String(
                decoding: UnsafeBufferPointer(start: name, count: nameLength), as: UTF8.self)
            let value = unsafe String(
                decoding: UnsafeBufferPointer(start: value, count: valueLength), as: UTF8.self)
            let id = unsafe frame.pointee.hd.stream_id
            me.streams[id]?.push.headers.append((name, value))
            if name == ":path" { me.streams[id]?.push.path = value }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(table) {
            _, _, id, data, length, user in
            unsafe APNsServerCallbacks.connection(user)?.streams[id]?.push.body.append(
                contentsOf: UnsafeBufferPointer(start: data, count: length))
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(table) { _, frame, user in
            guard let head = unsafe frame?.pointee.hd, let me = unsafe APNsServerCallbacks.connection(user)
            else { return 0 }
            if UInt32(head.type) == NGHTTP2_PING.rawValue, head.flags == 0 { me.service.pinged() }
            let isRequest = [NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue].contains(UInt32(head.type))
            if isRequest, UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0 {
                me.complete(head.stream_id)
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(table) { _, id, _, user in
            unsafe APNsServerCallbacks.connection(user)?.streams[id] = nil
            return 0
        }
        return unsafe table
    }

    static let readBody: nghttp2_data_source_read_callback = { _, id, buffer, length, flags, _, user in
        guard let me = unsafe APNsServerCallbacks.connection(user), let stream = me.streams[id],
            let buffer = unsafe buffer
        else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let rest = stream.answer[stream.sent...].prefix(length)
        _ = unsafe UnsafeMutableBufferPointer(start: buffer, count: length).update(fromContentsOf: rest)
        me.streams[id]?.sent += rest.count
        if stream.sent + rest.count == stream.answer.count {
            unsafe flags?.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue)
        }
        return rest.count
    }

    @unsafe private static func connection(_ user: UnsafeMutableRawPointer?) -> APNsServerConnection? {
        unsafe user.map { unsafe Unmanaged<APNsServerConnection>.fromOpaque($0).takeUnretainedValue() }
    }
}
