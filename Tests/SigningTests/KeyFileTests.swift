import TestSupport
import Testing

@testable import Signing

/// Key and certificate files in the shapes that people have.
@Suite struct KeyFileTests {
    private let tool = OpenSSLTool()

    /// A certificate of our own making with the given extensions.
    private func makeCertificate(
        extensions: String, days: Int = 90, subject: String = "UID = org.example.reader"
    ) {
        let settings = """
            [req]
            distinguished_name = dn
            x509_extensions = ext
            prompt = no
            [dn]
            \(subject)
            CN = Push
            [ext]
            \(extensions)
            """
        tool.write(Array(settings.utf8), "own")
        tool.run(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout cert.key -out cert.pem -days \(days) -config own"
        )
        tool.run("cat cert.pem cert.key > both.pem")
    }

    private func certificate(_ name: String = "both.pem", _ passphrase: String? = nil) throws
        -> PushCertificate
    {
        try PushCertificate(file: tool.read(name), passphrase: passphrase)
    }

    @Test func `a key in the older form of the curve's own standard is read as well`() throws {
        _ = tool.makeKey()
        tool.run("openssl ec -in key.p8 -out sec1.pem")
        #expect(String(decoding: tool.read("sec1.pem"), as: UTF8.self).contains("BEGIN EC PRIVATE KEY"))
        let (old, new) = (try ES256Key(pem: tool.read("sec1.pem")), try ES256Key(pem: tool.read("key.p8")))
        #expect(new.verifies(try old.sign([1, 2, 3]), of: [1, 2, 3]))
    }

    @Test func `a key cut anywhere, and a public one, are refused`() throws {
        let pem = tool.makeKey()
        for count in stride(from: 0, to: pem.count - 26, by: 7) {
            #expect(throws: SigningError.self) { try ES256Key(pem: Array(pem.prefix(count))) }
        }
        tool.run("openssl pkey -in key.p8 -pubout -out public.pem")
        #expect(throws: SigningError.self) { try ES256Key(pem: tool.read("public.pem")) }
    }

    @Test(arguments: [
        ("1.2.840.113635.100.6.3.1 = ASN1:NULL", true, false),
        ("1.2.840.113635.100.6.3.2 = ASN1:NULL", false, true),
        ("1.2.840.113635.100.6.3.1 = ASN1:NULL\n1.2.840.113635.100.6.3.2 = ASN1:NULL", true, true),
        ("basicConstraints = CA:FALSE", false, false),
    ])
    func `the environments are those of Apple's extensions`(
        extensions: String, isForDevelopment: Bool, isForProduction: Bool
    ) throws {
        makeCertificate(extensions: extensions)
        let certificate = try certificate()
        #expect(certificate.isForDevelopment == isForDevelopment)
        #expect(certificate.isForProduction == isForProduction)
    }

    @Test func `a validity beyond 2050, which is written in another form, is read`() throws {
        makeCertificate(extensions: "basicConstraints = CA:FALSE", days: 12_000)
        let certificate = try certificate()
        #expect(certificate.notAfter - certificate.notBefore == 12_000 * 86_400)
        #expect(certificate.notAfter > 2_524_608_000)
    }

    @Test func `a subject without UID names no topic`() throws {
        makeCertificate(extensions: "basicConstraints = CA:FALSE", subject: "O = Example")
        #expect(try certificate().topics == [])
        #expect(try certificate().commonName == "Push")
    }

    @Test(arguments: [
        "", "-keypbe AES-256-CBC -certpbe AES-128-CBC -macalg sha256", "-legacy",
        "-name 'Freundlicher Name ü'",
        "-legacy -keypbe PBE-SHA1-3DES -certpbe NONE", "-keypbe NONE -certpbe NONE",
        "-legacy -keypbe PBE-SHA1-RC2-40 -certpbe PBE-SHA1-RC2-128 -macalg md5", "-iter 1 -nomaciter",
    ])
    func `p12 files of every make are read, and only with their passphrase`(options: String) throws {
        makeCertificate(extensions: "1.2.840.113635.100.6.3.1 = ASN1:NULL")
        try #require(
            tool.run(
                "openssl pkcs12 -export \(options) -in cert.pem -inkey cert.key -out c.p12 -passout pass:päss"
            ))
        let certificate = try certificate("c.p12", "päss")
        #expect(certificate.topics == ["org.example.reader"] && certificate.isForDevelopment)
        #expect(throws: SigningError.self) { try self.certificate("c.p12", "pass") }
    }

    @Test func `an empty passphrase opens a p12 file that has none`() throws {
        makeCertificate(extensions: "1.2.840.113635.100.6.3.1 = ASN1:NULL")
        tool.run("openssl pkcs12 -export -in cert.pem -inkey cert.key -out c.p12 -passout pass:")
        #expect(try certificate("c.p12").topics == ["org.example.reader"])
        #expect(try certificate("c.p12", "").topics == ["org.example.reader"])
    }

    @Test func `a p12 file without a key, or cut anywhere, is refused and not mistaken`() throws {
        makeCertificate(extensions: "basicConstraints = CA:FALSE")
        tool.run("openssl pkcs12 -export -nokeys -in cert.pem -out nokey.p12 -passout pass:x")
        let error = #expect(throws: SigningError.self) { try certificate("nokey.p12", "x") }
        #expect(error?.message.contains("private key") == true)
        tool.run("openssl pkcs12 -export -in cert.pem -inkey cert.key -out c.p12 -passout pass:x")
        let whole = tool.read("c.p12")
        for count in stride(from: 1, to: whole.count, by: 37) {
            #expect(throws: SigningError.self) {
                try PushCertificate(file: Array(whole.prefix(count)), passphrase: "x")
            }
        }
    }

    @Test func `PEM files with CRLF, an old encrypted key, or two certificates are read`() throws {
        makeCertificate(extensions: "1.2.840.113635.100.6.3.2 = ASN1:NULL")
        tool.run("sed 's/$/\\r/' both.pem > crlf.pem")
        #expect(try certificate("crlf.pem").isForProduction)
        tool.run(
            "openssl ec -in cert.key -aes128 -passout pass:lock -out old.key; cat cert.pem old.key > old.pem")
        #expect(String(decoding: tool.read("old.pem"), as: UTF8.self).contains("DEK-Info"))
        #expect(try certificate("old.pem", "lock").isForProduction)
        #expect(throws: SigningError.self) { try certificate("old.pem", "wrong") }
        #expect(throws: SigningError.self) { try certificate("old.pem") }
        tool.makeServerCertificate()
        tool.run("cat ca.pem cert.key server.pem cert.pem > many.pem")
        let many = try certificate("many.pem")
        #expect(many.commonName == "Push" && many.isForProduction)
        #expect(
            String(decoding: many.certificatesPEM, as: UTF8.self).split(separator: "BEGIN CERTIFICATE").count
                == 4)
    }
}
