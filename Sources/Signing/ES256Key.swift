import COpenSSL

/// A private key on P-256 for ES256 signatures (RFC 7518 §3.4), as Apple hands out in .p8 files.
///
/// OpenSSL's key object may be read by several threads at once; nothing here changes it after `init`.
@safe public final class ES256Key: Sendable {
    private nonisolated(unsafe) let key: OpaquePointer

    /// Reads a PEM private key; CRLF line ends, text around the block and a missing last line end are fine.
    ///
    /// - Throws: when the text holds no readable private key, or one of another kind than P-256.
    public init(pem: [UInt8]) throws(SigningError) {
        if String(decoding: pem, as: UTF8.self).contains("ENCRYPTED") {
            throw SigningError(
                "the signing key is encrypted",
                hint: "decrypt it: openssl pkcs8 -in AuthKey.p8 -out AuthKey-plain.p8")
        }
        guard let bio = unsafe BIO_new_mem_buf(pem, Int32(clamping: pem.count)) else {
            throw SigningError("out of memory")
        }
        defer { unsafe BIO_free(bio) }
        // An empty passphrase keeps OpenSSL from asking on the terminal.
        let none: [CChar] = [0]
        let read = unsafe none.withUnsafeBufferPointer { empty in
            unsafe PEM_read_bio_PrivateKey(
                bio, nil, nil, UnsafeMutableRawPointer(mutating: empty.baseAddress))
        }
        guard let read = unsafe read else {
            throw SigningError(
                "the signing key is no readable private key in PEM form: \(OpenSSLErrors.drain())",
                hint: "give the .p8 file from Apple's developer site as it was downloaded")
        }
        unsafe key = read
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        let isNamed = unsafe EVP_PKEY_get_group_name(read, &name, name.count, &length) == 1
        let group = String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard isNamed, group == "prime256v1" else {
            ERR_clear_error()
            throw SigningError(
                "the signing key is not on the curve P-256" + (isNamed ? " but on \(group)" : ""),
                hint: "APNs takes only the P-256 keys that Apple's developer site makes")
        }
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The signature in JWT's raw form: r and s, 32 bytes each.
    public func sign(_ message: [UInt8]) throws(SigningError) -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var der = [UInt8](repeating: 0, count: 128)
        var length = der.count
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            unsafe EVP_DigestSign(context, &der, &length, message, message.count) == 1
        else { throw SigningError("signing failed: \(OpenSSLErrors.drain())") }
        return try Self.raw(der: Array(der.prefix(length)))
    }

    /// Whether `signature` (raw, 64 bytes) is this key's own over `message`.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == 64, let der = Self.der(raw: signature) else { return false }
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        defer { ERR_clear_error() }
        return unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
    }

    private static func raw(der: [UInt8]) throws(SigningError) -> [UInt8] {
        let signature = unsafe der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &start, bytes.count)
        }
        guard let signature = unsafe signature else {
            throw SigningError("signing failed: \(OpenSSLErrors.drain())")
        }
        defer { unsafe ECDSA_SIG_free(signature) }
        var r = [UInt8](repeating: 0, count: 32)
        var s = r
        guard unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), &r, 32) == 32,
            unsafe BN_bn2binpad(ECDSA_SIG_get0_s(signature), &s, 32) == 32
        else { throw SigningError("signing failed: a half does not fit 32 bytes") }
        return r + s
    }

    private static func der(raw: [UInt8]) -> [UInt8]? {
        let r = Array(raw[..<32])
        let s = Array(raw[32...])
        guard let signature = unsafe ECDSA_SIG_new() else { return nil }
        defer { unsafe ECDSA_SIG_free(signature) }
        guard unsafe ECDSA_SIG_set0(signature, BN_bin2bn(r, 32, nil), BN_bin2bn(s, 32, nil)) == 1 else {
            return nil
        }
        let length = unsafe i2d_ECDSA_SIG(signature, nil)
        guard length > 0 else { return nil }
        var der = [UInt8](repeating: 0, count: Int(length))
        unsafe der.withUnsafeMutableBufferPointer { bytes in
            var start = bytes.baseAddress
            _ = unsafe i2d_ECDSA_SIG(signature, &start)
        }
        return der
    }
}
