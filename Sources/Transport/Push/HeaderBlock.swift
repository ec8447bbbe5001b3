import CNGHTTP2

/// A request's header fields in the form nghttp2 takes: one block of bytes and ranges in it.
struct HeaderBlock {
    private var bytes: [UInt8] = []
    private var ends: [(name: Int, value: Int, isIndexed: Bool)] = []

    /// `:path` and `authorization` go literally, without a place in the compression table, as Apple advises:
    /// the first differs every time, the second would be worth stealing.
    init(_ request: PushRequest, authority: String) {
        bytes.reserveCapacity(1024)
        add(":method", "POST")
        add(":scheme", "https")
        add(":authority", authority)
        add(":path", request.path, isIndexed: false)
        for header in request.headers {
            let changes = ["authorization", "apns-id", "apns-collapse-id", "apns-expiration"]
            add(header.name, header.value, isIndexed: !changes.contains(header.name))
        }
    }

    private mutating func add(_ name: String, _ value: String, isIndexed: Bool = true) {
        bytes.append(contentsOf: name.utf8)
        let middle = bytes.count
        bytes.append(contentsOf: value.utf8)
        ends.append((middle, bytes.count, isIndexed))
    }

    /// Lends the fields for the time of the call.
    func withFields<Result>(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        unsafe bytes.withUnsafeBufferPointer { all in
            let start = unsafe UnsafeMutablePointer(mutating: all.baseAddress)
            var from = 0
            let fields = unsafe ends.map { end in
                let flags = end.isIndexed ? NGHTTP2_NV_FLAG_NONE : NGHTTP2_NV_FLAG_NO_INDEX
                let field = unsafe nghttp2_nv(
                    name: start.map { unsafe $0 + from }, value: start.map { unsafe $0 + end.name },
                    namelen: end.name - from, valuelen: end.value - end.name, flags: UInt8(flags.rawValue))
                from = end.value
                return unsafe field
            }
            return unsafe fields.withUnsafeBufferPointer { unsafe body($0) }
        }
    }
}
