import COpenSSL
import FeedModel
import CNGHTTP2
import Glibc

/// Checks provider tokens as Apple does; written apart from the signing code it tests.
@safe final class APNsTokenVerifier: Sendable {
    private nonisolated(unsafe) let key: OpaquePointer
    private let keyID: String
    private let teamID: String
    private let now: @Sendable () -> Int

    init(keyFile: String, _ settings: APNsServerSettings) throws {
        guard let bio = unsafe BIO_new_file(keyFile, "r") else { throw LocalAPNsServer.StartError() }
        defer { unsafe BIO_free(bio) }
        guard let key = unsafe PEM_read_bio_PrivateKey(bio, nil, nil, nil) else {
            throw LocalAPNsServer.StartError()
        }
        unsafe self.key = key
        keyID = settings.keyID
        teamID = settings.teamID
        now = settings.now
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The reason Apple gives for refusing the token; nil for a good one.
    func fault(of token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Self.decoded(parts[2]), signature.count == 64,
            header["alg"]?.string == "ES256", header["kid"]?.string == keyID,
            claims["iss"]?.string == teamID, let issued = claims["iat"]?.numberText.flatMap({ Int($0) }),
            isValid(signature, Array("\(parts[0]).\(parts[1])".utf8))
        else { return "InvalidProviderToken" }
        return abs(now() - issued) <= 3600 ? nil : "ExpiredProviderToken"
    }

    private func isValid(_ raw: [UInt8], _ message: [UInt8]) -> Bool {
        func integer(_ half: ArraySlice<UInt8>) -> [UInt8] {
            var number = Array(half.drop { $0 == 0 })
            if number.isEmpty || number[0] >= 0x80 { number.insert(0, at: 0) }
            return [2, UInt8(number.count)] + number
        }
        let body = integer(raw[..<32]) + integer(raw[32...])
        let der = [0x30, UInt8(body.count)] + body
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        return unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
    }

    private static func json(_ part: Substring) -> JSONValue? {
        decoded(part).flatMap { try? JSONReader.read($0) }
    }

    /// Base 64 with the URL-safe alphabet and no padding; nil for the standard one.
    private static func decoded(_ part: Substring) -> [UInt8]? {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var (bits, count, bytes) = (0, 0, [UInt8]())
        for character in part {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 0xFF))
            }
        }
        return bytes
    }
}
