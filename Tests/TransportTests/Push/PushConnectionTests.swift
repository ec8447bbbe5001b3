import Synchronization
import TestSupport
import Testing

@testable import Transport

struct PushConnectionTests {
    private let tool = OpenSSLTool()

    init() { tool.makeServerCertificate() }

    private func server(
        _ change: (inout APNsServerSettings) -> Void = { _ in }
    ) throws -> LocalAPNsServer {
        var settings = APNsServerSettings(certificate: tool.path("server.pem"), key: tool.path("server.key"))
        change(&settings)
        return try LocalAPNsServer(settings)
    }

    private func open(
        _ server: LocalAPNsServer, _ change: (inout PushLimits) -> Void = { _ in }
    ) async throws -> PushConnection {
        var limits = PushLimits()
        change(&limits)
        return try await PushConnection.open(
            PushEndpoint(host: "localhost", port: UInt16(server.port), ca: tool.path("ca.pem")),
            limits: limits)
    }

    private func request(_ number: Int) -> PushRequest {
        let digits = String(number, radix: 16)
        let tail = String(repeating: "0", count: 12 - digits.count) + digits
        return PushRequest(
            path: "/3/device/abcd",
            headers: [
                PushHeader("apns-topic", "org.example.reader"), PushHeader("apns-push-type", "alert"),
                PushHeader("apns-id", "00000000-0000-4000-8000-\(tail)"),
            ],
            body: Array(#"{"aps":{"alert":"\#(number)"}}"#.utf8))
    }

    private func statuses(_ outcomes: [PushOutcome]) -> [Int] {
        outcomes.map { if case .answered(let response) = $0 { response.status } else { -1 } }
    }

    @Test func `many requests go over one connection, the first alone, in order, within the server's limit`()
        async throws
    {
        let server = try server { $0.streams = 50 }
        let connection = try await open(server)
        let outcomes = await connection.send((0..<1000).map(request))
        #expect(statuses(outcomes) == Array(repeating: 200, count: 1000))
        #expect(server.violations == [])
        #expect(server.connections == 1)
        #expect(server.peak <= 50 && server.peak > 1)
        #expect(server.pushes.map(\.text) == (0..<1000).map { #"{"aps":{"alert":"\#($0)"}}"# })
        if case .answered(let response) = outcomes[7] {
            #expect(response["apns-id"] == "00000000-0000-4000-8000-000000000007")
        }
        await connection.drain()
        #expect(connection.fault == .closed)
        #expect(await connection.send([request(1)]) == [.unprocessed(.closed)])
    }

    @Test func `several callers share a connection and each gets its own answers`() async throws {
        let server = try server { settings in
            settings.react = { push in
                push.text.contains("7\"") ? .answer(status: 400, reason: "BadDeviceToken") : .accept
            }
        }
        let connection = try await open(server)
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<8 {
                group.addTask {
                    let numbers = (0..<50).map { caller * 50 + $0 }
                    let outcomes = await connection.send(numbers.map(request))
                    #expect(statuses(outcomes) == numbers.map { $0 % 10 == 7 ? 400 : 200 })
                }
            }
        }
        #expect(server.violations == [] && server.connections == 1)
        #expect(await connection.send([]) == [])
    }

    @Test func `after a GOAWAY the rest is known to be unprocessed and its reason is kept`() async throws {
        let server = try server { settings in
            settings.react = { $0.number == 20 ? .goAway(reason: "Shutdown") : .accept }
        }
        let connection = try await open(server) { $0.streams = 8 }
        let outcomes = await connection.send((0..<60).map(request))
        let expected = PushOutcome.unprocessed(.goAway(code: 0, reason: #"{"reason":"Shutdown"}"#))
        #expect(statuses(Array(outcomes[..<20])) == Array(repeating: 200, count: 20))
        #expect(outcomes[20...].allSatisfy { $0 == expected })
        #expect(connection.fault == .goAway(code: 0, reason: #"{"reason":"Shutdown"}"#))
        await connection.drain()
    }

    @Test func `a farewell straight after the handshake is told with its reason`() async throws {
        let server = try server { $0.farewell = #"{"reason":"BadCertificateEnvironment"}"# }
        let connection = try await open(server)
        let outcome = await connection.send([request(1)])[0]
        #expect("\(outcome)".contains("BadCertificateEnvironment"))
        guard case .unprocessed = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `a refused stream is unprocessed, a reset one unknown, and the connection goes on`()
        async throws
    {
        let server = try server { settings in
            settings.react = { push in
                switch push.number {
                case 3: .refuseStream
                case 5: .acceptAndReset
                default: .accept
                }
            }
        }
        let connection = try await open(server) { $0.streams = 1 }
        let outcomes = await connection.send((0..<8).map(request))
        #expect(outcomes[3] == .unprocessed(.refused))
        #expect(outcomes[5] == .unknown(.reset(code: 2)))
        #expect(statuses(outcomes).filter { $0 == 200 }.count == 6)
        #expect(connection.fault == nil)
    }

    @Test func `a connection that breaks leaves what was sent unknown and the rest unprocessed`() async throws
    {
        let server = try server { settings in
            settings.react = { $0.number == 10 ? .acceptAndCut : .accept }
        }
        let connection = try await open(server) { $0.streams = 1 }
        let outcomes = await connection.send((0..<20).map(request))
        #expect(statuses(Array(outcomes[..<10])) == Array(repeating: 200, count: 10))
        guard case .unknown(.lost) = outcomes[10] else {
            Issue.record("\(outcomes[10])")
            return
        }
        for outcome in outcomes[11...] {
            guard case .unprocessed(.lost) = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
        #expect(connection.fault != nil)
    }

    @Test func `a request without an answer ends in time, and nothing new is sent after it`() async throws {
        let server = try server { settings in
            settings.react = { $0.number == 2 ? .stall : .accept }
        }
        let connection = try await open(server) {
            $0.answer = .milliseconds(300)
            $0.streams = 1
        }
        let begin = ContinuousClock.now
        let outcomes = await connection.send((0..<6).map(request))
        #expect(begin.duration(to: .now) < .seconds(20))
        #expect(statuses(Array(outcomes[..<2])) == [200, 200])
        guard case .unknown(.stalled) = outcomes[2], case .unprocessed(.stalled) = outcomes[3] else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(connection.fault != nil)
        await connection.drain()
    }

    @Test func `an idle connection is pinged, and probed before the next request`() async throws {
        let server = try server()
        let connection = try await open(server) {
            $0.upkeep = .milliseconds(50)
            $0.probeAfter = .milliseconds(20)
        }
        #expect(statuses(await connection.send([request(1)])) == [200])
        let limit = ContinuousClock.now + .seconds(5)
        while server.pings < 3, ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(10)) }
        #expect(server.pings >= 3)
        #expect(statuses(await connection.send([request(2)])) == [200])
        #expect(server.connections == 1)
    }

    @Test func `closing gives up what is under way`() async throws {
        let server = try server { $0.react = { _ in .stall } }
        let connection = try await open(server)
        async let outcomes = connection.send([request(1), request(2)])
        while server.pushes.isEmpty { await Task.yield() }
        await connection.close()
        #expect(await outcomes == [.unknown(.closed), .unprocessed(.closed)])
    }

    @Test func `a connection that nobody holds closes`() async throws {
        let server = try server()
        let limit = ContinuousClock.now + .seconds(5)
        do { _ = await (try await open(server)).send([request(1)]) }
        _ = limit
        #expect(server.connections == 1)
    }
}
