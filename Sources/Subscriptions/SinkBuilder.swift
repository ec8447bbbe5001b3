internal import FeedModel
internal import Host

/// Makes sink settings of checked JSON.
struct SinkBuilder {
    let values: FeedBuilder

    private var folder: String { values.folder }

    func sink(_ value: JSONValue, path: JSONPath) async -> SinkSettings? {
        guard let type = value["type"]?.string, let kind = await kind(type, value, path: path) else {
            return nil
        }
        var sink = SinkSettings(name: value["name"]?.string ?? type, kind: kind)
        sink.include = value["include"].map(values.rules) ?? []
        sink.exclude = value["exclude"].map(values.rules) ?? []
        sink.title = value["title"]?.string
        if type != "webhook" {
            sink.body = value["body"]?.string
            sink.url = value["url"]?.string
        } else if value["preset"] != nil {
            sink.body = value["body"]?.string
        }
        sink.digest = value["digest"].flatMap(digest)
        sink.quiet = value["quiet"]?.string.flatMap(TimeOfDay.hours)
        sink.timeout = value["timeout"].flatMap(values.duration) ?? sink.timeout
        return sink
    }

    private func digest(_ value: JSONValue) -> DigestRule? {
        if let minute = value.string.flatMap({ TimeOfDay.minutes($0) }) { return .daily(atMinute: minute) }
        return values.duration(value).map { .every($0) }
    }

    private func kind(_ type: String, _ value: JSONValue, path: JSONPath) async -> SinkSettings.Kind? {
        switch type {
        case "console": .console
        case "apns": await apns(value, path: path).map { .apns($0) }
        case "webhook": await webhook(value, path: path).map { .webhook($0) }
        case "ntfy": await ntfy(value, path: path).map { .ntfy($0) }
        case "email": .email(await email(value, path: path))
        case "command": .command(await command(value, path: path))
        case "file": .file(FileSettings(path: Files.resolve(value["path"]?.string ?? "", in: folder)))
        case "mqtt": .mqtt(await mqtt(value, path: path))
        default: nil
        }
    }

    private func secret(_ key: String, of value: JSONValue, path: JSONPath) async -> Secret? {
        guard let item = value[key] else { return nil }
        return await values.secret(item, path: path.key(key))
    }

    private func resolved(_ key: String, of value: JSONValue) -> String? {
        value[key]?.string.map { Files.resolve($0, in: folder) }
    }

    private func command(_ value: JSONValue, path: JSONPath) async -> CommandSettings {
        var settings = CommandSettings(arguments: value["command"].map(values.texts) ?? [])
        if let item = value["environment"] {
            settings.environment = await values.fields(item, path: path.key("environment"))
        }
        return settings
    }

    private func webhook(_ value: JSONValue, path: JSONPath) async -> WebhookSettings? {
        guard let url = await secret("url", of: value, path: path) else { return nil }
        let isKnown = !values.secrets.isOmitting || value["url"]?.string != nil
        if isKnown, let item = value["url"],
            let problem = AddressRule.problem(url.reveal(), schemes: ["https", "http"])
        {
            values.faults.add(
                problem.message, hint: problem.hint, path: path.key("url"), at: Int(item.offset))
        }
        var settings = WebhookSettings(url: url)
        settings.method = value["method"]?.string ?? "POST"
        if let item = value["headers"] {
            settings.headers = await values.fields(item, path: path.key("headers")).map {
                HeaderField(name: $0.name, value: $0.value)
            }
        }
        settings.secret = await secret("secret", of: value, path: path)
        settings.preset = value["preset"]?.string
        settings.body = settings.preset == nil ? value["body"] : nil
        if let item = value["parameters"] {
            settings.parameters = await values.fields(item, path: path.key("parameters"))
        }
        settings.batch = value["batch"]?.int ?? 1
        settings.ca = resolved("ca", of: value)
        settings.proxy = await secret("proxy", of: value, path: path)
        return settings
    }

    private func ntfy(_ value: JSONValue, path: JSONPath) async -> NtfySettings? {
        guard let topic = await secret("topic", of: value, path: path) else { return nil }
        var settings = NtfySettings(topic: topic)
        settings.server = value["server"]?.string ?? settings.server
        settings.token = await secret("token", of: value, path: path)
        settings.user = value["user"]?.string
        settings.password = await secret("password", of: value, path: path)
        settings.priority = value["priority"]?.int
        settings.tags = value["tags"].map(values.texts) ?? []
        settings.ca = resolved("ca", of: value)
        return settings
    }

    private func email(_ value: JSONValue, path: JSONPath) async -> EmailSettings {
        var settings = EmailSettings(
            host: value["host"]?.string ?? "", from: value["from"]?.string ?? "",
            to: value["to"].map(values.texts) ?? [])
        settings.port = value["port"]?.int
        settings.encryption = value["encryption"]?.string.flatMap(EmailSettings.Encryption.init) ?? .starttls
        settings.user = value["user"]?.string
        settings.password = await secret("password", of: value, path: path)
        settings.ca = resolved("ca", of: value)
        return settings
    }

    private func mqtt(_ value: JSONValue, path: JSONPath) async -> MQTTSettings {
        var settings = MQTTSettings(
            server: value["server"]?.string ?? "", topic: value["topic"]?.string ?? "")
        settings.user = value["user"]?.string
        settings.password = await secret("password", of: value, path: path)
        return settings
    }
}
