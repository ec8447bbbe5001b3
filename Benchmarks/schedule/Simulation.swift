import FeedModel
import Glibc
import Polling

// Fixed and adaptive schedules over publish-time traces: requests per new entry against the delay of entries.
//
// 1,000 feeds with log-normal rates (a median of one entry in two days), a quarter of them dormant, publishing by a
// rhythm of day and week; 28 days of history, then 14 days that count. The bound has intervals proportional to 1/√rate
// with the true rates and as many polls: the least mean delay for posts at random moments.

struct Random {
    var state: UInt64

    mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return Double((word ^ word >> 31) >> 11) / Double(1 << 53)
    }

    mutating func normal() -> Double { (-2 * log(max(unit(), 1e-12))).squareRoot() * cos(2 * .pi * unit()) }
}

let history = 28.0
let counted = 14.0
let feedCount = 1000

struct Trace {
    /// Entries a day, on average.
    var rate: Double
    /// Publish times in days.
    var times: [Double]
}

/// Posts thinned by the hour of the day and the day of the week.
func trace(_ random: inout Random) -> Trace {
    guard random.unit() > 0.25 else { return Trace(rate: 0, times: []) }
    let rate = min(200, exp(log(0.5) + 1.6 * random.normal()))
    let night = 24 * random.unit()
    var times: [Double] = []
    var time = 0.0
    while true {
        time -= log(max(random.unit(), 1e-12)) / (rate * 2.4)
        guard time < history + counted else { return Trace(rate: rate, times: times) }
        let hour = (time * 24 + night).truncatingRemainder(dividingBy: 24)
        let byDay = hour < 8 ? 0.15 : 1.425
        let byWeek = Int(time) % 7 < 5 ? 1.2 : 0.5
        if random.unit() < byDay * byWeek / 2.4 { times.append(time) }
    }
}

struct Outcome {
    var polls = 0
    var delays: [Double] = []

    var mean: Double { delays.reduce(0, +) / Double(max(1, delays.count)) }

    func share(_ part: Double) -> Double {
        let sorted = delays.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}

/// Polls one feed; `next` gives the days until the next poll from the time and the number of new entries.
func poll(_ trace: Trace, from start: Double, into outcome: inout Outcome, _ next: (Double, Int) -> Double) {
    var time = start
    var seen = 0
    while time < history + counted {
        var new = 0
        while seen < trace.times.count, trace.times[seen] <= time {
            if trace.times[seen] >= history { outcome.delays.append((time - trace.times[seen]) * 1440) }
            seen += 1
            new += 1
        }
        if time >= history { outcome.polls += 1 }
        time += next(time, new)
    }
}

func timestamp(_ days: Double) -> Timestamp { Timestamp(milliseconds: Int64(days * 86_400_000)) }

func adaptive(_ traces: [Trace], delay: Duration, limit: Duration, _ random: inout Random) -> Outcome {
    var outcome = Outcome()
    for trace in traces {
        var rate: Double? = 1
        var asOf: Timestamp?
        poll(trace, from: random.unit() * delay.inSeconds / 86_400, into: &outcome) { time, new in
            rate = PublishRate.updated(rate, asOf: asOf, new: asOf == nil ? 0 : new, now: timestamp(time))
            asOf = timestamp(time)
            return PublishRate.interval(rate, delay: delay, limit: limit).inSeconds / 86_400
        }
    }
    return outcome
}

func fixed(_ traces: [Trace], _ delay: Duration, _ random: inout Random) -> Outcome {
    var outcome = Outcome()
    let days = delay.inSeconds / 86_400
    for trace in traces { poll(trace, from: random.unit() * days, into: &outcome) { _, _ in days } }
    return outcome
}

/// The optimum with as many polls as an outcome had.
func bound(_ traces: [Trace], polls: Int, _ random: inout Random) -> Outcome {
    let budget = Double(polls) / counted
    let factor = traces.reduce(0) { $0 + $1.rate.squareRoot() } / budget
    var outcome = Outcome()
    for trace in traces where trace.rate > 0 {
        let days = factor / trace.rate.squareRoot()
        poll(trace, from: random.unit() * days, into: &outcome) { _, _ in days }
    }
    return outcome
}

func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

func rounded(_ number: Double, _ places: Int) -> String {
    let scale = pow(10, Double(places))
    let text = "\(Int((number * scale).rounded()))"
    guard places > 0 else { return text }
    let digits = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
    return digits.dropLast(places) + "." + digits.suffix(places)
}

var random = Random(state: 20_261_130)
let traces = (0..<feedCount).map { _ in trace(&random) }
let hour = Duration.seconds(3600)
let policies: [(String, (inout Random) -> Outcome)] = [
    ("fixed 15m", { fixed(traces, hour / 4, &$0) }), ("fixed 1h", { fixed(traces, hour, &$0) }),
    ("adaptive 1m to 1d", { adaptive(traces, delay: hour / 60, limit: hour * 24, &$0) }),
    ("adaptive 5m to 1d", { adaptive(traces, delay: hour / 12, limit: hour * 24, &$0) }),
    ("adaptive 15m to 1d", { adaptive(traces, delay: hour / 4, limit: hour * 24, &$0) }),
    ("adaptive 5m to 6h", { adaptive(traces, delay: hour / 12, limit: hour * 6, &$0) }),
]
print("policy               polls/feed/day  polls/entry  mean delay (median, p90) min  delay/bound")
for (name, run) in policies {
    let outcome = run(&random)
    let best = bound(traces, polls: outcome.polls, &random)
    let polls = Double(outcome.polls) / counted / Double(feedCount)
    let perEntry = Double(outcome.polls) / Double(max(1, outcome.delays.count))
    print(
        name + padded(rounded(polls, 1), 35 - name.count) + padded(rounded(perEntry, 1), 13)
            + padded(rounded(outcome.mean, 0), 12)
            + " (\(rounded(outcome.share(0.5), 0)), \(rounded(outcome.share(0.9), 0)))"
            + padded(rounded(outcome.mean / best.mean, 2), 17))
}
