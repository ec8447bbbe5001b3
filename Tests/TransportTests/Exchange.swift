import TestSupport
import Testing

@testable import Transport

/// Runs one request against a scripted server, and gives the answer or the error.
func exchange(
    _ answer: @escaping @Sendable (ServedRequest) -> ServedAnswer,
    settings: TransferLoop.Settings = TransferLoop.Settings(),
    _ change: (inout HTTPRequest) -> Void = { _ in }
) async throws -> Result<HTTPResponse, TransferError> {
    let server = try LocalHTTPServer(answer)
    defer { server.stop() }
    return await send(to: server.url("/feed"), settings: settings, change)
}

/// Sends one request through a loop of its own.
func send(
    to url: String, settings: TransferLoop.Settings = TransferLoop.Settings(),
    _ change: (inout HTTPRequest) -> Void = { _ in }
) async -> Result<HTTPResponse, TransferError> {
    let loop = TransferLoop(settings)
    defer { loop.shutdown() }
    var request = HTTPRequest(url: url)
    request.proxy = ""
    change(&request)
    do throws(TransferError) {
        return .success(try await loop.send(request))
    } catch {
        return .failure(error)
    }
}

extension Result where Success == HTTPResponse, Failure == TransferError {
    var error: TransferError? {
        if case .failure(let error) = self { error } else { nil }
    }

    var response: HTTPResponse? { try? get() }
}

/// A map of loopback in which 127.0.0.1 stands for a public address and all others for private ones.
var publicHome: TransferLoop.Settings {
    var settings = TransferLoop.Settings()
    settings.zone = { $0 == [127, 0, 0, 1] ? .open : .closed }
    return settings
}
