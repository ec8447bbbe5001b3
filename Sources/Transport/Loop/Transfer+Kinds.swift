internal import CCurl

extension Transfer {
    /// Sets what an HTTP hop needs.
    func prepare(
        _ box: RequestBox, on easy: EasyHandle, from held: OnwardRequest? = nil
    ) throws(TransferError) {
        let request = box.value
        let chain = if let known = self.chain { known } else { try begin(box, held) }
        defer { self.chain = chain }
        easy.set(CURLOPT_URL, chain.url)
        easy.set(CURLOPT_PATH_AS_IS, chain.passed.isEmpty)
        easy.set(CURLOPT_FORBID_REUSE, chain.isLastOfItsConnection)
        setStanding(on: easy)
        if chain.url.hasPrefix("https:") {
            setTrust(caBundle: request.caBundle, isInsecure: request.isInsecure, on: easy)
        }
        setIdentity(chain, on: easy)
        if let proxy = request.proxy {
            easy.standing.hasMore = true
            easy.set(CURLOPT_PROXY, proxy)
        }
        setMethod(chain, on: easy)
    }

    /// Sets what is the same for nearly all requests.
    private func setStanding(on easy: EasyHandle) {
        guard !easy.standing.isForHTTP else { return }
        easy.standing.isForHTTP = true
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        easy.set(CURLOPT_MAXAGE_CONN, 3600)
    }

    /// Sets what tells the server who asks.
    private func setIdentity(_ chain: RedirectChain, on easy: EasyHandle) {
        if let credentials = chain.credentials {
            easy.standing.hasMore = true
            easy.set(CURLOPT_HTTPAUTH, Int(1))
            easy.set(CURLOPT_USERNAME, credentials.user)
            easy.set(CURLOPT_PASSWORD, credentials.password)
        }
        if let cookie = chain.cookie {
            easy.standing.hasMore = true
            easy.set(CURLOPT_COOKIE, cookie)
        }
        if let client = chain.request.clientCertificate, chain.isAtHome {
            easy.standing.hasMore = true
            easy.set(CURLOPT_SSLCERT_BLOB, blob: client.certificate)
            easy.set(CURLOPT_SSLKEY_BLOB, blob: client.key)
        }
    }

    private func begin(
        _ box: RequestBox, _ held: OnwardRequest?
    ) throws(TransferError) -> RedirectChain {
        let (context, own) = (context, box.value.proxy)
        let isProxied = { scheme in own.map { !$0.isEmpty } ?? context.isProxied(scheme) }
        if let held { return try RedirectChain(held, isProxied: isProxied) }
        return try RedirectChain(box, isProxied: isProxied)
    }

    private func setMethod(_ chain: RedirectChain, on easy: EasyHandle) {
        let headers = chain.headers
        // libcurl is not asked to unpack: see `BodyUnpacker`.
        let asksForPacked = chain.request.acceptsEncodings && !headers.contains("accept-encoding")
        if chain.body != nil || chain.method != "GET" {
            easy.standing.hasMore = true
            setAction(chain.method, chain.body, on: easy)
        }
        easy.setHeaders(
            headers, userAgent: chain.request.userAgent.flatMap { context.userAgentLine($0) },
            asksForPacked ? ContentCoding.acceptLine : nil, chain.body == nil ? nil : "Expect:")
    }

    /// Sets a method and body other than a plain GET's.
    private func setAction(_ method: String, _ body: [UInt8]?, on easy: EasyHandle) {
        if let body {
            easy.set(CURLOPT_POST, true)
            easy.set(body: body)
            if method != "POST" { easy.set(CURLOPT_CUSTOMREQUEST, method) }
            return
        }
        switch method {
        case "HEAD": easy.set(CURLOPT_NOBODY, true)
        case "POST":
            easy.set(CURLOPT_POST, true)
            easy.set(body: [])
        default: easy.set(CURLOPT_CUSTOMREQUEST, method)
        }
    }

    /// Says whom to trust.
    ///
    /// libcurl's built-in CApath is switched off: with one, its cache of the bundle is off and every TLS connection
    /// parses the whole bundle, 52 ms each.
    private func setTrust(caBundle: String?, isInsecure: Bool, on easy: EasyHandle) {
        if caBundle == nil, !isInsecure, easy.standing.trustsUsual { return }
        easy.set(CURLOPT_CAPATH, nil)
        if let bundle = caBundle ?? context.systemBundle { easy.set(CURLOPT_CAINFO, bundle) }
        easy.standing.trustsUsual = true
        if caBundle != nil { easy.standing.hasMore = true }
        guard isInsecure else { return }
        easy.standing.hasMore = true
        easy.set(CURLOPT_SSL_VERIFYPEER, false)
        easy.set(CURLOPT_SSL_VERIFYHOST, false)
    }

    /// Sets what a mail needs.
    func prepare(_ envelope: MailEnvelope, on easy: EasyHandle) {
        easy.standing.hasMore = true
        let (scheme, usual) =
            switch envelope.encryption {
            case .startTLS: ("smtp", 587)
            case .tls: ("smtps", 465)
            case .none: ("smtp", 25)
            }
        let host = envelope.host.contains(":") ? "[\(envelope.host)]" : envelope.host
        easy.set(CURLOPT_PROTOCOLS_STR, scheme)
        easy.set(CURLOPT_URL, "\(scheme)://\(host):\(envelope.port ?? usual)/localhost")
        if envelope.encryption == .startTLS { easy.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
        if let user = envelope.user {
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_PASSWORD, envelope.password ?? "")
        }
        easy.set(CURLOPT_PROXY, "")
        easy.set(CURLOPT_MAIL_FROM, "<\(envelope.sender)>")
        easy.set(CURLOPT_MAIL_RCPT, list: envelope.recipients.map { "<\($0)>" })
        setTrust(caBundle: envelope.caBundle, isInsecure: false, on: easy)
        upload = envelope.message[...]
        easy.set(CURLOPT_UPLOAD, true)
        easy.set(CURLOPT_INFILESIZE_LARGE, offset: envelope.message.count)
        setUpload(easy)
    }

    /// Sets what an MQTT message needs.
    func prepare(_ message: MQTTMessage, on easy: EasyHandle) throws(TransferError) {
        easy.standing.hasMore = true
        guard let server = URLReference(message.server), server.scheme == "mqtt" else {
            throw .badURL("an MQTT broker is given as mqtt://host")
        }
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        let port = server.port == 0 ? 1883 : server.port
        let topic = URLReference.percentEncoded(message.topic, keeping: "/")
        easy.set(CURLOPT_PROTOCOLS_STR, "mqtt")
        easy.set(CURLOPT_URL, "mqtt://\(host):\(port)/\(topic)")
        if let user = message.user { easy.set(CURLOPT_USERNAME, user) }
        if let password = message.password { easy.set(CURLOPT_PASSWORD, password) }
        easy.set(CURLOPT_PROXY, "")
        easy.set(CURLOPT_POST, true)
        easy.set(body: message.payload)
    }
}
