internal import XMLTree

/// Reads OPML 1.0 and 2.0 (opml.org/spec2.opml) as programs write it.
///
/// An outline with `xmlUrl` is a feed wherever it stands and whatever its `type` says; outlines around it, and its
/// `category` (comma-separated, `/a/b` being a path), become tags. Names of attributes are taken without regard to case.
enum OPMLReader {
    static func read(_ bytes: [UInt8]) throws(ListError) -> ImportedList {
        let document: XMLDocument
        do {
            document = try XMLDocument.parse(bytes)
        } catch {
            throw ListError(message: error.message)
        }
        guard let root = document.root else { throw ListError(message: "the document is empty") }
        var list = ImportedList()
        let body = root.children.first { $0.name.lowercased() == "body" } ?? root
        collect(body, folders: [], into: &list)
        if list.feeds.isEmpty { list.remarks.append("no outline has an xmlUrl") }
        return list
    }

    private static func collect(_ node: TreeNode, folders: [String], into list: inout ImportedList) {
        for outline in node.children where outline.name.lowercased() == "outline" {
            var values: [String: String] = [:]
            for attribute in outline.attributes { values[attribute.name.lowercased()] = attribute.value }
            let label = text(values["title"]) ?? text(values["text"])
            guard let url = text(values["xmlurl"]) else {
                if let address = text(values["url"]), values["type"]?.lowercased() == "include" {
                    list.remarks.append("the included list \(address) is not read; import it by itself")
                }
                collect(outline, folders: label.map { folders + [$0] } ?? folders, into: &list)
                continue
            }
            var feed = ImportedFeed(url: url, name: label)
            for tag in folders + categories(values["category"]) where !feed.tags.contains(tag) {
                feed.tags.append(tag)
            }
            list.feeds.append(feed)
            // Some programs put the feeds of a feed below it.
            collect(outline, folders: folders, into: &list)
        }
    }

    /// White space folded; nil when nothing is left.
    private static func text(_ value: String?) -> String? {
        let folded = (value ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return folded.isEmpty ? nil : folded
    }

    private static func categories(_ value: String?) -> [String] {
        (value ?? "").split(separator: ",").compactMap { part in
            text(part.split(separator: "/").joined(separator: "/"))
        }
    }
}
