import COpenSSL

/// OpenSSL's objects for one identity: owned here, freed with it.
@safe final class CertificateParts {
    let key: OpaquePointer
    let leaf: OpaquePointer
    private let chain: [OpaquePointer]

    /// Takes over what the pointers own.
    @unsafe init(key: OpaquePointer, leaf: OpaquePointer, chain: [OpaquePointer]) {
        unsafe self.key = key
        unsafe self.leaf = leaf
        unsafe self.chain = chain
    }

    deinit {
        unsafe EVP_PKEY_free(key)
        unsafe X509_free(leaf)
        unsafe chain.forEach { unsafe X509_free($0) }
    }

    var fitsTogether: Bool {
        defer { ERR_clear_error() }
        return unsafe X509_check_private_key(leaf, key) == 1
    }

    func certificatesPEM() throws(SigningError) -> [UInt8] {
        try unsafe written { bio in
            var isWritten = unsafe PEM_write_bio_X509(bio, leaf) == 1
            unsafe chain.forEach { isWritten = unsafe PEM_write_bio_X509(bio, $0) == 1 && isWritten }
            return isWritten
        }
    }

    func keyPEM() throws(SigningError) -> [UInt8] {
        try unsafe written { bio in
            unsafe PEM_write_bio_PKCS8PrivateKey(bio, key, nil, nil, 0, nil, nil) == 1
        }
    }

    private func written(_ write: (OpaquePointer) -> Bool) throws(SigningError) -> [UInt8] {
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { throw SigningError("out of memory") }
        defer { unsafe BIO_free(bio) }
        guard unsafe write(bio) else {
            throw SigningError("the certificate could not be converted: \(OpenSSLErrors.drain())")
        }
        var start: UnsafeMutablePointer<CChar>?
        let count = unsafe feedherald_bio_data(bio, &start)
        guard let start = unsafe start, count > 0 else { return [] }
        return unsafe UnsafeBufferPointer(start: start, count: count).map { UInt8(bitPattern: $0) }
    }

    /// Reads key and certificates from PEM text, in any order, with or without "Bag Attributes" between.
    static func pem(_ bytes: [UInt8], passphrase: String) throws(SigningError) -> CertificateParts {
        guard let bio = unsafe BIO_new_mem_buf(bytes, Int32(clamping: bytes.count)) else {
            throw SigningError("out of memory")
        }
        defer { unsafe BIO_free(bio) }
        let key = unsafe passphrase.withCString { secret in
            unsafe PEM_read_bio_PrivateKey(bio, nil, nil, UnsafeMutableRawPointer(mutating: secret))
        }
        guard let key = unsafe key else {
            throw SigningError(
                "the certificate file holds no readable private key: \(OpenSSLErrors.drain())",
                hint: "a .pem file needs the certificate and its private key; check the passphrase")
        }
        var certificates: [OpaquePointer] = unsafe []
        guard let again = unsafe BIO_new_mem_buf(bytes, Int32(clamping: bytes.count)) else {
            throw SigningError("out of memory")
        }
        defer { unsafe BIO_free(again) }
        while let next = unsafe PEM_read_bio_X509(again, nil, nil, nil) { unsafe certificates.append(next) }
        ERR_clear_error()
        // The leaf is the one that the key belongs to, wherever it stands.
        let place = unsafe certificates.firstIndex { unsafe X509_check_private_key($0, key) == 1 } ?? 0
        ERR_clear_error()
        guard unsafe certificates.indices.contains(place) else {
            unsafe EVP_PKEY_free(key)
            throw SigningError(
                "the certificate file holds a private key but no certificate",
                hint: "join both: cat certificate.pem key.pem > push.pem")
        }
        let leaf = unsafe certificates.remove(at: place)
        return unsafe CertificateParts(key: key, leaf: leaf, chain: certificates)
    }
}
