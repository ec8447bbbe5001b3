import FeedModel
import Glibc

/// A real SMTP server (Python's aiosmtpd) that stores what it gets; Python's email package reads it back.
public final class LocalMailServer: Sendable {
    /// A mail as Python read it.
    public struct Mail: Sendable {
        /// Decoded headers by lower-case name.
        private let headers: [(name: String, value: String)]
        public let types: [String]
        public let text: String
        public let html: String
        public let sender: String
        public let recipients: [String]
        public let defects: [String]
        /// The longest line of the raw mail, in bytes.
        public let longestLine: Int

        init(_ value: JSONValue) {
            func texts(_ key: String) -> [String] { value[key]?.array?.compactMap(\.string) ?? [] }
            headers = (value["headers"]?.array ?? []).map {
                ($0.array?.first?.string ?? "", $0.array?.last?.string ?? "")
            }
            types = texts("types")
            text = value["text"]?.string ?? ""
            html = value["html"]?.string ?? ""
            sender = value["sender"]?.string ?? ""
            recipients = texts("recipients")
            defects = texts("defects")
            longestLine = value["longest"]?.int ?? 0
        }

        public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
        public var headerNames: [String] { headers.map(\.name) }
    }

    public let port: Int
    private let folder: TemporaryFolder
    private let process: ToolProcess

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - certificates: offers STARTTLS with them.
    ///   - login: asks for this user and password.
    ///   - answer: what a mail's end is answered with, in place of 250.
    public init(
        certificates: TestCertificates? = nil, login: (user: String, password: String)? = nil,
        answer: String? = nil
    ) throws {
        folder = try TemporaryFolder()
        try folder.write(Self.server, to: "server.py")
        try folder.write(Self.reader, to: "reader.py")
        try folder.write("", to: "mails/.keep")
        guard let port = LoopbackSocket.freePort() else { throw LocalHTTPServer.StartError() }
        self.port = port
        process = try ToolProcess([
            "/usr/bin/python3", folder.file("server.py"), "\(port)", folder.file("mails"),
            certificates?.server ?? "", certificates?.serverKey ?? "",
            login.map { "\($0.user):\($0.password)" } ?? "", answer ?? "",
        ])
        for _ in 0..<2000 where !process.output.contains("ready") { usleep(5000) }
    }

    deinit { process.stop(9) }

    /// The mails that came, in order.
    public func mails() throws -> [Mail] {
        let json = try ToolProcess.run("/usr/bin/python3", folder.file("reader.py"), folder.file("mails"))
        return try JSONReader.read(json).array?.map(Mail.init) ?? []
    }

    private static let server = """
        import asyncio, json, ssl, sys
        from aiosmtpd.smtp import SMTP, AuthResult

        port, folder, cert, key, login, answer = sys.argv[1:7]

        class Handler:
            count = 0
            async def handle_DATA(self, server, session, envelope):
                if answer:
                    return answer
                name = "%s/%06d" % (folder, Handler.count)
                Handler.count += 1
                with open(name + ".json", "w") as file:
                    json.dump({"sender": envelope.mail_from, "recipients": envelope.rcpt_tos}, file)
                with open(name + ".eml", "wb") as file:
                    file.write(envelope.original_content)
                return "250 taken"

        def authenticate(server, session, envelope, mechanism, data):
            good = (data.login + b":" + data.password).decode() == login
            return AuthResult(success=good, handled=good)

        context = None
        if cert:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(cert, key)

        def make():
            return SMTP(Handler(), tls_context=context, require_starttls=bool(context),
                        auth_required=bool(login), authenticator=authenticate if login else None)

        async def main():
            loop = asyncio.get_running_loop()
            server = await loop.create_server(make, "127.0.0.1", int(port))
            print("ready", flush=True)
            await server.serve_forever()

        asyncio.run(main())
        """

    private static let reader = """
        import email, email.policy, glob, json, sys

        mails = []
        for name in sorted(glob.glob(sys.argv[1] + "/*.eml")):
            raw = open(name, "rb").read()
            mail = email.message_from_bytes(raw, policy=email.policy.default)
            entry = json.load(open(name[:-4] + ".json"))
            entry["headers"] = [[key.lower(), str(value)] for key, value in mail.items()]
            entry["types"] = [part.get_content_type() for part in mail.walk()]
            for kind in ("plain", "html"):
                part = mail.get_body((kind,))
                entry["text" if kind == "plain" else kind] = part.get_content().replace("\\r\\n", "\\n") if part else ""
            entry["defects"] = [repr(defect) for part in mail.walk() for defect in part.defects]
            entry["longest"] = max(len(line) for line in raw.split(b"\\r\\n"))
            mails.append(entry)
        print(json.dumps(mails))
        """
}
