import CNGHTTP2

/// A request's header fields in the form nghttp2 takes: one block of bytes and places in it, used again and again.
@safe final class HeaderBlock {
    /// The fields that all requests begin with.
    private let prefix: (bytes: [UInt8], ends: [End])
    private var bytes: [UInt8] = []
    private var fields: [nghttp2_nv] = unsafe []
    private var ends: [End] = []

    /// Where a name and a value end in the block.
    private typealias End = (name: Int, value: Int, flags: UInt8)

    init(authority: String) {
        var (bytes, ends) = ([UInt8](), [End]())
        for (name, value) in [(":method", "POST"), (":scheme", "https"), (":authority", authority)] {
            Self.add(name, value, to: &bytes, &ends)
        }
        prefix = (bytes, ends)
    }

    /// Lends the fields of a request for the time of the call.
    ///
    /// What differs every time, and the authorization, which would be worth stealing, goes literally, without a place
    /// in the compression table, as Apple advises.
    func withFields<Result>(
        _ request: PushRequest, _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result
    ) -> Result {
        fill(request)
        unsafe fields.removeAll(keepingCapacity: true)
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

    private func fill(_ request: PushRequest) {
        var (bytes, ends) = (bytes, ends)
        self.bytes = []
        self.ends = []
        bytes.replaceSubrange(bytes.indices, with: prefix.bytes)
        ends.replaceSubrange(ends.indices, with: prefix.ends)
        Self.add(":path", request.path, to: &bytes, &ends, isIndexed: false)
        for header in request.headers {
            let isChanging =
                switch header.name {
                case "authorization", "apns-id", "apns-collapse-id", "apns-expiration": true
                default: false
                }
            Self.add(header.name, header.value, to: &bytes, &ends, isIndexed: !isChanging)
        }
        self.bytes = bytes
        self.ends = ends
    }

    private static func add(
        _ name: String, _ value: String, to bytes: inout [UInt8], _ ends: inout [End],
        isIndexed: Bool = true
    ) {
        var (name, value) = (name, value)
        name.withUTF8 { unsafe bytes.append(contentsOf: $0) }
        let middle = bytes.count
        value.withUTF8 { unsafe bytes.append(contentsOf: $0) }
        let flags = isIndexed ? NGHTTP2_NV_FLAG_NONE : NGHTTP2_NV_FLAG_NO_INDEX
        ends.append((middle, bytes.count, UInt8(flags.rawValue)))
    }
}
