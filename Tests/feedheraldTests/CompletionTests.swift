import TestSupport
import Testing

/// Completions as the real shells make them.
@Suite struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(
            feeds: #"""
                {"feeds": [{"name": "Swift news", "url": "https://a.example/"}, {"name": "xkcd", "url": "https://b.example/"}],
                 "sinks": [{"type": "file", "name": "log", "path": "x"}]}
                """#)
        for shell in ["bash", "zsh", "fish"] {
            let run = try ProgramRun("completions", shell, in: folder)
            #expect(run.status == 0)
            try folder.write(run.output, to: shell == "zsh" ? "_feedherald" : "feedherald.\(shell)")
        }
        try folder.write("#!/bin/sh\nexec '\(ProgramRun.binary)' \"$@\"\n", to: "bin/feedherald")
        try ToolProcess.run("chmod", "+x", folder.file("bin/feedherald"))
    }

    private func shell(_ arguments: String..., script: String) throws -> [String] {
        try folder.write(script, to: "script")
        let path = "PATH=\(folder.file("bin")):/usr/bin:/bin"
        let process = try ToolProcess(
            ["env", "-C", folder.path, path, "HOME=\(folder.path)", "TERM=dumb"] + arguments + ["script"])
        process.wait()
        #expect(process.errors.isEmpty, "\(process.errors)")
        return process.output.split(separator: "\n").map(String.init)
    }

    /// What bash would offer for the last word.
    private func bash(_ words: String...) throws -> [String] {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        return try shell(
            "bash", "--norc",
            script: """
                compopt() { :; }
                source feedherald.bash
                COMP_WORDS=(feedherald \(list)); COMP_CWORD=\(words.count)
                _feedherald
                printf '%s\\n' "${COMPREPLY[@]}"
                """)
    }

    private func fish(_ line: String) throws -> [String] {
        try shell(
            "fish", "--no-config",
            script: "source feedherald.fish; complete -C '\(line)' | string replace -r '\\t.*' ''")
    }

    /// Whether zsh, asked on a terminal of its own, offers a text for a line.
    private func zsh(_ line: String, offers text: String) throws -> Bool {
        let output = try shell(
            "zsh", "-f",
            script: """
                zmodload zsh/zpty
                wait_for() { local chunk all; integer n=0
                  while (( n < 500 )); do
                    if zpty -r -t z chunk; then all+=$chunk; [[ $all == *$1* ]] && { print found; return }
                    else sleep 0.02; n+=1; fi
                  done; print -r -- "missing in: $all" }
                zpty z zsh -f -i
                zpty -w z "PROMPT=; stty -echo; fpath=('\(folder.path)' \\$fpath); autoload -Uz compinit; compinit -u -D"
                zpty -w z "LISTMAX=9999; echo rea''dy"
                wait_for ready
                zpty -n -w z $'\(line)\t\t'
                wait_for '\(text)'
                zpty -d z
                """)
        if output != ["found", "found"] { Issue.record("\(line): \(output)") }
        return output == ["found", "found"]
    }

    @Test func `bash completes commands, options, values and names`() throws {
        #expect(try bash("st") == ["status"])
        #expect(try bash("status", "--js") == ["--json"])
        #expect(try bash("--on") == ["--once"])
        #expect(try bash("check", "--on") == ["--online"])
        #expect(try bash("60", "--log-format", "") == ["text", "json"])
        #expect(try bash("completions", "") == ["bash", "zsh", "fish"])
        #expect(try bash("explain", "") == ["Swift\\ news", "xkcd"])
        #expect(try bash("push", "l") == ["log"])
        #expect(try bash("parse", "feeds.j") == ["feeds.json"])
        #expect(try bash("60", "-c", "feeds.j") == ["feeds.json"])
    }

    @Test func `fish completes commands, options, values and names`() throws {
        #expect(try fish("feedherald st") == ["status"])
        #expect(try fish("feedherald status --js") == ["--json"])
        #expect(try fish("feedherald --onc") == ["--once"])
        #expect(try Set(fish("feedherald completions ")) == ["bash", "zsh", "fish"])
        #expect(try fish("feedherald explain S") == ["Swift news"])
        #expect(try fish("feedherald push l") == ["log"])
        #expect(try fish("feedherald 60 --log-format j") == ["json"])
    }

    @Test func `zsh completes commands, options and names`() throws {
        #expect(try zsh("feedherald stat", offers: "us"))
        #expect(try zsh("feedherald status --js", offers: "on"))
        #expect(try zsh("feedherald explain xk", offers: "cd"))
        #expect(try zsh("feedherald completions f", offers: "ish"))
        #expect(try zsh("feedherald re", offers: "Owes again what was given up"))
    }
}
