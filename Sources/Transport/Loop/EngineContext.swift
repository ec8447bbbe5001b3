internal import CCurl
internal import CNGHTTP2
internal import COpenSSL
internal import Glibc

/// What all transfers of a loop share.
final class EngineContext {
    let zone: ([UInt8]) -> AddressZone
    /// The PEM bundle that libcurl was built for, or the environment names.
    let systemBundle: String?
    private let proxiedSchemes: Set<String>
    /// Handles that are not in use, clean.
    private var handles: [EasyHandle] = []
    /// When libcurl last walked the names it has resolved.
    private var namesPruned: ContinuousClock.Instant?
    /// What unpacks bodies; made for the first one.
    private(set) lazy var unpacker = BodyUnpacker()

    /// The last header line that named a user agent: nearly all requests have the same.
    private var agent: (name: String, line: String?) = ("", nil)

    init(zone: @escaping ([UInt8]) -> AddressZone) {
        self.zone = zone
        let built = unsafe curl_version_info(CURLVERSION_TENTH).pointee.cainfo
        systemBundle =
            Self.environment("CURL_CA_BUNDLE") ?? Self.environment("SSL_CERT_FILE")
            ?? (unsafe built.map { unsafe String(cString: $0) })
        let forAll = Self.environment("all_proxy") ?? Self.environment("ALL_PROXY")
        var schemes: Set<String> = []
        if (Self.environment("http_proxy") ?? forAll) != nil { schemes.insert("http") }
        if (Self.environment("https_proxy") ?? Self.environment("HTTPS_PROXY") ?? forAll) != nil {
            schemes.insert("https")
        }
        proxiedSchemes = schemes
    }

    /// Whether the environment names a proxy for a scheme, as libcurl reads it.
    func isProxied(_ scheme: String) -> Bool { proxiedSchemes.contains(scheme) }

    /// The header line that names a user agent, nil for one without a name.
    ///
    /// It goes to libcurl as any other field: as an option of its own it would be put together twice, byte by byte.
    func userAgentLine(_ name: String) -> String? {
        if name != agent.name {
            let clean = String(name.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
            agent = (name, name.isEmpty ? nil : "User-Agent: " + clean)
        }
        return agent.line
    }

    /// A handle to use: a clean one from before, else a new one.
    func takeHandle() -> EasyHandle? { handles.popLast() ?? EasyHandle() }

    /// Takes a handle back that is in no multi handle any more.
    func giveBack(_ handle: EasyHandle) {
        handle.clear()
        handles.append(handle)
    }

    /// Whether a transfer that starts now should let libcurl drop the names that are too old (60 s).
    ///
    /// It walks all of them at the end of every transfer, which for a thousand hosts costs more than a request; once in
    /// a few seconds is enough. One that does not walk takes names of any age, hence the short time.
    func isNamePruningDue(_ now: ContinuousClock.Instant) -> Bool {
        namesPruned.map { now - $0 > .seconds(5) } ?? true
    }

    /// Notes the end of a transfer that let libcurl walk its names.
    func namesWerePruned(_ now: ContinuousClock.Instant) {
        namesPruned = now
    }

    private static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
