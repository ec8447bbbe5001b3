import Glibc

/// Runs the `openssl` program in a folder of its own: the independent maker of keys and certificates.
final class OpenSSLTool {
    let folder: String

    init() {
        var template = Array("/tmp/feedherald-signing-XXXXXX".utf8CString)
        _ = unsafe mkdtemp(&template)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { _ = unsafe system("rm -rf '\(folder)'") }

    /// Runs a command line in the folder; whether it ended well.
    @discardableResult
    func run(_ command: String) -> Bool { unsafe system("cd '\(folder)' && { \(command) ; } >log 2>&1") == 0 }

    func read(_ name: String) -> [UInt8] {
        guard let file = unsafe fopen("\(folder)/\(name)", "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    func write(_ bytes: [UInt8], _ name: String) {
        guard let file = unsafe fopen("\(folder)/\(name)", "w") else { return }
        _ = unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
    }

    /// A P-256 key as Apple's .p8 files hold it.
    func makeKey(_ name: String = "key.p8", curve: String = "P-256") -> [UInt8] {
        run("openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:\(curve) -out \(name)")
        return read(name)
    }

    /// A self-signed push certificate with Apple's extensions, `days` days valid.
    func makeCertificate(
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
