internal import FeedModel

extension StatusReport {
    /// One JSON object: `running`, `refused`, `owed`, `needsAttention`, `stoppedSinks`, `droppedDevices` and `feeds`; times are RFC 3339, absent values null.
    public var json: String {
        var writer = JSONWriter(indent: 2)
        writer.beginObject()
        writer.member("running", .bool(isRunning))
        writer.member("needsAttention", .bool(needsAttention))
        writer.member("owed", .int(owed))
        writer.member("refused", .int(refused))
        writer.key("stoppedSinks")
        writer.beginArray()
        for sink in stopped {
            writer.value([
                "name": .string(sink.name), "since": .string(sink.since.rfc3339),
                "reason": .string(sink.reason),
            ])
        }
        writer.endArray()
        writer.key("droppedDevices")
        writer.beginArray()
        for device in dropped {
            writer.value([
                "sink": .string(device.sink), "device": .string(device.label),
                "since": .string(device.since.rfc3339), "reason": .string(device.reason),
            ])
        }
        writer.endArray()
        writer.key("feeds")
        writer.beginArray()
        for feed in feeds { writer.value(feed.json) }
        writer.endArray()
        writer.endObject()
        return writer.text
    }
}

extension StatusReport.FeedStatus {
    fileprivate var json: JSONValue {
        func time(_ time: Timestamp?) -> JSONValue { .optional(time?.rfc3339) }
        return .object([
            JSONMember("name", .string(name)), JSONMember("url", .string(url)),
            JSONMember("newest", time(newest)), JSONMember("lastPoll", time(lastPoll)),
            JSONMember("lastSuccess", time(lastSuccess)), JSONMember("lastAnswer", .optional(lastAnswer)),
            JSONMember("nextPoll", time(goneSince == nil && !isPaused ? nextPoll : nil)),
            JSONMember("nextPollReason", .optional(nextPollReason)), JSONMember("failures", .int(failures)),
            JSONMember("failingSince", time(failingSince)), JSONMember("lastFailure", .optional(lastFailure)),
            JSONMember("goneSince", time(goneSince)), JSONMember("movedTo", .optional(movedTo)),
            JSONMember("paused", .bool(isPaused)), JSONMember("owed", .int(owedCount)),
            JSONMember("owedTo", .object(owed.map { JSONMember($0.sink, .int($0.count)) })),
            JSONMember("owedFailure", .optional(owedFailure)), JSONMember("trouble", .optional(trouble)),
        ])
    }
}
