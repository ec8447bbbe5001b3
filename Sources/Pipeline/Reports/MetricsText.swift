internal import FeedModel

/// Prometheus' text format (exposition format 0.0.4) of what a run has done, see docs/metrics.md.
enum MetricsText {
    /// What is true at the moment of writing.
    struct Gauges {
        var version: String
        var started: Timestamp
        var feeds = 0
        var failing = 0
        var owed = 0
    }

    static func make(_ values: Counters.Values, _ gauges: Gauges) -> String {
        var text = Lines()
        text.family("build_info", .gauge, "The version that writes this.")
        text.sample("build_info", [("version", gauges.version)], 1)
        text.family("start_time_seconds", .gauge, "When the run began, seconds since 1970.")
        text.sample("start_time_seconds", [], Double(gauges.started.milliseconds) / 1000)
        text.family("feeds", .gauge, "Feeds watched.")
        text.sample("feeds", [], gauges.feeds)
        text.family("feeds_failing", .gauge, "Feeds whose last poll failed.")
        text.sample("feeds_failing", [], gauges.failing)
        text.family("deliveries_owed", .gauge, "Announcements not yet delivered, one a sink.")
        text.sample("deliveries_owed", [], gauges.owed)
        text.family("sweeps_total", .counter, "Rounds of the delay in which something was polled.")
        text.sample("sweeps_total", [], values.sweeps)
        text.family("requests_total", .counter, "Polls by the answer's HTTP status, or error without one.")
        for (answer, count) in values.answers.sorted(by: { $0.key < $1.key }) {
            text.sample("requests_total", [("answer", answer)], count)
        }
        text.family("poll_failures_total", .counter, "Polls that failed, for whatever reason.")
        text.sample("poll_failures_total", [], values.failures)
        text.family("new_entries_total", .counter, "New entries found.")
        text.sample("new_entries_total", [], values.newEntries)
        text.family("announcements_total", .counter, "Tries to deliver, by sink and outcome.")
        for (sink, outcomes) in values.deliveries.sorted(by: { $0.key < $1.key }) {
            for (outcome, count) in outcomes.sorted(by: { $0.key < $1.key }) {
                text.sample("announcements_total", [("sink", sink), ("outcome", outcome)], count)
            }
        }
        text.family("stage_seconds_total", .counter, "Time spent, by stage; stages of several feeds overlap.")
        for stage in Stage.allCases {
            guard let seconds = values.seconds[stage] else { continue }
            text.sample("stage_seconds_total", [("stage", stage.rawValue)], seconds)
        }
        return text.text
    }

    /// Families and samples, each on its line.
    private struct Lines {
        enum Kind: String {
            case counter, gauge
        }

        var text = ""

        mutating func family(_ name: String, _ kind: Kind, _ help: String) {
            text += "# HELP feedherald_\(name) \(help)\n# TYPE feedherald_\(name) \(kind.rawValue)\n"
        }

        mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Int) {
            line(name, labels, String(value))
        }

        mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
            line(name, labels, String(value))
        }

        private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
            let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            text += "feedherald_\(name)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }
    }
}
