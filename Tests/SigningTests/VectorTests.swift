import TestSupport
import Testing

@testable import Signing

/// Published test vectors of what is signed and digested.
@Suite struct VectorTests {
    private static func bytes(_ hex: String) -> [UInt8] {
        var digits = hex.compactMap(\.hexDigitValue)[...]
        var bytes: [UInt8] = []
        while let high = digits.popFirst(), let low = digits.popFirst() {
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }

    /// RFC 4231 §4, without the truncated case 5: key, message, code.
    private static let codes: [(key: String, message: String, code: String)] = [
        (
            String(repeating: "0b", count: 20), "4869205468657265",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            String(repeating: "aa", count: 131),
            "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            String(repeating: "aa", count: 131),
            "5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e",
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: codes)
    func `HMAC-SHA256 gives the codes of RFC 4231`(key: String, message: String, code: String) {
        #expect(HMACSHA256.code(key: Self.bytes(key), message: Self.bytes(message)) == Self.bytes(code))
    }

    @Test(arguments: [
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func `SHA-256 gives the digests of FIPS 180`(text: String, times: Int, digest: String) {
        let message = Array(String(repeating: text, count: times).utf8)
        #expect(SHA256.digest(message) == Self.bytes(digest))
    }

    /// The key of RFC 7515 A.3 in PKCS#8, put together by hand: version, EC on P-256, and RFC 5915's inner key.
    private static func rfcKey() throws -> ES256Key {
        func decoded(_ text: String) -> [UInt8] { Base64.decode(text) ?? [] }
        func item(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            content.count < 128
                ? [tag, UInt8(content.count)] + content : [tag, 0x81, UInt8(content.count)] + content
        }
        let point =
            [4] + decoded("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
            + decoded("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
        let secret = decoded("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")
        let inner = item(
            0x30, [2, 1, 1] + item(4, secret) + item(0xA1, item(3, [0] + point)))
        let curve = item(0x30, bytes("06072a8648ce3d020106082a8648ce3d030107"))
        let der = item(0x30, [2, 1, 0] + curve + item(4, inner))
        return try ES256Key(
            pem: Array(
                "-----BEGIN PRIVATE KEY-----\n\(Base64.encode(der))\n-----END PRIVATE KEY-----\n".utf8))
    }

    @Test func `the signature of RFC 7515 A.3 is accepted, and ours over the same input is another`() throws {
        let key = try Self.rfcKey()
        let input = Array(
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
                .utf8)
        let given = try #require(
            Base64.decode(
                "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"))
        #expect(given.count == 64 && key.verifies(given, of: input))
        #expect(!key.verifies(given, of: input + [0x2E]))
        let ours = try key.sign(input)
        #expect(key.verifies(ours, of: input) && ours != given)
        // Halves in the wrong order are no signature.
        #expect(!key.verifies(Array(given[32...] + given[..<32]), of: input))
    }

    @Test func `halves that begin with zeros keep their 32 bytes`() throws {
        let key = try Self.rfcKey()
        var shortR = 0
        var shortS = 0
        // One in 256 of either kind; the odds against any are those of a coin falling on its edge.
        for number in 0..<4000 where shortR == 0 || shortS == 0 {
            let message = Array("message \(number)".utf8)
            let signature = try key.sign(message)
            #expect(signature.count == 64)
            guard signature[0] == 0 || signature[32] == 0 else { continue }
            if signature[0] == 0 { shortR += 1 }
            if signature[32] == 0 { shortS += 1 }
            #expect(key.verifies(signature, of: message))
        }
        #expect(shortR > 0 && shortS > 0)
    }

    @Test(arguments: [0, 1, 63, 65, 128])
    func `what is not 64 bytes, or all zeros, is no signature`(count: Int) throws {
        let key = try Self.rfcKey()
        #expect(!key.verifies([UInt8](repeating: 1, count: count), of: [1]))
        #expect(!key.verifies([UInt8](repeating: 0, count: 64), of: [1]))
        #expect(!key.verifies([UInt8](repeating: 0xFF, count: 64), of: [1]))
    }

    @Test(arguments: [
        ([] as [UInt8], ""), ([0], "AA"), ([0, 0], "AAA"), ([0, 0, 0], "AAAA"), ([0xFF], "_w"),
        ([0x3E, 0x3F], "Pj8"), ([0xFB, 0xEF, 0xBE], "----"), ([0xFF, 0xFF, 0xFF, 0xFE], "_____g"),
    ])
    func `base64url is that of RFC 7515, without padding`(plain: [UInt8], coded: String) {
        #expect(Base64.encodeURL(plain) == coded)
        #expect(Base64.decode(coded) == plain)
    }

    @Test func `tokens of the same second sign the same text and differ in the signature alone`() throws {
        let key = try Self.rfcKey()
        let tokens = try (0..<3).map { second in
            try JSONWebToken.provider(
                key: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ",
                issuedAt: 1_796_000_000 + Int64(second / 2))
        }
        let parts = tokens.map { $0.split(separator: ".").map(String.init) }
        #expect(parts[0][0...1] == parts[1][0...1] && parts[0][2] != parts[1][2])
        #expect(parts[0][0] == parts[2][0] && parts[0][1] != parts[2][1])
        for part in parts {
            let signature = try #require(Base64.decode(part[2]))
            #expect(signature.count == 64 && part[2].utf8.count == 86)
            #expect(key.verifies(signature, of: Array("\(part[0]).\(part[1])".utf8)))
        }
    }
}
