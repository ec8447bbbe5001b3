/// A signed token as Apple's push service takes it (RFC 7519, compact form of RFC 7515).
public enum JSONWebToken {
    /// `header.claims.signature` for a provider: `alg` and `kid`, `iss` and `iat` (whole epoch seconds), no more.
    ///
    /// - Throws: when an id holds other characters than letters and digits, or when signing fails.
    public static func provider(
        key: ES256Key, keyID: String, teamID: String, issuedAt: Int64
    ) throws(SigningError) -> String {
        for (name, id) in [("keyID", keyID), ("teamID", teamID)] where !isPlain(id) {
            throw SigningError(
                "\(name) is not the 10 letters and digits that Apple gives out",
                hint: "both ids stand on Apple's developer site, under Keys and Membership")
        }
        let header = Base64.encodeURL(Array(#"{"alg":"ES256","kid":"\#(keyID)"}"#.utf8))
        let claims = Base64.encodeURL(Array(#"{"iss":"\#(teamID)","iat":\#(issuedAt)}"#.utf8))
        let signed = "\(header).\(claims)"
        return "\(signed).\(Base64.encodeURL(try key.sign(Array(signed.utf8))))"
    }

    private static func isPlain(_ id: String) -> Bool {
        id.utf8.count == 10
            && id.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            }
    }
}
