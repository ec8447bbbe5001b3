import TestSupport
import Testing

@testable import Signing

struct ES256KeyTests {
    private let tool = OpenSSLTool()

    @Test func `a signature is 64 raw bytes that the openssl program accepts once in DER`() throws {
        let key = try ES256Key(pem: tool.makeKey())
        let message = Array("feed and herald".utf8)
        for _ in 0..<20 {
            let signature = try key.sign(message)
            #expect(signature.count == 64)
            #expect(key.verifies(signature, of: message))
            tool.write(message, "message")
            tool.write(derived(signature), "signature")
            tool.run("openssl pkey -in key.p8 -pubout -out public.pem")
            #expect(tool.run("openssl dgst -sha256 -verify public.pem -signature signature message"))
        }
    }

    @Test func `a signature of another message or with a flipped bit is not accepted`() throws {
        let key = try ES256Key(pem: tool.makeKey())
        var signature = try key.sign([1, 2, 3])
        #expect(!key.verifies(signature, of: [1, 2]))
        signature[5] ^= 1
        #expect(!key.verifies(signature, of: [1, 2, 3]))
        #expect(!key.verifies([], of: [1, 2, 3]))
    }

    @Test func `CRLF, text around the block and a missing last line end are fine`() throws {
        let text = String(decoding: tool.makeKey(), as: UTF8.self)
        let crlf = text.split(separator: "\n").joined(separator: "\r\n")
        _ = try ES256Key(pem: Array(crlf.utf8))
        _ = try ES256Key(pem: Array("Key for pushes\n\(text)\nbye\n".utf8))
    }

    @Test(arguments: ["P-384", "secp256k1"])
    func `a key on another curve is refused by the curve's name`(curve: String) {
        let pem = tool.makeKey(curve: curve)
        let error = #expect(throws: SigningError.self) { try ES256Key(pem: pem) }
        #expect(error?.message.contains(curve == "P-384" ? "secp384r1" : curve) == true)
    }

    @Test func `RSA keys, certificates and noise are refused`() {
        tool.run("openssl genpkey -algorithm RSA -out rsa.pem")
        let rsa = tool.read("rsa.pem")
        #expect(throws: SigningError.self) { try ES256Key(pem: rsa) }
        #expect(throws: SigningError.self) { try ES256Key(pem: Array("hello".utf8)) }
        #expect(throws: SigningError.self) { try ES256Key(pem: []) }
    }

    @Test func `an encrypted key is refused without asking on the terminal`() {
        _ = tool.makeKey()
        tool.run("openssl pkcs8 -topk8 -in key.p8 -out locked.p8 -passout pass:secret")
        let locked = tool.read("locked.p8")
        #expect(throws: SigningError.self) { try ES256Key(pem: locked) }
    }

    @Test func `a provider token has the two headers and two claims Apple asks for, and its signature holds`()
        throws
    {
        let key = try ES256Key(pem: tool.makeKey())
        let token = try JSONWebToken.provider(
            key: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ", issuedAt: 1_796_000_000)
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        func text(_ part: Substring) -> String { String(decoding: Base64.decode(part) ?? [], as: UTF8.self) }
        #expect(text(parts[0]) == #"{"alg":"ES256","kid":"ABC123DEFG"}"#)
        #expect(text(parts[1]) == #"{"iss":"DEF123GHIJ","iat":1796000000}"#)
        let signature = try #require(Base64.decode(parts[2]))
        #expect(key.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8)))
        #expect(!token.contains("="))
    }

    @Test(arguments: ["", "SHORT", "ABC123DEF\"", "ABC123DEFGH", "ÄBC123DEFG"])
    func `ids that are not ten letters and digits are refused`(id: String) throws {
        let key = try ES256Key(pem: tool.makeKey())
        #expect(throws: SigningError.self) {
            try JSONWebToken.provider(key: key, keyID: id, teamID: "DEF123GHIJ", issuedAt: 1)
        }
        #expect(throws: SigningError.self) {
            try JSONWebToken.provider(key: key, keyID: "DEF123GHIJ", teamID: id, issuedAt: 1)
        }
    }

    /// The DER form, made here by hand so that the test does not lean on the code it tests.
    private func derived(_ raw: [UInt8]) -> [UInt8] {
        func integer(_ half: ArraySlice<UInt8>) -> [UInt8] {
            var number = Array(half.drop { $0 == 0 })
            if number.isEmpty || number[0] >= 0x80 { number.insert(0, at: 0) }
            return [2, UInt8(number.count)] + number
        }
        let body = integer(raw[..<32]) + integer(raw[32...])
        return [0x30, UInt8(body.count)] + body
    }

    @Test func `an encrypted key says so, with the command that decrypts it`() {
        let pem =
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIHsMFcGCSqGSIb3DQEFDTBK\n-----END ENCRYPTED PRIVATE KEY-----\n"
        let error = #expect(throws: SigningError.self) { try ES256Key(pem: Array(pem.utf8)) }
        #expect(
            error?.message.contains("encrypted") == true && error?.hint?.contains("openssl pkcs8") == true)
    }
}
