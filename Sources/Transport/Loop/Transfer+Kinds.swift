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
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_PATH_AS_IS, chain.passed.isEmpty)
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        easy.set(CURLOPT_MAXAGE_CONN, 3600)
        if chain.isLastOfItsConnection { easy.set(CURLOPT_FORBID_REUSE, true) }
        if let agent = request.userAgent { easy.set(CURLOPT_USERAGENT, agent) }
        if let credentials = chain.credentials {
            easy.set(CURLOPT_HTTPAUTH, Int(1))
            easy.set(CURLOPT_USERNAME, credentials.user)
            easy.set(CURLOPT_PASSWORD, credentials.password)
        }
        if let cookie = chain.cookie { easy.set(CURLOPT_COOKIE, cookie) }
        if let proxy = request.proxy { easy.set(CURLOPT_PROXY, proxy) }
        setMethod(chain, on: easy)
        if chain.url.hasPrefix("https:") {
            setTrust(caBundle: request.caBundle, isInsecure: request.isInsecure, on: easy)
        }
        if let client = request.clientCertificate, chain.isAtHome {
            easy.set(CURLOPT_SSLCERT_BLOB, blob: client.certificate)
            easy.set(CURLOPT_SSLKEY_BLOB, blob: client.key)
        }
        if chain.isGuarded { setGuard(easy) }
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
        if let body = chain.body {
            easy.set(CURLOPT_POST, true)
            easy.set(body: body)
            if chain.method != "POST" { easy.set(CURLOPT_CUSTOMREQUEST, chain.method) }
            easy.setHeaders(headers, asksForPacked ? ContentCoding.acceptLine : nil, "Expect:")
            return
        }
        switch chain.method {
        case "GET": break
        case "HEAD": easy.set(CURLOPT_NOBODY, true)
        case "POST":
            easy.set(CURLOPT_POST, true)
            easy.set(body: [])
        default: easy.set(CURLOPT_CUSTOMREQUEST, chain.method)
        }
        easy.setHeaders(headers, asksForPacked ? ContentCoding.acceptLine : nil)
    }

    /// Says whom to trust.
    ///
    /// libcurl's built-in CApath is switched off: with one, its cache of the bundle is off and every TLS connection
    /// parses the whole bundle, 52 ms each.
    private func setTrust(caBundle: String?, isInsecure: Bool, on easy: EasyHandle) {
        easy.set(CURLOPT_CAPATH, nil)
        if let bundle = caBundle ?? context.systemBundle { easy.set(CURLOPT_CAINFO, bundle) }
        guard isInsecure else { return }
        easy.set(CURLOPT_SSL_VERIFYPEER, false)
        easy.set(CURLOPT_SSL_VERIFYHOST, false)
    }

    /// Sets what a mail needs.
    func prepare(_ envelope: MailEnvelope, on easy: EasyHandle) {
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
