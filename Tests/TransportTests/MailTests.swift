import Synchronization
import TestSupport
import Testing

@testable import Transport

/// Mails over a scripted talk; Delivery's tests hand them to a real server.
@Suite struct MailTests {
    /// The usual talk, with another answer for lines that begin with one of the given words.
    private func talk(_ other: [String: String] = [:]) -> @Sendable (String) -> String? {
        let isData = Mutex(false)
        return { line in
            if isData.withLock({ $0 }) {
                if line == "." {
                    isData.withLock { $0 = false }
                    return other["."] ?? "250 2.0.0 taken"
                }
                return ""
            }
            if let (_, answer) = other.first(where: { line.uppercased().hasPrefix($0.key) }) { return answer }
            switch line.split(separator: " ").first?.uppercased() {
            case "EHLO": return "250-local\r\n250 AUTH PLAIN"
            case "DATA":
                isData.withLock { $0 = true }
                return "354 go on"
            case "QUIT": return "221 bye"
            case "AUTH": return "334 "
            case "AHVZZXIACGFZCW==": return "235 2.7.0 come in"
            default: return "250 fine"
            }
        }
    }

    private func post(
        _ other: [String: String] = [:], _ change: (inout MailEnvelope) -> Void = { _ in }
    ) async throws -> (TransferError?, [String]) {
        let server = try LineServer(greeting: "220 local ESMTP", talk(other))
        let loop = TransferLoop()
        defer {
            loop.shutdown()
            server.stop()
        }
        var envelope = MailEnvelope(
            host: "127.0.0.1", sender: "me@a.example", recipients: ["you@b.example", "they@c.example"],
            message: Array("Subject: x\r\n\r\n.dot\r\nend\r\n".utf8))
        envelope.port = server.port
        envelope.encryption = .none
        change(&envelope)
        do throws(TransferError) {
            try await loop.sendMail(envelope)
            return (nil, server.lines)
        } catch {
            return (error, server.lines)
        }
    }

    @Test func `the envelope and the message go over, dots doubled`() async throws {
        let (error, lines) = try await post()
        #expect(error == nil)
        #expect(lines.contains("MAIL FROM:<me@a.example>"))
        #expect(lines.contains("RCPT TO:<you@b.example>") && lines.contains("RCPT TO:<they@c.example>"))
        let data = lines.drop { $0 != "DATA" }.dropFirst()
        #expect(Array(data.prefix(5)) == ["Subject: x", "", "..dot", "end", "."])
    }

    @Test func `user and password are sent when the server takes them`() async throws {
        let (error, lines) = try await post { envelope in
            envelope.user = "user"
            envelope.password = "pass"
        }
        #expect(error == nil)
        #expect(lines.joined(separator: " ").contains("AHVzZXIAcGFzcw=="))
    }

    @Test(arguments: [("MAIL", 552), ("RCPT", 550), (".", 554), ("DATA", 451)])
    func `a refusal carries the server's code and words`(command: String, code: Int) async throws {
        let (error, _) = try await post([command: "\(code) 5.1.1 nobody here"])
        #expect(error == .mailRefused(code: code, reason: "5.1.1 nobody here"))
    }

    @Test func `a refused login is one`() async throws {
        let (error, _) = try await post(["AUTH": "535 no"]) {
            $0.user = "user"
            $0.password = "wrong"
        }
        #expect(error == .loginRefused(host: "127.0.0.1"))
    }

    @Test func `STARTTLS is required where it is asked for`() async throws {
        let (error, lines) = try await post { $0.encryption = .startTLS }
        guard case .tls = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!lines.contains { $0.hasPrefix("MAIL") })
    }

    @Test func `a silent server ends at the total limit`() async throws {
        let (error, _) = try await post(["MAIL": ""]) { $0.limits.total = .milliseconds(300) }
        guard case .timedOut = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a broker's address must be one`() async throws {
        let loop = TransferLoop()
        defer { loop.shutdown() }
        await #expect(throws: TransferError.badURL("an MQTT broker is given as mqtt://host")) {
            try await loop.publish(MQTTMessage(server: "http://h", topic: "t", payload: []))
        }
        let dead = try #require(DeadPort())
        let result: TransferError? = await {
            do throws(TransferError) {
                try await loop.publish(
                    MQTTMessage(server: "mqtt://127.0.0.1:\(dead.number)", topic: "t", payload: [1]))
                return nil
            } catch {
                return error
            }
        }()
        guard case .connectFailed("127.0.0.1", _) = result else {
            Issue.record("\(String(describing: result))")
            return
        }
    }
}
