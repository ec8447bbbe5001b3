import FeedModel
import Transport

/// Sends one request of a sink and reads the outcome.
struct HTTPDelivery: Sendable {
    let environment: SinkEnvironment
    let timeout: Duration
    let ca: String?
    var proxy: String?

    /// Sends a body; connections are kept open between calls, a stale one is tried again on a fresh one.
    func send(
        _ body: [UInt8], to url: String, method: String = "POST", type: String = "application/json",
        headers: [(name: String, value: String)] = [], user: String? = nil, password: String? = nil
    ) async -> DeliveryOutcome {
        var request = HTTPRequest(url: url)
        request.method = method
        request.body = method == "GET" ? nil : body
        request.maxRedirects = 0
        request.allowsPrivate = true
        request.limits.total = timeout
        request.limits.connect = min(request.limits.connect, timeout)
        request.limits.maxBytes = 1 << 20
        request.caBundle = ca
        request.proxy = proxy
        request.user = user
        request.password = password
        request.userAgent = "feedherald/\(environment.version)"
        request.headers.append("Content-Type", type)
        for header in headers { request.headers.append(header.name, header.value) }
        let receiver = URLReference(url)?.host ?? "the receiver"
        do throws(TransferError) {
            let response = try await environment.transfers.send(request)
            return HTTPOutcome.of(response, receiver: receiver, now: environment.now())
        } catch {
            return HTTPOutcome.of(error, receiver: receiver)
        }
    }
}
