import Host

@main
struct Main {
    static func main() async {
        Heap.share()
        StandardStream.fillClosed()
        var status = await Program.run(Array(CurrentProcess.arguments.dropFirst()))
        // What a command says is its work: half of it is none.
        if status == .fine, let failure = StandardStream.output.failure {
            Output.error("feedherald: \(failure.message)")
            status = .stateUnwritable
        }
        Signals.exitNow(status.rawValue)
    }
}
