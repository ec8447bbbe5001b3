internal import FeedModel
internal import Host

extension SinkBuilder {
    func apns(_ value: JSONValue, path: JSONPath) async -> APNsSettings? {
        guard let credentials = await credentials(value, path: path) else { return nil }
        var settings = APNsSettings(
            credentials: credentials, topic: value["topic"]?.string ?? "",
            devices: devices(value["devices"] ?? .null))
        settings.environment =
            value["environment"]?.string.flatMap(APNsSettings.Environment.init) ?? .production
        settings.endpoint = value["endpoint"]?.string
        settings.ca = value["ca"]?.string.map { Files.resolve($0, in: values.folder) }
        settings.sound = value["sound"]?.string
        settings.badge = value["badge"].map { $0.int.map { .fixed($0) } ?? .count } ?? .none
        settings.pushType = value["pushType"]?.string ?? "alert"
        settings.priority = value["priority"]?.int
        settings.expiration = value["expiration"].flatMap(values.duration) ?? settings.expiration
        settings.interruptionLevel = value["interruptionLevel"]?.string
        settings.subtitle = value["subtitle"]?.string
        settings.hasOneButton = value["oneButton"]?.bool ?? false
        settings.category = value["category"]?.string
        settings.isMutable = value["mutable"]?.bool ?? false
        settings.payload = value["payload"]?.members ?? []
        return settings
    }

    private func credentials(_ value: JSONValue, path: JSONPath) async -> APNsSettings.Credentials? {
        if let certificate = value["certificate"]?.string {
            var passphrase: Secret?
            if let item = value["passphrase"] {
                passphrase = await values.secret(item, path: path.key("passphrase"))
            }
            return .certificate(path: Files.resolve(certificate, in: values.folder), passphrase: passphrase)
        }
        guard let item = value["key"], let name = item.string else { return nil }
        let (keyID, teamID) = (value["keyID"]?.string ?? "", value["teamID"]?.string ?? "")
        if values.secrets.isOmitting { return .token(key: Secret(""), keyID: keyID, teamID: teamID) }
        do throws(HostError) {
            let path = Files.resolve(name, in: values.folder)
            let bytes = try Files.read(path, limit: 1 << 16)
            values.faults.warnIfOpen(path)
            let key = Secret(String(decoding: bytes, as: UTF8.self))
            return .token(key: key, keyID: keyID, teamID: teamID)
        } catch {
            values.faults.add(
                error.message, hint: "download the key once from Apple's developer pages and put it there",
                path: path.key("key"), at: Int(item.offset))
            return nil
        }
    }

    /// A single text that is no token is a file's path.
    private func devices(_ value: JSONValue) -> APNsSettings.Devices {
        guard let text = value.string else { return .list(values.texts(value)) }
        if text == "(null)" { return .list([text]) }
        let isToken = text.allSatisfy { $0.isHexDigit || $0 == " " || $0 == "<" || $0 == ">" }
        return isToken ? .list([text]) : .file(Files.resolve(text, in: values.folder))
    }
}
