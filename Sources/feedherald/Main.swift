import Host

@main
struct Main {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        guard arguments.popFirst() == "parse" else { return StandardStream.output.writeLine("feedherald") }
        var command = ParseCommand(source: "-")
        while let argument = arguments.popFirst() {
            switch argument {
            case "--base": command.base = arguments.popFirst()
            case "--content-type": command.contentType = arguments.popFirst()
            default: command.source = argument
            }
        }
        switch command.run() {
        case .done: break
        case .missing(let line): fail(66, line)
        case .notFeed(let line): fail(65, line)
        case .unwritable(let line): fail(73, line)
        }
    }

    private static func fail(_ code: Int32, _ line: String) {
        StandardStream.errors.writeLine("feedherald: \(line)")
        Signals.exitNow(code)
    }
}
