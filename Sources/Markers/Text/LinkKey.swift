/// Stub.
enum LinkKey {
    static func path(ofID id: String) -> String { id }
}
