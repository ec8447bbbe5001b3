internal import CLinux
internal import Glibc

/// One option of a command line.
public struct LongOption: Sendable, Hashable {
    /// Without the dashes: `config`.
    public var name: String
    /// The single letter, without the dash.
    public var letter: Character?
    /// What its value is called in help texts; nil for options without one.
    public var value: String?

    public init(_ name: String, _ letter: Character? = nil, value: String? = nil) {
        self.name = name
        self.letter = letter
        self.value = value
    }
}

/// What a command line holds: options in their order, then the other words.
public struct ParsedOptions: Sendable, Hashable {
    public struct Item: Sendable, Hashable {
        public var name: String
        public var value: String?
    }

    public var items: [Item] = []
    public var operands: [String] = []
}

/// Why a command line cannot be read.
public enum OptionError: Error, Sendable, Hashable {
    case unknown(String)
    case missingValue(String)
    case unwantedValue(String)
}

/// Reads command lines by getopt_long(3): `-c PATH`, `-cPATH`, `--config PATH`, `--config=PATH`, unambiguous
/// beginnings of names, options and words in any order, `--` before words that look like options.
///
/// To be called from one thread only, as getopt keeps its place in globals.
public enum OptionReader {
    public static func read(_ arguments: [String], _ options: [LongOption]) throws(OptionError)
        -> ParsedOptions
    {
        var argv: [UnsafeMutablePointer<CChar>?] = unsafe (["feedherald"] + arguments).map {
            unsafe strdup($0)
        }
        unsafe argv.append(nil)
        let owned = unsafe argv
        let names: [UnsafeMutablePointer<CChar>?] = unsafe options.map { unsafe strdup($0.name) }
        defer {
            for at in unsafe owned.indices { unsafe free(owned[at]) }
            for at in unsafe names.indices { unsafe free(names[at]) }
        }
        var table: [option] = unsafe []
        for (index, one) in options.enumerated() {
            let entry = unsafe option(
                name: names[index], has_arg: one.value == nil ? 0 : 1, flag: nil, val: Int32(1000 + index))
            unsafe table.append(entry)
        }
        unsafe table.append(option())
        return try unsafe scan(&argv, arguments.count + 1, table, options)
    }

    private static func scan(
        _ argv: inout [UnsafeMutablePointer<CChar>?], _ count: Int, _ table: [option], _ options: [LongOption]
    ) throws(OptionError) -> ParsedOptions {
        // A leading colon tells a missing value from an unknown option.
        var letters = ":"
        for one in options {
            if let letter = one.letter { letters += String(letter) + (one.value == nil ? "" : ":") }
        }
        feedherald_getopt_start()
        var parsed = ParsedOptions()
        while true {
            let found = unsafe getopt_long(Int32(count), &argv, letters, table, nil)
            if found == -1 { break }
            if found == 0x3F || found == 0x3A { throw unsafe fault(found, argv, options) }
            let index =
                found >= 1000
                ? Int(found) - 1000
                : options.firstIndex { $0.letter?.asciiValue.map(Int32.init) == found } ?? 0
            let value = unsafe feedherald_getopt_value().map { unsafe String(cString: $0) }
            parsed.items.append(
                ParsedOptions.Item(
                    name: options[index].name, value: options[index].value == nil ? nil : value))
        }
        for at in Int(feedherald_getopt_index())..<max(Int(feedherald_getopt_index()), count) {
            if let word = unsafe argv[at] { parsed.operands.append(unsafe String(cString: word)) }
        }
        return parsed
    }

    private static func fault(
        _ found: Int32, _ argv: [UnsafeMutablePointer<CChar>?], _ options: [LongOption]
    ) -> OptionError {
        let last =
            unsafe argv[max(1, Int(feedherald_getopt_index()) - 1)].map { unsafe String(cString: $0) } ?? ""
        if found == 0x3A { return .missingValue(last) }
        if feedherald_getopt_option() >= 1000 {
            return .unwantedValue(options[Int(feedherald_getopt_option()) - 1000].name)
        }
        if feedherald_getopt_option() > 0, !last.hasPrefix("--") {
            return .unknown("-\(Character(Unicode.Scalar(UInt8(feedherald_getopt_option()))))")
        }
        return .unknown(last)
    }
}
