import COpenSSL

/// OpenSSL's error queue of the current thread.
enum OpenSSLErrors {
    /// Empties the queue and gives the text of its first fault: the innermost cause.
    static func drain() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let reason = unsafe ERR_reason_error_string(code) else { return "no reason given" }
        return unsafe String(cString: reason)
    }
}
