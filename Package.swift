// swift-tools-version: 6.2
import PackageDescription

// The manifest reads as the module table of CONTRIBUTING.md: one line a module, floor by floor,
// naming what it may import beside the Swift toolchain.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// Floor 0: a system library seen through pkg-config, with a header for what Swift cannot call.
func library(_ name: String, pkgConfig: String, debian: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// Floor 1: the only Swift code that touches its C libraries.
func wrapper(_ name: String, over libraries: String...) -> Target {
    .target(name: name, dependencies: libraries.map { .byName(name: $0) }, swiftSettings: settings)
}

/// Floors 1 (values), 2 (steps) and 3 (join).
func module(_ name: String, uses modules: String...) -> Target {
    .target(name: name, dependencies: modules.map { .byName(name: $0) }, swiftSettings: settings)
}

/// Floor 4: the program.
func program(_ name: String, uses modules: String...) -> Target {
    .executableTarget(name: name, dependencies: modules.map { .byName(name: $0) }, swiftSettings: settings)
}

/// One test target a module; it sees the module, the values and TestSupport.
func tests(of name: String, uses modules: String...) -> Target {
    let all = Set([name, "FeedModel", "TestSupport"] + modules).sorted()
    return .testTarget(
        name: "\(name)Tests", dependencies: all.map { .byName(name: $0) }, path: "Tests/\(name)Tests",
        swiftSettings: settings)
}

let package = Package(
    name: "feedherald",
    targets: [
        // 0 C
        library("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
        library("CLibXML2", pkgConfig: "libxml-2.0", debian: "libxml2-dev"),
        library("COpenSSL", pkgConfig: "openssl", debian: "libssl-dev"),
        library("CNGHTTP2", pkgConfig: "libnghttp2", debian: "libnghttp2-dev"),
        library("CPCRE2", pkgConfig: "libpcre2-8", debian: "libpcre2-dev"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(
            name: "CUnpack", providers: [.apt(["libdeflate-dev", "libbrotli-dev", "libzstd-dev"])]),
        // 1 wrappers, values
        wrapper("Transport", over: "CCurl", "CNGHTTP2", "COpenSSL", "CUnpack"),
        wrapper("XMLTree", over: "CLibXML2"),
        wrapper("Signing", over: "COpenSSL"),
        wrapper("Host", over: "CPCRE2", "CLinux"),
        .target(name: "FeedModel", swiftSettings: settings, linkerSettings: [.linkedLibrary("m")]),
        // 2 steps
        module("Subscriptions", uses: "FeedModel", "XMLTree", "Host"),
        module("Polling", uses: "FeedModel", "Transport"),
        module("FeedParsing", uses: "FeedModel", "XMLTree"),
        module("Markers", uses: "FeedModel", "Host"),
        module("Delivery", uses: "FeedModel", "Transport", "Signing", "Host"),
        // 3 join
        module(
            "Pipeline", uses: "Subscriptions", "Polling", "FeedParsing", "Markers", "Delivery", "FeedModel",
            "Transport", "Host"),
        // 4 program
        program("feedherald", uses: "Pipeline", "Subscriptions", "FeedParsing", "FeedModel", "Host"),
        // tests
        .target(
            name: "TestSupport", dependencies: ["FeedModel", "CNGHTTP2", "COpenSSL"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        tests(of: "Transport"),
        tests(of: "XMLTree"),
        tests(of: "Signing"),
        tests(of: "Host"),
        tests(of: "FeedModel"),
        tests(of: "Subscriptions", uses: "Host"),
        tests(of: "Polling", uses: "Transport"),
        tests(of: "FeedParsing", uses: "XMLTree"),
        tests(of: "Markers", uses: "Host"),
        tests(of: "Delivery", uses: "Transport", "Signing", "Host"),
        tests(
            of: "Pipeline", uses: "Subscriptions", "Polling", "FeedParsing", "Markers", "Delivery",
            "Transport",
            "Host"),
        tests(of: "feedherald"),
        .testTarget(
            name: "ArchitectureTests", dependencies: ["TestSupport"], path: "Tests/ArchitectureTests",
            swiftSettings: settings),
    ],
    cLanguageStandard: .c11
)
