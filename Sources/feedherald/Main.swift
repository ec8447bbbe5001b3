import Host

@main
struct Main {
    static func main() async {
        let status = await Program.run(Array(CurrentProcess.arguments.dropFirst()))
        Signals.exitNow(status.rawValue)
    }
}
