/// The way of one request through its redirects: what each hop may be sent, and which hops may follow.
///
/// No I/O.
///
/// We follow redirects ourselves, one libcurl transfer a hop, so that every rule is here: http and https only, a limit,
/// credentials and private headers for the first origin only, no way from the public internet into a private network.
struct RedirectChain {
    let request: HTTPRequest
    /// Whether the connection of a URL's scheme goes through a proxy, so that its address says nothing of the server.
    let isProxied: (String) -> Bool
    private(set) var current: URLReference
    /// What libcurl is given: the configured address byte for byte on the first hop.
    private(set) var url: String
    private(set) var method: String
    private(set) var body: [UInt8]?
    private(set) var isAtHome = true
    private(set) var passed: [Redirect] = []
    /// Whether some hop was answered from a public address.
    private var sawOpen = false
    private var firstAddress: [UInt8]?
    private let home: String
    private let user: String?
    private let password: String?

    init(_ request: HTTPRequest, isProxied: @escaping (String) -> Bool) throws(TransferError) {
        guard let reference = URLReference(request.url) else { throw .badURL("it cannot be read as one") }
        guard reference.isWeb else { throw .badURL("\(reference.scheme) is not http or https") }
        self.request = request
        self.isProxied = isProxied
        current = reference
        let isPlain =
            request.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && reference.user == nil
            && reference.password == nil
        url = isPlain ? request.url : reference.text
        method = request.method
        body = request.body
        home = reference.origin
        user = request.user ?? reference.user
        password = request.password ?? reference.password
    }

    var credentials: (user: String, password: String)? {
        guard isAtHome, user != nil || password != nil else { return nil }
        return (user ?? "", password ?? "")
    }

    var cookie: String? { isAtHome ? request.cookie : nil }

    /// The request's own headers that this hop may see.
    var headers: HeaderFields {
        isAtHome
            ? request.headers
            : request.headers.filter { HTTPRequest.headersCrossingOrigins.contains($0.lowercased()) }
    }

    /// Whether a connection to a private address must be refused on this hop.
    func isForbidden(_ address: [UInt8], zone: AddressZone) -> Bool {
        zone == .closed && sawOpen && !request.allowsPrivate && address != firstAddress
            && !isProxied(current.scheme)
    }

    /// Whether connections have to be checked at all on this hop.
    var isGuarded: Bool { sawOpen && !request.allowsPrivate }

    /// Notes where the hop's answer came from.
    mutating func answered(from address: [UInt8]?, zone: AddressZone) {
        if isProxied(current.scheme) {
            if AddressZone.of(numeric: current.host) != .closed { sawOpen = true }
        } else {
            if zone == .open { sawOpen = true }
            if passed.isEmpty { firstAddress = address }
        }
    }

    /// Goes on to where an answer points; false when the answer is final.
    mutating func follow(status: Int, location: String?) throws(TransferError) -> Bool {
        guard [301, 302, 303, 307, 308].contains(status), request.maxRedirects > 0, let location else {
            return false
        }
        guard passed.count < request.maxRedirects else {
            throw .tooManyRedirects(limit: request.maxRedirects)
        }
        guard let target = current.resolving(location) else {
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
        if target.origin != home {
            guard body == nil else {
                throw .badRedirect(to: target.host, reason: "it would send the form to another origin")
            }
            isAtHome = false
        }
        current = target
        url = target.text
        passed.append(Redirect(status: status, url: target.text))
        return true
    }
}
