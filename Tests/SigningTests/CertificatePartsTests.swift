import TestSupport
import Testing

@testable import Signing

struct DERStringsTests {
    @Test func `texts of the first level are found, nested ones passed over`() {
        // SEQUENCE { UTF8String "ab", SEQUENCE { UTF8String "no" }, UTF8String "c" }
        let der: [UInt8] = [0x30, 13, 0x0C, 2, 0x61, 0x62, 0x30, 4, 0x0C, 2, 0x6E, 0x6F, 0x0C, 1, 0x63]
        #expect(DERStrings.all(der) == ["ab", "c"])
    }

    @Test func `long lengths are read, damaged ones end the list`() {
        let text = [UInt8](repeating: 0x78, count: 200)
        let item: [UInt8] = [0x0C, 0x81, 200] + text
        #expect(DERStrings.all([0x30, 0x81, UInt8(item.count)] + item).first?.count == 200)
        #expect(DERStrings.all([0x30, 0x84, 1, 2, 3, 4]) == [])
        #expect(DERStrings.all([0x30, 5, 0x0C, 9, 1, 2, 3]) == [])
        #expect(DERStrings.all([]) == [] && DERStrings.all([0x04, 1, 0]) == [])
    }
}

struct SigningErrorTests {
    @Test func `the hint stands in brackets behind the message`() {
        #expect(SigningError("it failed").description == "it failed")
        #expect(SigningError("it failed", hint: "try this").description == "it failed (try this)")
    }

    @Test func `the chain of a certificate is kept behind the leaf, wherever the key's own stands`() throws {
        let tool = OpenSSLTool()
        tool.makeServerCertificate()
        tool.run("cat ca.pem server.key server.pem > chain.pem")
        let certificate = try PushCertificate(file: tool.read("chain.pem"), passphrase: nil)
        #expect(certificate.commonName == "localhost")
        let blocks = String(decoding: certificate.certificatesPEM, as: UTF8.self)
            .split(separator: "-----BEGIN CERTIFICATE-----").count
        #expect(blocks == 2)
        #expect(certificate.topics.isEmpty)
        #expect(!certificate.isForDevelopment && !certificate.isForProduction)
    }

    @Test func `a chain survives PKCS#12`() throws {
        let tool = OpenSSLTool()
        tool.makeServerCertificate()
        tool.run(
            "openssl pkcs12 -export -in server.pem -inkey server.key -certfile ca.pem -out c.p12 -passout pass:x"
        )
        let certificate = try PushCertificate(file: tool.read("c.p12"), passphrase: "x")
        #expect(certificate.commonName == "localhost")
        #expect(
            String(decoding: certificate.certificatesPEM, as: UTF8.self)
                .split(separator: "-----BEGIN CERTIFICATE-----").count == 2)
    }
}
