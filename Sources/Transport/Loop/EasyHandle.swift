internal import CCurl
internal import Glibc

/// One easy handle of libcurl, owned, with typed options; what an option refuses is remembered in ``failure``.
@safe final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private(set) var failure: CurlCode?
    private let errorText: UnsafeMutablePointer<CChar>
    /// Lists libcurl still points at.
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []
    /// Whose transfer it carries: libcurl's callbacks get the handle, which stays the same from one to the next.
    var transfer: Transfer?
    /// What is set already and holds for a plain GET.
    var standing = Standing()

    /// Options that most transfers share, and that need not be set anew for each.
    struct Standing {
        var limits: TransferLimits?
        var isForHTTP = false
        /// Whether TLS trusts the system's bundle.
        var trustsUsual = false
        /// Whether there is more than a next GET would set anew.
        var hasMore = false
    }

    init?() {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setCommon()
    }

    /// Makes it ready for the next transfer: cheaper than another one, and than forgetting what stays the same.
    func clear() {
        transfer = nil
        if standing.hasMore || failure != nil {
            unsafe curl_easy_reset(pointer)
            standing = Standing()
            failure = nil
            setCommon()
        } else {
            unsafe note(feedherald_set_list(pointer, CURLOPT_HTTPHEADER, nil))
        }
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
        unsafe lists.removeAll(keepingCapacity: true)
        unsafe errorText.pointee = 0
    }

    private func setCommon() {
        unsafe note(feedherald_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText))
        set(CURLOPT_NOSIGNAL, true)
        Transfer.setCallbacks(self)
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA,
            CURLOPT_PREREQDATA,
        ] {
            set(option, context: self)
        }
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
        unsafe errorText.deallocate()
    }

    /// What libcurl wrote about the last failure, on one line.
    var message: String {
        let text = unsafe String(cString: errorText)
        return String(text.map { $0.isNewline ? " " : $0 })
    }

    func set(_ option: CURLoption, _ flag: Bool) {
        unsafe note(feedherald_set_long(pointer, option, flag ? 1 : 0))
    }

    func set(_ option: CURLoption, _ number: Int) {
        unsafe note(feedherald_set_long(pointer, option, number))
    }

    func set(_ option: CURLoption, _ duration: Duration) {
        let (seconds, rest) = duration.components
        let milliseconds = min(max(0, seconds), 1_000_000) * 1000 + rest / 1_000_000_000_000_000
        set(option, max(1, Int(milliseconds)))
    }

    func set(_ option: CURLoption, _ text: String?) {
        guard let text else { return unsafe note(feedherald_set_text(pointer, option, nil)) }
        unsafe note(feedherald_set_text(pointer, option, text))
    }

    func set(_ option: CURLoption, offset: Int) {
        unsafe note(feedherald_set_offset(pointer, option, curl_off_t(offset)))
    }

    func set(_ option: CURLoption, context: AnyObject) {
        unsafe note(feedherald_set_pointer(pointer, option, Unmanaged.passUnretained(context).toOpaque()))
    }

    /// Gives libcurl a copy of some bytes.
    func set(_ option: CURLoption, blob: [UInt8]) {
        unsafe blob.withUnsafeBytes {
            unsafe note(feedherald_set_blob(pointer, option, $0.baseAddress, $0.count))
        }
    }

    /// Gives libcurl a copy of the bytes to send.
    func set(body: [UInt8]) {
        set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body.count)
        unsafe body.withUnsafeBytes {
            unsafe note(
                feedherald_set_text(
                    pointer, CURLOPT_COPYPOSTFIELDS,
                    $0.baseAddress.map { unsafe UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
                        ?? emptyText))
        }
    }

    /// Gives libcurl a list of texts, kept until the handle goes.
    func set(_ option: CURLoption, list texts: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for text in texts {
            guard let longer = unsafe curl_slist_append(list, text) else { break }
            unsafe list = unsafe longer
        }
        unsafe keep(list, option)
    }

    /// Gives libcurl header lines, each ended by a zero byte, and then some of our own.
    func setHeaders(_ fields: HeaderFields, userAgent: String?, _ more: StaticString?...) {
        var list: UnsafeMutablePointer<curl_slist>?
        func append(_ line: UnsafePointer<CChar>) {
            if let longer = unsafe curl_slist_append(list, line) { unsafe list = unsafe longer }
        }
        unsafe fields.lines.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count, let base = bytes.baseAddress,
                let end = unsafe memchr(base + start, 0, bytes.count - start)
            {
                let at = unsafe UnsafeRawPointer(end) - base
                if at >= 2, unsafe bytes[at - 1] == 0x20, unsafe bytes[at - 2] == 0x3A {
                    // An empty value: libcurl takes "Name:" as the wish to leave the field out, "Name;" as empty.
                    let name = unsafe String(decoding: bytes[start..<(at - 2)], as: UTF8.self)
                    unsafe (name + ";").withCString { unsafe append($0) }
                } else {
                    unsafe append((base + start).assumingMemoryBound(to: CChar.self))
                }
                start = at + 1
            }
        }
        if let userAgent { unsafe userAgent.withCString { unsafe append($0) } }
        for case let text? in more {
            unsafe append(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
        }
        unsafe keep(list, CURLOPT_HTTPHEADER)
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        unsafe feedherald_get_long(pointer, info, &value)
        return value
    }

    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        unsafe feedherald_get_offset(pointer, info, &value)
        return Int(value)
    }

    func text(_ info: CURLINFO) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        unsafe feedherald_get_text(pointer, info, &value)
        return unsafe value.map { unsafe String(cString: $0) }
    }

    func note(_ code: CURLcode) {
        if code != CURLE_OK, failure == nil { failure = CurlCode(code) }
    }

    private func keep(_ list: UnsafeMutablePointer<curl_slist>?, _ option: CURLoption) {
        guard let list = unsafe list else { return }
        unsafe lists.append(list)
        unsafe note(feedherald_set_list(pointer, option, list))
    }
}

/// A C text of no bytes that lives for ever.
nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    unsafe text.initialize(to: 0)
    return unsafe UnsafePointer(text)
}()
