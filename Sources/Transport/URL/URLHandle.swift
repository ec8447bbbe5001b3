internal import CCurl

/// libcurl's own URL, owned.
@safe struct URLHandle: ~Copyable {
    private let pointer: OpaquePointer

    /// Reads an absolute URL.
    init?(_ url: String) {
        guard let pointer = unsafe curl_url() else { return nil }
        guard unsafe Self.set(pointer, url) else {
            unsafe curl_url_cleanup(pointer)
            return nil
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe curl_url_cleanup(pointer)
    }

    /// Reads an absolute URL, or a reference against the URL it holds.
    func set(_ url: String) -> Bool {
        unsafe Self.set(pointer, url)
    }

    private static func set(_ pointer: OpaquePointer, _ url: String) -> Bool {
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        return unsafe curl_url_set(pointer, CURLUPART_URL, url, flags) == CURLUE_OK
    }

    func removeCredentials() {
        unsafe curl_url_set(pointer, CURLUPART_USER, nil, 0)
        unsafe curl_url_set(pointer, CURLUPART_PASSWORD, nil, 0)
    }

    func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(pointer, part, &text, UInt32(flags)) == CURLUE_OK, let text = unsafe text
        else {
            return nil
        }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
