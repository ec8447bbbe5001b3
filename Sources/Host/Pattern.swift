internal import CPCRE2

/// Why a regular expression does not compile.
public struct PatternError: Error, Sendable, Hashable {
    public var message: String
    /// The character at which it went wrong, from 0.
    public var offset: Int
}

/// A regular expression in PCRE2's notation, matched over Unicode text and bounded in time.
///
/// A match that needs more than the step limit (nested quantifiers over long texts) counts as none.
@safe public final class Pattern: Sendable {
    public let text: String
    private nonisolated(unsafe) let code: OpaquePointer
    private static let stepLimit: UInt32 = 200_000
    private static let longestSubject = 1 << 20

    /// Compiles a pattern; `(?-i)` inside it makes a caseless one mind the case.
    public init(_ text: String, isCaseless: Bool = true) throws(PatternError) {
        var number: Int32 = 0
        var place = 0
        let options =
            PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C
            | (isCaseless ? PCRE2_CASELESS : 0)
        let bytes = Array(text.utf8)
        let compiled = unsafe feedherald_pcre2_compile(bytes, bytes.count, options, &number, &place)
        guard let compiled = unsafe compiled else {
            var buffer = [UInt8](repeating: 0, count: 256)
            let length = unsafe feedherald_pcre2_message(number, &buffer, buffer.count)
            let message = String(decoding: buffer.prefix(Int(max(0, length))), as: UTF8.self)
            let offset = String(decoding: bytes.prefix(place), as: UTF8.self).count
            throw PatternError(message: message, offset: offset)
        }
        unsafe code = compiled
        self.text = text
    }

    /// PCRE2's version as loaded at run time, such as `10.42`.
    public static var libraryVersion: String {
        var buffer = [CChar](repeating: 0, count: 64)
        guard unsafe feedherald_pcre2_version(&buffer) > 0 else { return "unknown" }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(text.prefix { $0 != " " })
    }

    deinit {
        unsafe pcre2_code_free_8(code)
    }

    /// Whether the pattern is found anywhere in the text.
    public func matches(_ subject: String) -> Bool {
        span(in: Array(subject.utf8.prefix(Self.longestSubject))) != nil
    }

    /// The text of the first group that took part in the first match, else of the whole match; nil without a match.
    public func firstGroup(in subject: String) -> String? {
        let bytes = Array(subject.utf8.prefix(Self.longestSubject))
        return span(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    private func span(in bytes: [UInt8]) -> Range<Int>? {
        guard let data = unsafe pcre2_match_data_create_from_pattern_8(code, nil),
            let context = unsafe pcre2_match_context_create_8(nil)
        else { return nil }
        defer {
            unsafe pcre2_match_data_free_8(data)
            unsafe pcre2_match_context_free_8(context)
        }
        unsafe pcre2_set_match_limit_8(context, Self.stepLimit)
        unsafe pcre2_set_depth_limit_8(context, Self.stepLimit)
        let count = unsafe pcre2_match_8(code, bytes, bytes.count, 0, 0, data, context)
        guard count > 0, let ends = unsafe pcre2_get_ovector_pointer_8(data) else { return nil }
        for group in 1..<max(2, Int(count)) where group < Int(count) {
            let from = unsafe ends[2 * group]
            let to = unsafe ends[2 * group + 1]
            if from != Int.max, UInt(bitPattern: from) != UInt.max, from <= to { return from..<to }
        }
        let (from, to) = unsafe (ends[0], ends[1])
        return from <= to ? from..<to : nil
    }
}
