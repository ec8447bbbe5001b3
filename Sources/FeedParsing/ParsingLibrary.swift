internal import XMLTree

/// The library that documents are read with.
public enum ParsingLibrary {
    /// libxml2's version as loaded at run time.
    public static var version: String { XMLLibrary.version }
}
