import COpenSSL

extension CertificateParts {
    /// Reads a PKCS#12 file; old ones locked with RC2 or 3DES, as Keychain exports them, among them.
    ///
    /// OpenSSL 3 keeps those ciphers in its legacy provider. It is loaded into a context that only this thread
    /// uses and only for the time of the call, so that nothing else in the process can come to use them; the
    /// objects made there are carried over as PEM text.
    static func pkcs12(_ bytes: [UInt8], passphrase: String) throws(SigningError) -> CertificateParts {
        guard let context = unsafe OSSL_LIB_CTX_new() else { throw SigningError("out of memory") }
        let before = unsafe OSSL_LIB_CTX_set0_default(context)
        let standard = unsafe OSSL_PROVIDER_load(context, "default")
        let legacy = unsafe OSSL_PROVIDER_load(context, "legacy")
        defer {
            unsafe OSSL_PROVIDER_unload(legacy)
            unsafe OSSL_PROVIDER_unload(standard)
            _ = unsafe OSSL_LIB_CTX_set0_default(before)
            unsafe OSSL_LIB_CTX_free(context)
        }
        ERR_clear_error()
        let text = try converted(bytes, passphrase: passphrase, hasLegacy: unsafe legacy != nil)
        _ = unsafe OSSL_LIB_CTX_set0_default(before)
        return try pem(text, passphrase: "")
    }

    /// The command that turns a .p12 file into a .pem file every OpenSSL 3 reads.
    static let conversion = "openssl pkcs12 -legacy -in push.p12 -out push.pem -nodes"

    /// Key and certificates of the file as PEM text.
    private static func converted(
        _ bytes: [UInt8], passphrase: String, hasLegacy: Bool
    ) throws(SigningError) -> [UInt8] {
        guard let bio = unsafe BIO_new_mem_buf(bytes, Int32(clamping: bytes.count)) else {
            throw SigningError("out of memory")
        }
        defer { unsafe BIO_free(bio) }
        guard let file = unsafe d2i_PKCS12_bio(bio, nil) else {
            throw SigningError("the .p12 file is damaged or no PKCS#12: \(OpenSSLErrors.drain())")
        }
        defer { unsafe PKCS12_free(file) }
        guard unsafe PKCS12_verify_mac(file, passphrase, -1) == 1 else {
            ERR_clear_error()
            throw SigningError("the passphrase does not open the .p12 file")
        }
        let parts = try unsafe parts(of: file, passphrase: passphrase, hasLegacy: hasLegacy)
        return try parts.keyPEM() + parts.certificatesPEM()
    }

    @unsafe private static func parts(
        of file: OpaquePointer, passphrase: String, hasLegacy: Bool
    ) throws(SigningError) -> CertificateParts {
        var key: OpaquePointer?
        var leaf: OpaquePointer?
        var others: OpaquePointer?
        let isParsed = unsafe PKCS12_parse(file, passphrase, &key, &leaf, &others) == 1
        defer { unsafe feedherald_x509_stack_free(others) }
        guard isParsed, let key = unsafe key, let leaf = unsafe leaf else {
            let reason = OpenSSLErrors.drain()
            unsafe EVP_PKEY_free(key)
            unsafe X509_free(leaf)
            throw SigningError(
                isParsed
                    ? "the .p12 file lacks the certificate or its private key"
                    : "the .p12 file cannot be unlocked: \(reason)",
                hint: hasLegacy ? nil : "convert it and use the .pem file: \(conversion)")
        }
        var chain: [OpaquePointer] = unsafe []
        for place in unsafe 0..<max(0, feedherald_x509_count(others)) {
            guard let certificate = unsafe feedherald_x509_at(others, place) else { continue }
            unsafe X509_up_ref(certificate)
            unsafe chain.append(certificate)
        }
        return unsafe CertificateParts(key: key, leaf: leaf, chain: chain)
    }
}
