import COpenSSL

/// What a certificate says of itself.
struct CertificateFacts {
    private let parts: CertificateParts

    init(_ parts: CertificateParts) {
        self.parts = parts
    }

    var notBefore: Int64 { unsafe Self.seconds(X509_get0_notBefore(parts.leaf)) }
    var notAfter: Int64 { unsafe Self.seconds(X509_get0_notAfter(parts.leaf)) }
    var commonName: String? { subject(NID_commonName) }

    /// Apple's list of topics (UTF8String items among nested descriptions), else the subject's UID.
    var topics: [String] {
        let listed = value(ofExtension: "1.2.840.113635.100.6.3.6").map(DERStrings.all) ?? []
        return listed.isEmpty ? subject(NID_userId).map { [$0] } ?? [] : listed
    }

    func has(extension id: String) -> Bool { place(ofExtension: id) >= 0 }

    private func place(ofExtension id: String) -> Int32 {
        let object = unsafe OBJ_txt2obj(id, 1)
        defer { unsafe ASN1_OBJECT_free(object) }
        return unsafe X509_get_ext_by_OBJ(parts.leaf, object, -1)
    }

    private func value(ofExtension id: String) -> [UInt8]? {
        let place = place(ofExtension: id)
        guard place >= 0, let found = unsafe X509_get_ext(parts.leaf, place),
            let data = unsafe X509_EXTENSION_get_data(found)
        else { return nil }
        return unsafe Self.bytes(data)
    }

    private func subject(_ nid: Int32) -> String? {
        let name = unsafe X509_get_subject_name(parts.leaf)
        let place = unsafe X509_NAME_get_index_by_NID(name, nid, -1)
        guard place >= 0, let entry = unsafe X509_NAME_get_entry(name, place),
            let data = unsafe X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        return unsafe String(decoding: Self.bytes(data), as: UTF8.self)
    }

    @unsafe private static func bytes(_ text: UnsafePointer<ASN1_STRING>) -> [UInt8] {
        unsafe Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(text), count: Int(ASN1_STRING_length(text))))
    }

    @unsafe private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var days: Int32 = 0
        var rest: Int32 = 0
        let epoch = unsafe ASN1_TIME_set(nil, 0)
        defer { unsafe ASN1_STRING_free(epoch) }
        guard unsafe ASN1_TIME_diff(&days, &rest, epoch, time) == 1 else { return 0 }
        return Int64(days) * 86_400 + Int64(rest)
    }
}

/// The texts inside a DER value, in order: Apple's topic list is a sequence of texts and descriptions.
enum DERStrings {
    /// Every UTF8String (tag 12) at the first level of the outer sequence.
    static func all(_ der: [UInt8]) -> [String] {
        guard let outer = item(der[...]), outer.tag == 0x30 else { return [] }
        var rest = outer.content
        var texts: [String] = []
        while let next = item(rest) {
            if next.tag == 0x0C { texts.append(String(decoding: next.content, as: UTF8.self)) }
            rest = next.rest
        }
        return texts
    }

    private static func item(
        _ bytes: ArraySlice<UInt8>
    ) -> (tag: UInt8, content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        var rest = bytes
        guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            guard first <= 0x83, rest.count >= Int(first & 0x7F) else { return nil }
            length = 0
            for _ in 0..<(first & 0x7F) { length = length << 8 | Int(rest.removeFirst()) }
        }
        guard rest.count >= length else { return nil }
        return (tag, rest.prefix(length), rest.dropFirst(length))
    }
}
