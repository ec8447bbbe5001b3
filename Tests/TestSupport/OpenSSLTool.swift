import CNGHTTP2
import COpenSSL
import Glibc

/// Runs the `openssl` program in a folder of its own: the independent maker of keys and certificates.
public final class OpenSSLTool: Sendable {
    public let folder: String

    public init() {
        var template = Array("/tmp/feedherald-signing-XXXXXX".utf8CString)
        _ = unsafe mkdtemp(&template)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { _ = unsafe system("rm -rf '\(folder)'") }

    /// Runs a command line in the folder; whether it ended well.
    @discardableResult
    public func run(_ command: String) -> Bool {
        unsafe system("cd '\(folder)' && { \(command) ; } >log 2>&1") == 0
    }

    public func read(_ name: String) -> [UInt8] {
        guard let file = unsafe fopen("\(folder)/\(name)", "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    public func write(_ bytes: [UInt8], _ name: String) {
        guard let file = unsafe fopen("\(folder)/\(name)", "w") else { return }
        _ = unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
    }

    /// A P-256 key as Apple's .p8 files hold it.
    public func makeKey(_ name: String = "key.p8", curve: String = "P-256") -> [UInt8] {
        run("openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:\(curve) -out \(name)")
        return read(name)
    }

    /// The path of a file in the folder.
    public func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// `ca.pem`, and `server.pem` with `server.key` for localhost and 127.0.0.1, signed by it.
    public func makeServerCertificate() {
        let kind = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30"
        run("openssl req -x509 \(kind) -keyout ca.key -out ca.pem -subj '/CN=Test authority'")
        run(
            """
            openssl req -x509 -CA ca.pem -CAkey ca.key \(kind) -keyout server.key -out server.pem \
            -subj /CN=localhost -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' \
            -addext basicConstraints=critical,CA:FALSE
            """)
    }

    /// A self-signed push certificate with Apple's extensions, `days` days valid.
    public func makeCertificate(
        topics: [String] = [], uid: String = "org.example.reader", days: Int = 90
    ) {
        var list = ""
        for (place, topic) in topics.enumerated() {
            list += "t\(place) = UTF8:\(topic)\nd\(place) = SEQUENCE:kind\n"
        }
        let topicLine = topics.isEmpty ? "" : "1.2.840.113635.100.6.3.6 = ASN1:SEQUENCE:topics\n"
        let settings = """
            [req]
            distinguished_name = dn
            x509_extensions = ext
            prompt = no
            [dn]
            UID = \(uid)
            CN = Apple Push Services
            [ext]
            1.2.840.113635.100.6.3.1 = ASN1:NULL
            \(topicLine)[topics]
            \(list)[kind]
            k = UTF8:app
            """
        write(Array(settings.utf8), "settings")
        run(
            "openssl req -x509 -newkey rsa:2048 -nodes -keyout cert.key -out cert.pem -days \(days) -config settings"
        )
    }
}
