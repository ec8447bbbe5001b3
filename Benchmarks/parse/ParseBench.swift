import FeedModel
import FeedParsing
import Glibc

// Bytes to Feed over all files of a list, in one thread. Prints seconds of CPU (the best of five rounds) and peak KiB.

func load(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { exit(66) }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = fread(buffer.baseAddress, 1, size, file)
    }
}

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

let texts = CommandLine.arguments.dropFirst().map(load)
var best = Double.infinity
var entries = 0
for _ in 0..<5 {
    let start = now()
    entries = 0
    for text in texts {
        guard let feed = try? FeedParser.parse(text) else { exit(1) }
        entries += feed.entries.count
    }
    best = min(best, now() - start)
}
var usage = rusage()
getrusage(RUSAGE_SELF.rawValue, &usage)
print(best, usage.ru_maxrss)
