import TestSupport
import Testing

@Suite struct CrashTests {
    /// The short form of `scripts/crash-test`, which kills 500 times.
    @Test func `killed at random moments, the program loses nothing and repeats what was in flight at most`()
        throws
    {
        let process = try ToolProcess([
            "python3", Fixture.checkout + "/scripts/crash-test", "--kills", "8", "--rate", "40", "--longest",
            "1",
            "--failing", "0", "--binary", ProgramRun.binary,
        ])
        process.wait()
        let last = process.output.split(separator: "\n").last.map(String.init) ?? ""
        #expect(last.hasPrefix("crash-test: 8 kills,") && last.contains(" 0 lost,"), "\(process.output)")
    }
}
