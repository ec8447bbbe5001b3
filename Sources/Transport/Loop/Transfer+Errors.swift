internal import CCurl

extension Transfer {
    /// What libcurl's code means for this transfer.
    func error(for code: CURLcode) -> TransferError {
        let message = easy?.message ?? ""
        let said = message.isEmpty ? CurlCode(code).text : message
        if let refusal = mailRefusal(code) { return refusal }
        switch code {
        case CURLE_URL_MALFORMAT: return .badURL(said)
        case CURLE_COULDNT_RESOLVE_HOST: return .resolveFailed(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY: return .resolveFailed(host: "the proxy of \(host)")
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: return .connectFailed(host: host, reason: said)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(phase, after: elapsed)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            return .cutOff(reason: said)
        case CURLE_BAD_CONTENT_ENCODING: return .badEncoding(reason: said)
        // Our callbacks had no reason to stop it: libcurl, which unpacks transfer codings, found more behind the end.
        case CURLE_WRITE_ERROR where chain != nil:
            return .badEncoding(reason: Damage.more)
        case CURLE_LOGIN_DENIED: return .loginRefused(host: host)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            return .tls(host: host, reason: said)
        default: return .curl(CurlCode(code), said)
        }
    }

    /// A mail server's own refusal: libcurl only says at which command the talk ended.
    private func mailRefusal(_ code: CURLcode) -> TransferError? {
        guard case .mail = job.kind, code != CURLE_OPERATION_TIMEDOUT, code != CURLE_LOGIN_DENIED,
            let answered = easy?.number(CURLINFO_RESPONSE_CODE), answered >= 400
        else { return nil }
        let text = reply.drop { $0.isNumber }.drop { $0 == " " || $0 == "-" }
        return .mailRefused(code: answered, reason: String(text.prefix(200).filter { !$0.isNewline }))
    }

    private var elapsed: Duration {
        .milliseconds((easy?.offset(CURLINFO_TOTAL_TIME_T) ?? 0) / 1000)
    }

    /// How far the handle had come: libcurl leaves the times of what was not reached at zero.
    private var phase: TransferPhase {
        guard let easy else { return .waiting }
        if easy.offset(CURLINFO_STARTTRANSFER_TIME_T) > 0, status != 0 || chain == nil { return .receiving }
        if easy.offset(CURLINFO_PRETRANSFER_TIME_T) > 0 { return .waiting }
        if easy.offset(CURLINFO_CONNECT_TIME_T) > 0 { return .securing }
        return easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0 ? .connecting : .resolving
    }
}
