import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The 32 bytes of the digest.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 32)
        _ = unsafe EVP_Digest(bytes, bytes.count, &result, nil, EVP_sha256(), nil)
        return result
    }
}

/// HMAC with SHA-256 (RFC 2104, RFC 4231).
public enum HMACSHA256 {
    /// The 32 bytes of the code.
    public static func code(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 32
        // An empty array may lend a null pointer, which OpenSSL takes for "the key of before".
        let lent = key.isEmpty ? [0] : key
        _ = unsafe HMAC(
            EVP_sha256(), lent, Int32(key.count), message, message.count, &result, &length)
        return result
    }
}
