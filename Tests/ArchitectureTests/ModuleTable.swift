import TestSupport

/// The module table of CONTRIBUTING.md: who may import whom.
enum ModuleTable {
    /// Beside the Swift toolchain's own modules.
    static let imports: [String: Set<String>] = [
        "Transport": ["CCurl", "CNGHTTP2", "COpenSSL", "CUnpack"],
        "XMLTree": ["CLibXML2"],
        "Signing": ["COpenSSL"],
        "Host": ["CPCRE2", "CLinux"],
        "FeedModel": [],
        "Subscriptions": ["FeedModel", "XMLTree", "Host"],
        "Polling": ["FeedModel", "Transport"],
        "FeedParsing": ["FeedModel", "XMLTree"],
        "Markers": ["FeedModel", "Host"],
        "Delivery": ["FeedModel", "Transport", "Signing", "Host"],
        "Pipeline": [
            "Subscriptions", "Polling", "FeedParsing", "Markers", "Delivery", "FeedModel", "Transport",
            "Host",
        ],
        "feedherald": ["Pipeline", "Subscriptions", "FeedParsing", "FeedModel", "Host"],
    ]

    /// Modules that touch C and may use `unsafe` and the C library.
    static let wrappers: Set<String> = ["Transport", "XMLTree", "Signing", "Host"]

    /// Floor 1: the wrappers, and the values, which may look into the bytes of texts.
    static let floor1 = wrappers.union(["FeedModel"])

    /// What the toolchain gives to everybody; no other Foundation, as it brings 50 MB of ICU.
    static let toolchain: Set<String> = ["FoundationEssentials", "Synchronization"]

    /// The C library, for wrappers only.
    static let system: Set<String> = ["Glibc"]
}
