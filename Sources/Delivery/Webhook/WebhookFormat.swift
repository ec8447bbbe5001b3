import FeedModel
import Transport

/// Makes the request of a webhook: address, headers and body; all templates read at the start.
struct WebhookFormat: Sendable {
    /// What is sent.
    struct Post: Sendable, Hashable {
        var url: String
        var method: String
        var type: String
        var headers: [Header]
        var body: [UInt8]
    }

    struct Header: Sendable, Hashable {
        var name: String
        var value: String
    }

    private enum Body: Sendable {
        case event
        case json(JSONTemplate, WebhookPreset?)
        case text(Template)
    }

    private let url: Template
    private let isURLFixed: Bool
    private let fixedURL: String
    private let method: String
    private let headers: [(name: String, value: Template)]
    private let body: Body
    private let place: TextPlace
    private let parameters: [(name: String, value: String)]

    /// Reads the settings; an unknown preset, missing parameters and bad templates are named.
    init(_ settings: WebhookSettings) throws(Failure) {
        let preset = try Self.preset(settings)
        parameters = settings.parameters.map { ($0.name, $0.value.reveal()) }
        let names = TemplateValues.messageNames.union(settings.parameters.map(\.name))
        var address = settings.url.reveal()
        guard let reference = URLReference(address), reference.isWeb else {
            throw Failure(.delivery, "the webhook's \"url\" is not an http or https address")
        }
        if let preset, !preset.path.isEmpty, reference.path.isEmpty || reference.path == "/" {
            if address.hasSuffix("/") { address.removeLast() }
            address += preset.path
            for name in ["token"] where preset.path.contains("{{\(name)}}") && !names.contains(name) {
                throw Failure(
                    .delivery, "the preset \(settings.preset ?? "") needs the parameter \"\(name)\"")
            }
        }
        url = try Template(address, extra: names)
        isURLFixed = url.isConstant
        fixedURL = address
        method = preset?.method ?? settings.method
        var headers: [(name: String, value: Template)] = []
        for header in preset?.headers ?? [] {
            headers.append((header.name, try Template(header.value, extra: names)))
        }
        for header in settings.headers {
            headers.append((header.name, try Template(header.value.reveal(), extra: names)))
        }
        self.headers = headers
        place = preset?.place ?? .plain
        if let preset {
            body = .json(try JSONTemplate(preset.body, extra: names), preset)
        } else if let text = settings.body?.string {
            body = .text(try Template(text, extra: names))
        } else if let value = settings.body {
            body = .json(try JSONTemplate(value, extra: names), nil)
        } else {
            body = .event
        }
    }

    private static func preset(_ settings: WebhookSettings) throws(Failure) -> WebhookPreset? {
        guard let name = settings.preset else { return nil }
        guard let preset = WebhookPreset.all[name] else {
            throw Failure(
                .delivery, "there is no preset \"\(SafeText.line(name))\"",
                hint: "known are " + WebhookPreset.all.keys.sorted().joined(separator: ", "))
        }
        let given = settings.parameters.map(\.name)
        for parameter in preset.parameters where !given.contains(parameter) {
            throw Failure(.delivery, "the preset \(name) needs the parameter \"\(parameter)\"")
        }
        return preset
    }

    /// Whether bodies are CloudEvents, which can be joined to an array.
    var isEvent: Bool {
        if case .event = body { true } else { false }
    }

    /// The request for a message; a digest without a template is an array of events.
    func post(_ message: Message, isBatch: Bool = false) -> Post {
        var message = message
        if case .json(_, let preset?) = body, message.link?.utf16.count ?? 0 > preset.linkLimit {
            message.link = nil
        }
        var values = TemplateValues(message)
        for parameter in parameters { values[parameter.name] = parameter.value }
        let (bytes, type) = rendered(message, values, isBatch: isBatch)
        let url = isURLFixed ? fixedURL : url.render(values, place: .url)
        return Post(
            url: url, method: method, type: type,
            headers: headers.map { Header(name: $0.name, value: $0.value.render(values, place: .header)) },
            body: bytes)
    }

    private func rendered(
        _ message: Message, _ values: TemplateValues, isBatch: Bool
    ) -> (body: [UInt8], type: String) {
        switch body {
        case .event:
            if isBatch || message.announcements.count > 1 {
                return (CloudEvent.batch(message.announcements), CloudEvent.batchType)
            }
            return (message.announcements.first.map(CloudEvent.one) ?? [], CloudEvent.type)
        case .text(let template):
            return (Array(template.render(values).utf8), "text/plain; charset=utf-8")
        case .json(let template, nil):
            return (Array(template.render(values).text.utf8), "application/json")
        case .json(let template, let preset?):
            return (fitted(template, message, values, preset), "application/json")
        }
    }

    /// The preset's JSON, the body shortened until the longest text is within the service's limit.
    private func fitted(
        _ template: JSONTemplate, _ message: Message, _ values: TemplateValues, _ preset: WebhookPreset
    ) -> [UInt8] {
        var values = values
        values["title"] = TextCut.units(message.title, preset.titleLimit)
        var rendered = template.render(values, place: place)
        guard rendered.longestText > preset.textLimit else { return Array(rendered.withoutNulls.text.utf8) }
        // Escapes and the rest of the text count too: the longest body that fits is found by halving.
        var (fits, tooLong) = (0, preset.textLimit + 1)
        while tooLong - fits > 1 {
            let middle = (fits + tooLong) / 2
            values["body"] = TextCut.units(message.body, middle)
            let isFitting = template.render(values, place: place).longestText <= preset.textLimit
            if isFitting { fits = middle } else { tooLong = middle }
        }
        values["body"] = TextCut.units(message.body, fits)
        rendered = template.render(values, place: place)
        return Array(rendered.withoutNulls.text.utf8)
    }
}

extension JSONValue {
    /// The length in UTF-16 units, as services count, of the longest string in it.
    fileprivate var longestText: Int {
        switch kind {
        case .string(let text): text.utf16.count
        case .array(let items): items.map(\.longestText).max() ?? 0
        case .object(let members): members.map(\.value.longestText).max() ?? 0
        default: 0
        }
    }

    /// Without members that are null: a link that an entry does not have is left out.
    fileprivate var withoutNulls: JSONValue {
        switch kind {
        case .array(let items): .array(items.map(\.withoutNulls))
        case .object(let members):
            .object(
                members.filter { !$0.value.isNull }.map { JSONMember($0.key, $0.value.withoutNulls) })
        default: self
        }
    }
}
