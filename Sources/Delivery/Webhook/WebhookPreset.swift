import FeedModel

/// How to speak to a well-known service: data, no code.
struct WebhookPreset: Sendable {
    var method = "POST"
    /// Added to the URL where that is an origin only; a URL template.
    var path = ""
    /// Values are templates.
    var headers: [(name: String, value: String)] = []
    var body: JSONValue
    /// How texts are escaped, so that a publisher's words carry no markup of the service's.
    var place = TextPlace.plain
    /// The most the service takes of the title, of the longest text, and of the link, which is left out where it is
    /// longer; in UTF-16 units, as most services count.
    var titleLimit = 250
    var textLimit: Int
    var linkLimit = 1000
    /// What `parameters` must give.
    var parameters: [String] = []

    /// The presets by the name feeds.json uses.
    static let all: [String: WebhookPreset] = [
        // mrkdwn off: no text is read as markup; & < > are escaped all the same, they are Slack's control signs.
        "slack": WebhookPreset(
            body: ["text": "{{title}}\n{{body}}\n{{link}}", "mrkdwn": false], place: .slack, textLimit: 4000),
        // No mentions are parsed, whatever the text says.
        "discord": WebhookPreset(
            body: [
                "content": "**{{title}}**\n{{body}}\n{{link}}", "allowed_mentions": ["parse": []],
            ], place: .markdown, textLimit: 2000),
        // Without parse_mode the text is plain.
        "telegram": WebhookPreset(
            path: "/bot{{token}}/sendMessage",
            body: ["chat_id": "{{chat}}", "text": "{{title}}\n{{body}}\n{{link}}"], textLimit: 4096,
            parameters: ["chat"]),
        "gotify": WebhookPreset(
            path: "/message", headers: [("X-Gotify-Key", "{{token}}")],
            body: [
                "title": "{{title}}", "message": "{{body}}\n{{link}}",
                "extras": ["client::notification": ["click": ["url": "{{link}}"]]],
            ], textLimit: 10_000, parameters: ["token"]),
        "pushover": WebhookPreset(
            path: "/1/messages.json",
            body: [
                "token": "{{token}}", "user": "{{user}}", "title": "{{title}}", "message": "{{body}}",
                "url": "{{link}}",
            ], textLimit: 1024, linkLimit: 512, parameters: ["token", "user"]),
        "mattermost": WebhookPreset(
            body: ["text": "**{{title}}**\n{{body}}\n{{link}}"], place: .markdown, textLimit: 16_000),
        // An event may have 65,536 bytes: three a unit, and room for the rest.
        // The transaction id makes a repeat harmless (Matrix client-server API, PUT send).
        "matrix": WebhookPreset(
            method: "PUT", path: "/_matrix/client/v3/rooms/{{room}}/send/m.room.message/{{id}}",
            headers: [("Authorization", "Bearer {{token}}")],
            body: ["msgtype": "m.text", "body": "{{title}}\n{{body}}\n{{link}}"], textLimit: 16_000,
            parameters: ["room", "token"]),
        // A message may have 28 KB: three bytes a unit.
        "teams": WebhookPreset(
            body: [
                "type": "message",
                "attachments": [
                    [
                        "contentType": "application/vnd.microsoft.card.adaptive",
                        "content": [
                            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                            "type": "AdaptiveCard", "version": "1.4",
                            "body": [
                                ["type": "TextBlock", "text": "{{title}}", "weight": "Bolder", "wrap": true],
                                ["type": "TextBlock", "text": "{{body}}\n\n{{link}}", "wrap": true],
                            ],
                        ],
                    ]
                ],
            ], place: .markdown, textLimit: 8000),
    ]
}
