import FeedModel
import Transport

/// What an HTTP receiver's answer means for a delivery; only 2xx is success.
enum HTTPOutcome {
    /// The outcome of an answer.
    ///
    /// - Parameter receiver: who answered, for messages: a host, never a whole URL, as URLs hold secrets.
    static func of(_ response: HTTPResponse, receiver: String, now: Timestamp) -> DeliveryOutcome {
        let failure = Failure(.delivery, "\(receiver) answered \(response.status)\(excerpt(response.body))")
        switch response.status {
        case 200..<300: return .delivered(note: "\(response.status)\(excerpt(response.body))")
        case 300..<400:
            let target = response.headers["location"].map { " to \(SafeText.line(URLMask.masked($0)))" } ?? ""
            return .suspended(
                Failure(
                    .delivery, "\(receiver) answered \(response.status), a redirect\(target)",
                    hint: "put the new address into feeds.json"))
        case 401, 403, 407:
            return .suspended(Failure(.delivery, failure.message, hint: "check the token, user and password"))
        case 404, 405: return .suspended(Failure(.delivery, failure.message, hint: "check the URL"))
        case 410:
            return .stopped(
                Failure(
                    .delivery, "\(receiver) says the address is gone for good (410)",
                    hint: "put the new address into feeds.json, or remove the sink"))
        case 408, 409, 421, 425, 429, 500...: return .retry(failure, after: wish(response, now: now))
        default: return .refused(failure)
        }
    }

    /// The outcome of a transfer without an answer.
    static func of(_ error: TransferError, receiver: String) -> DeliveryOutcome {
        let failure = Failure(.delivery, "\(receiver): \(error)")
        switch error {
        case .badURL: return .suspended(failure)
        case .loginRefused:
            return .suspended(Failure(.delivery, failure.message, hint: "check user and password"))
        default: return .retry(failure, after: nil)
        }
    }

    /// What the receiver wants to be waited: Retry-After (RFC 9110 §10.2.3), or `retry_after` in a JSON body, as
    /// Discord and Telegram send it.
    static func wish(_ response: HTTPResponse, now: Timestamp) -> Duration? {
        if let asked = response.headers["retry-after"].flatMap({ wish(header: $0, now: now) }) {
            return asked
        }
        guard let body = try? JSONReader.read(response.body) else { return nil }
        let seconds = body["retry_after"]?.double ?? body["parameters"]?["retry_after"]?.double
        guard let seconds, seconds >= 0, seconds < 86_400 else { return nil }
        return .milliseconds(Int64(seconds * 1000))
    }

    /// Reads Retry-After, as seconds or as a date.
    static func wish(header text: String, now: Timestamp) -> Duration? {
        if let seconds = Int(text), seconds >= 0 { return .seconds(min(seconds, 86_400)) }
        return HTTPDate.parse(text).map { max(.zero, $0 - now) }
    }

    /// The beginning of a body that is text, for people.
    private static func excerpt(_ body: [UInt8]) -> String {
        let text = SafeText.line(String(decoding: body.prefix(400), as: UTF8.self))
        return text.isEmpty || text.hasPrefix("<") ? "" : ": " + TextCut.characters(text, 160)
    }
}

/// Dates of HTTP headers (RFC 9110 §5.6.7), the preferred form only.
enum HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
    static func parse(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3 else { return nil }
        return Timestamp(
            date: CivilDate(year: year, month: month + 1, day: day), hour: clock[0], minute: clock[1],
            second: clock[2])
    }

    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
