import CNGHTTP2

/// A request's header fields in the form nghttp2 takes: one block of bytes and places in it, used again and again.
@safe final class HeaderBlock {
    private let authority: String
    private var bytes: [UInt8] = []
    private var fields: [nghttp2_nv] = unsafe []
    private var ends: [(name: Int, value: Int, flags: UInt8)] = []

    init(authority: String) { self.authority = authority }

    /// Lends the fields of a request for the time of the call.
    ///
    /// What differs every time, and the authorization, which would be worth stealing, goes literally, without a place
    /// in the compression table, as Apple advises.
    func withFields<Result>(
        _ request: PushRequest, _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result
    ) -> Result {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        unsafe fields.removeAll(keepingCapacity: true)
        add(":method", "POST")
        add(":scheme", "https")
        add(":authority", authority)
        add(":path", request.path, isIndexed: false)
        for header in request.headers {
            let isChanging =
                switch header.name {
                case "authorization", "apns-id", "apns-collapse-id", "apns-expiration": true
                default: false
                }
            add(header.name, header.value, isIndexed: !isChanging)
        }
        return unsafe bytes.withUnsafeBufferPointer { all in
            let start = unsafe UnsafeMutablePointer(mutating: all.baseAddress)
            var from = 0
            for end in ends {
                unsafe fields.append(
                    nghttp2_nv(
                        name: start.map { unsafe $0 + from }, value: start.map { unsafe $0 + end.name },
                        namelen: end.name - from, valuelen: end.value - end.name, flags: end.flags))
                from = end.value
            }
            return unsafe fields.withUnsafeBufferPointer { unsafe body($0) }
        }
    }

    private func add(_ name: String, _ value: String, isIndexed: Bool = true) {
        bytes.append(contentsOf: name.utf8)
        let middle = bytes.count
        bytes.append(contentsOf: value.utf8)
        let flags = isIndexed ? NGHTTP2_NV_FLAG_NONE : NGHTTP2_NV_FLAG_NO_INDEX
        ends.append((middle, bytes.count, UInt8(flags.rawValue)))
    }
}
