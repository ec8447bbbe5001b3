import Glibc

/// A real nginx on loopback, with a configuration of the test's own in a temporary folder.
public final class Nginx: Sendable {
    public let folder: TemporaryFolder
    /// Plain HTTP, on 127.0.0.1 and ::1.
    public let port: Int
    /// HTTP/1.1 and HTTP/2 over TLS.
    public let securePort: Int
    private let process: ToolProcess

    /// Starts nginx and waits until it answers.
    ///
    /// - Parameters:
    ///   - server: directives of the server block; `root` is the folder's `www`.
    ///   - http: directives of the http block around it.
    ///   - files: files below `www`, by path.
    ///   - certificates: what the secure port shows.
    public init(
        server: String = "", http: String = "", files: [String: String] = [:],
        certificates: TestCertificates? = nil
    ) throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: "www/\(name)") }
        try folder.write("", to: "www/.keep")
        var started: (ToolProcess, Int, Int)?
        for _ in 0..<5 where started == nil {
            started = try Self.start(in: folder, server: server, http: http, certificates)
        }
        guard let started else {
            throw ToolProcess.Failed(tool: "nginx", code: 1, output: (try? folder.read("error.log")) ?? "")
        }
        (process, port, securePort) = started
    }

    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
    public func secureURL(_ path: String) -> String { "https://127.0.0.1:\(securePort)\(path)" }

    /// Lines of the access log: method, target, status, protocol, If-None-Match.
    public var log: [String] {
        ((try? folder.read("access.log")) ?? "").split(separator: "\n").map { String($0) }
    }

    public func stop() {
        // A single process may miss a polite signal that comes just before it sleeps, and then never ends.
        process.stop(SIGKILL)
    }

    private static func start(
        in folder: TemporaryFolder, server: String, http: String, _ certificates: TestCertificates?
    ) throws -> (ToolProcess, Int, Int)? {
        guard let port = LoopbackSocket.freePort(), let securePort = LoopbackSocket.freePort() else {
            return nil
        }
        let secure = certificates.map {
            """
            listen 127.0.0.1:\(securePort) ssl http2;
            ssl_certificate \($0.server);
            ssl_certificate_key \($0.serverKey);
            """
        }
        try folder.write(
            """
            daemon off; master_process off; pid \(folder.file("pid")); error_log \(folder.file("error.log"));
            events { worker_connections 1024; }
            http {
                log_format short '$request_method $request_uri $status $server_protocol $http_if_none_match';
                access_log \(folder.file("access.log")) short;
                client_body_temp_path \(folder.file("tmp1")); proxy_temp_path \(folder.file("tmp2"));
                fastcgi_temp_path \(folder.file("tmp3")); uwsgi_temp_path \(folder.file("tmp4"));
                scgi_temp_path \(folder.file("tmp5"));
                default_type application/xml;
                \(http)
                server {
                    listen 127.0.0.1:\(port); listen [::1]:\(port); \(secure ?? "")
                    root \(folder.file("www"));
                    \(server)
                }
            }
            """, to: "nginx.conf")
        let process = try ToolProcess([
            "nginx", "-c", folder.file("nginx.conf"), "-e", folder.file("error.log"),
        ])
        for _ in 0..<500 {
            if LoopbackSocket.isAnswering(port) { return (process, port, securePort) }
            if waitpid(process.identifier, nil, WNOHANG) != 0 { return nil }
            usleep(10_000)
        }
        process.stop(SIGKILL)
        return nil
    }
}
