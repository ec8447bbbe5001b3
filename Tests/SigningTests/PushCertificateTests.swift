import Glibc
import TestSupport
import Testing

@testable import Signing

struct PushCertificateTests {
    private let tool = OpenSSLTool()

    @Test func `a PEM file tells topic by UID, environment and validity`() throws {
        tool.makeCertificate(days: 40)
        tool.run("cat cert.pem cert.key > both.pem; cat cert.key cert.pem > turned.pem")
        for name in ["both.pem", "turned.pem"] {
            let certificate = try PushCertificate(file: tool.read(name), passphrase: nil)
            #expect(certificate.topics == ["org.example.reader"])
            #expect(certificate.isForDevelopment && !certificate.isForProduction)
            #expect(certificate.commonName == "Apple Push Services")
            #expect(certificate.notAfter - certificate.notBefore == 40 * 86_400)
            #expect(abs(certificate.notBefore - Int64(time(nil))) < 60)
            #expect(String(decoding: certificate.keyPEM, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY"))
        }
    }

    @Test func `the topic list of a universal certificate goes before the UID`() throws {
        tool.makeCertificate(topics: ["org.example.app", "org.example.app.voip"])
        tool.run("cat cert.pem cert.key > both.pem")
        let certificate = try PushCertificate(file: tool.read("both.pem"), passphrase: nil)
        #expect(certificate.topics == ["org.example.app", "org.example.app.voip"])
    }

    @Test(arguments: ["", "-legacy -keypbe PBE-SHA1-RC2-40 -certpbe PBE-SHA1-RC2-40 -macalg sha1"])
    func `a p12 file is read with its passphrase, RC2 among the ciphers`(options: String) throws {
        tool.makeCertificate()
        #expect(
            tool.run(
                "openssl pkcs12 -export \(options) -in cert.pem -inkey cert.key -out push.p12 -passout pass:sesame"
            ))
        let file = tool.read("push.p12")
        let certificate = try PushCertificate(file: file, passphrase: "sesame")
        #expect(certificate.topics == ["org.example.reader"])
        let wrong = #expect(throws: SigningError.self) {
            try PushCertificate(file: file, passphrase: "open")
        }
        #expect(wrong?.message.contains("passphrase") == true)
        #expect(throws: SigningError.self) { try PushCertificate(file: file, passphrase: nil) }
    }

    @Test func `an encrypted key and bag attributes in a PEM file are fine`() throws {
        tool.makeCertificate()
        tool.run("openssl pkcs12 -export -in cert.pem -inkey cert.key -out push.p12 -passout pass:sesame")
        tool.run("openssl pkcs12 -in push.p12 -out bag.pem -passin pass:sesame -passout pass:again")
        #expect(String(decoding: tool.read("bag.pem"), as: UTF8.self).contains("Bag Attributes"))
        let certificate = try PushCertificate(file: tool.read("bag.pem"), passphrase: "again")
        #expect(certificate.topics == ["org.example.reader"])
        #expect(throws: SigningError.self) {
            try PushCertificate(file: tool.read("bag.pem"), passphrase: "other")
        }
    }

    @Test func `a key without certificate, a foreign key and damaged files are refused with advice`() {
        tool.makeCertificate()
        #expect(throws: SigningError.self) {
            try PushCertificate(file: tool.read("cert.key"), passphrase: nil)
        }
        #expect(throws: SigningError.self) {
            try PushCertificate(file: tool.read("cert.pem"), passphrase: nil)
        }
        tool.run("openssl genpkey -algorithm RSA -out foreign.key; cat cert.pem foreign.key > mixed.pem")
        let mixed = #expect(throws: SigningError.self) {
            try PushCertificate(file: tool.read("mixed.pem"), passphrase: nil)
        }
        #expect(mixed?.message.contains("does not belong") == true)
        #expect(throws: SigningError.self) { try PushCertificate(file: [0x30, 0x82, 1], passphrase: "x") }
    }
}
