import FeedModel
import Subscriptions

extension Command {
    /// For scripts/docs: what is made of the program's own tables.
    static let docs = Command(
        name: "docs", operands: "man1|man5|keys|schema",
        summary: "Prints a document that is made of the program's tables.",
        isHidden: true, run: { DocsCommand.run($0) })
}

/// `feedherald docs`.
enum DocsCommand {
    static func run(_ invocation: Invocation) -> ExitStatus {
        switch invocation.operands.first {
        case "man1": Output.line(ProgramManual.text)
        case "man5": Output.line(FileManual.text)
        case "keys": Output.line(FileTable.text)
        case "schema":
            var writer = JSONWriter(indent: 2)
            writer.value(SchemaText.make())
            Output.line(writer.text)
        default: return Program.usage("docs needs man1, man5, keys or schema", of: .docs)
        }
        return .fine
    }
}
