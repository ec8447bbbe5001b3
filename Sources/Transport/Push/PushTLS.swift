import COpenSSL
import CCurl
import CNGHTTP2
import Glibc

/// A verified TLS 1.2+ client connection with ALPN h2 over a non-blocking socket.
@safe final class PushTLS {
    /// How a read, write or handshake step ended.
    enum Step: Hashable {
        case done(Int)
        case wantsRead
        case wantsWrite
        /// The peer ended the connection properly.
        case ended
        case failed(String)
    }

    let socket: PushSocket
    private let context: OpaquePointer
    private let ssl: OpaquePointer

    /// Prepares the client's side; nothing is sent yet.
    init(_ socket: PushSocket, to endpoint: PushEndpoint) throws(PushError) {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else {
            throw .tls("out of memory")
        }
        guard let ssl = unsafe Self.prepared(context, endpoint) else {
            unsafe SSL_CTX_free(context)
            throw .tls(Self.drain() ?? "the settings could not be applied")
        }
        self.socket = socket
        unsafe self.context = context
        unsafe self.ssl = ssl
        unsafe SSL_set_fd(ssl, socket.descriptor)
        unsafe SSL_set_connect_state(ssl)
        unsafe feedherald_ssl_partial_writes(ssl)
    }

    deinit {
        unsafe SSL_free(ssl)
        unsafe SSL_CTX_free(context)
        ERR_clear_error()
    }

    @unsafe private static func prepared(
        _ context: OpaquePointer, _ endpoint: PushEndpoint
    ) -> OpaquePointer? {
        ERR_clear_error()
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        let alpn: [UInt8] = [2, 0x68, 0x32]
        guard unsafe feedherald_ssl_minimum_tls12(context) == 1,
            unsafe SSL_CTX_set_alpn_protos(context, alpn, 3) == 0
        else { return nil }
        let isTrusting =
            if let ca = endpoint.ca {
                unsafe SSL_CTX_load_verify_locations(context, ca, nil) == 1
            } else {
                unsafe SSL_CTX_set_default_verify_paths(context) == 1
            }
        guard isTrusting, unsafe install(endpoint.identity, in: context),
            let ssl = unsafe SSL_new(context)
        else { return nil }
        let isNamed =
            if isAddress(endpoint.host) {
                unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), endpoint.host) == 1
            } else {
                unsafe SSL_set1_host(ssl, endpoint.host) == 1
                    && feedherald_ssl_server_name(ssl, endpoint.host) == 1
            }
        guard isNamed else {
            unsafe SSL_free(ssl)
            return nil
        }
        return unsafe ssl
    }

    private static func isAddress(_ host: String) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16)
        return unsafe inet_pton(AF_INET, host, &buffer) == 1 || inet_pton(AF_INET6, host, &buffer) == 1
    }

    @unsafe private static func install(_ identity: PushIdentity?, in context: OpaquePointer) -> Bool {
        guard let identity else { return true }
        let certificates = unsafe BIO_new_mem_buf(
            identity.certificatesPEM, Int32(identity.certificatesPEM.count))
        let keys = unsafe BIO_new_mem_buf(identity.keyPEM, Int32(identity.keyPEM.count))
        defer {
            unsafe BIO_free(certificates)
            unsafe BIO_free(keys)
        }
        guard let leaf = unsafe PEM_read_bio_X509(certificates, nil, nil, nil) else { return false }
        defer { unsafe X509_free(leaf) }
        guard unsafe SSL_CTX_use_certificate(context, leaf) == 1 else { return false }
        while let next = unsafe PEM_read_bio_X509(certificates, nil, nil, nil) {
            _ = unsafe feedherald_ssl_add_chain(context, next)
            unsafe X509_free(next)
        }
        ERR_clear_error()
        guard let key = unsafe PEM_read_bio_PrivateKey(keys, nil, nil, nil) else { return false }
        defer { unsafe EVP_PKEY_free(key) }
        return unsafe SSL_CTX_use_PrivateKey(context, key) == 1
    }

    /// Handshakes until done or until the moment has come.
    func handshake(until: ContinuousClock.Instant) throws(PushError) {
        while true {
            ERR_clear_error()
            switch step(unsafe SSL_do_handshake(ssl)) {
            case .done: return try checkProtocol()
            case .wantsRead: _ = Poll.wait(socket.descriptor, Int16(POLLIN), until: until)
            case .wantsWrite: _ = Poll.wait(socket.descriptor, Int16(POLLOUT), until: until)
            case .ended: throw .tls("the server closed the connection during the handshake")
            case .failed(let text): throw .tls(verificationFault ?? text)
            }
            guard ContinuousClock.now < until else { throw .tls("the handshake took too long") }
        }
    }

    private func checkProtocol() throws(PushError) {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        unsafe SSL_get0_alpn_selected(ssl, &name, &length)
        let chosen = unsafe Array(UnsafeBufferPointer(start: name, count: Int(length)))
        guard chosen == [0x68, 0x32] else { throw .noHTTP2 }
    }

    private var verificationFault: String? {
        let code = unsafe SSL_get_verify_result(ssl)
        guard code != Int(X509_V_OK) else { return nil }
        return "the server's certificate is not trusted: "
            + (unsafe String(cString: X509_verify_cert_error_string(code)))
    }

    /// Reads decrypted bytes into the buffer.
    func read(into buffer: inout [UInt8]) -> Step {
        ERR_clear_error()
        return step(unsafe SSL_read(ssl, &buffer, Int32(buffer.count)))
    }

    /// Writes bytes from `start` on; may take only some of them.
    func write(_ bytes: [UInt8], from start: Int) -> Step {
        ERR_clear_error()
        let code = unsafe bytes.withUnsafeBufferPointer { all in
            let rest = unsafe UnsafeBufferPointer(rebasing: all[start...])
            return unsafe SSL_write(ssl, rest.baseAddress, Int32(rest.count))
        }
        return step(code)
    }

    /// Says good-bye without waiting for the answer.
    func shutDown() {
        unsafe SSL_shutdown(ssl)
        ERR_clear_error()
    }

    private func step(_ code: Int32) -> Step {
        if code > 0 { return .done(Int(code)) }
        let fault = errno
        switch unsafe SSL_get_error(ssl, code) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL:
            return .failed(
                Self.drain()
                    ?? (fault == 0 ? "closed by the server" : (unsafe String(cString: strerror(fault)))))
        default: return .failed(Self.drain() ?? "unknown fault")
        }
    }

    /// The innermost fault of OpenSSL's queue of this thread, which is emptied.
    private static func drain() -> String? {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let reason = unsafe ERR_reason_error_string(code) else { return nil }
        return unsafe String(cString: reason)
    }
}
