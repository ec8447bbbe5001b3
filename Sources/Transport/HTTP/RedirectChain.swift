/// The way of one request through its redirects: what each hop may be sent, and which hops may follow.
///
/// No I/O.
///
/// We follow redirects ourselves, one libcurl transfer a hop, so that every rule is here: http and https only, a limit,
/// credentials and private headers for the first origin only, no way from the public internet into a private network.
struct RedirectChain {
    let box: RequestBox
    var request: HTTPRequest { box.value }
    /// Whether the connection of a URL's scheme goes through a proxy, so that its address says nothing of the server.
    let isProxied: (String) -> Bool
    /// What libcurl is given: the configured address byte for byte on the first hop.
    private(set) var url: String
    private(set) var method: String
    private(set) var body: [UInt8]?
    private(set) var isAtHome = true
    private(set) var passed: [Redirect] = []
    /// Whether some hop was answered from a public address.
    private var sawOpen = false
    private var firstAddress: [UInt8]?
    /// The current URL taken apart; nil on a first hop whose URL nobody had to look into yet.
    private var parts: URLReference?
    private let user: String?
    private let password: String?

    init(_ box: RequestBox, isProxied: @escaping (String) -> Bool) throws(TransferError) {
        let request = box.value
        self.box = box
        self.isProxied = isProxied
        url = request.url
        method = request.method
        body = request.body
        if Self.isPlain(request.url) {
            user = request.user
            password = request.password
            return
        }
        guard let reference = URLReference(request.url) else { throw .badURL("it cannot be read as one") }
        guard reference.isWeb else { throw .badURL("\(reference.scheme) is not http or https") }
        parts = reference
        url = reference.text
        user = request.user ?? reference.user
        password = request.password ?? reference.password
    }

    /// Goes on where a request was held.
    init(_ held: OnwardRequest, isProxied: @escaping (String) -> Bool) throws(TransferError) {
        try self.init(held.box, isProxied: isProxied)
        url = held.url
        parts = nil
        method = held.method
        body = held.body
        isAtHome = held.isAtHome
        passed = held.passed
        sawOpen = held.sawOpen
        firstAddress = held.firstAddress
    }

    /// The rest of the way from here.
    var onward: OnwardRequest {
        OnwardRequest(
            box: box, url: url, method: method, body: body, isAtHome: isAtHome, passed: passed,
            sawOpen: sawOpen, firstAddress: firstAddress)
    }

    /// Whether a URL can go to libcurl as it is: http or https, printable ASCII, without user and password.
    private static func isPlain(_ url: String) -> Bool {
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else { return false }
        return url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x40 }
    }

    /// The current URL taken apart; nil for one that libcurl will refuse.
    var current: URLReference? { parts ?? URLReference(url) }

    /// Whether the current connection goes through a proxy.
    private var isProxiedNow: Bool { isProxied(url.hasPrefix("https:") ? "https" : "http") }

    var credentials: (user: String, password: String)? {
        guard isAtHome, user != nil || password != nil else { return nil }
        return (user ?? "", password ?? "")
    }

    var cookie: String? { isAtHome ? request.cookie : nil }

    /// The request's own headers that this hop may see.
    var headers: HeaderFields {
        let isConditional = request.isConditional(at: url, isFirst: passed.isEmpty)
        if isAtHome, isConditional { return request.headers }
        return request.headers.filter { name in
            let name = name.lowercased()
            return (isAtHome || HTTPRequest.headersCrossingOrigins.contains(name))
                && (isConditional || !Self.conditions.contains(name))
        }
    }

    private static let conditions: Set<String> = ["if-none-match", "if-modified-since"]

    /// Whether a connection to a private address must be refused on this hop.
    func isForbidden(_ address: [UInt8], zone: AddressZone) -> Bool {
        zone == .closed && sawOpen && !request.allowsPrivate && address != firstAddress
            && !isProxiedNow
    }

    /// Whether connections have to be checked at all on this hop.
    var isGuarded: Bool { sawOpen && !request.allowsPrivate }

    /// Notes where the hop's answer came from.
    mutating func answered(from address: [UInt8]?, zone: AddressZone) {
        if isProxiedNow {
            if AddressZone.of(numeric: current?.host ?? "") != .closed { sawOpen = true }
        } else {
            if zone == .open { sawOpen = true }
            if passed.isEmpty { firstAddress = address }
        }
    }

    /// Whether nothing will come after this hop on its connection; one to a proxy or to where a redirect leads may serve others.
    var isLastOfItsConnection: Bool { !request.keepsConnection && passed.isEmpty && !isProxiedNow }

    /// Whether an answer of this status points elsewhere.
    func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: request.maxRedirects > 0
        default: false
        }
    }

    /// Goes on to where a redirect points; false when it points nowhere and is the final answer.
    mutating func follow(status: Int, location: String?) throws(TransferError) -> Bool {
        guard isRedirect(status), let location else { return false }
        guard passed.count < request.maxRedirects else {
            throw .tooManyRedirects(limit: request.maxRedirects)
        }
        guard let from = current, let target = from.resolving(location) else {
            throw .badRedirect(to: "nowhere", reason: "its address cannot be read")
        }
        guard target.isWeb else {
            throw .badRedirect(to: target.scheme + ":", reason: "only http and https are followed")
        }
        if isGuarded, isProxied(target.scheme), AddressZone.of(numeric: target.host) == .closed {
            throw .blockedAddress(target.host)
        }
        let becomesGet =
            status == 303 ? method != "HEAD" : (status == 301 || status == 302) && method == "POST"
        if becomesGet {
            method = "GET"
            body = nil
        }
        if !isAtHome || target.origin != from.origin {
            guard body == nil else {
                throw .badRedirect(to: target.host, reason: "it would send the form to another origin")
            }
            isAtHome = false
        }
        parts = target
        url = target.text
        passed.append(Redirect(status: status, url: target.text))
        return true
    }
}
