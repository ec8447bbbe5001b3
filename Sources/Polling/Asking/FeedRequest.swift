public import FeedModel
public import Transport

/// How a feed is asked for.
public enum FeedRequest {
    /// Media types of feeds before everything else; nobody is refused.
    static let accept =
        "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"

    /// The request for a feed's next poll: conditional when the state holds validators of the same address.
    ///
    /// Validators go back byte for byte (RFC 9110 §13.1.2, §13.1.3), except with a form, where they would mean
    /// something else. Credentials, cookies and headers stay behind when the feed has moved to another origin.
    public static func make(
        for subscription: Subscription, state: PollState, userAgent: String
    ) -> HTTPRequest {
        guard state.isAbout(subscription) else {
            return make(for: subscription, state: state.belonging(to: subscription), userAgent: userAgent)
        }
        let settings = subscription.request
        var request = HTTPRequest(url: state.movedURL ?? subscription.url)
        request.userAgent = userAgent
        if state.movedURL == nil || isSameOrigin(request.url, subscription.url) {
            addOwn(settings, to: &request)
        }
        addForm(settings, to: &request)
        request.headers.setDefault("Accept", accept)
        if request.body == nil {
            addValidators(state.validators, to: &request)
            request.validatedURL = state.validatedURL
        }
        request.proxy = settings.proxy?.reveal()
        request.caBundle = settings.ca
        request.isInsecure = settings.isInsecure
        request.allowsPrivate = settings.allowsPrivate
        request.limits.total = settings.timeout
        request.limits.connect = min(.seconds(10), settings.timeout)
        request.limits.maxBytes = settings.maxBytes
        return request
    }

    private static func addOwn(_ settings: RequestSettings, to request: inout HTTPRequest) {
        for field in settings.headers {
            if field.name.lowercased() == "user-agent" {
                request.userAgent = field.value.reveal()
            } else {
                request.headers.append(field.name, field.value.reveal())
            }
        }
        request.user = settings.user
        request.password = settings.password?.reveal()
        request.cookie = settings.cookie?.reveal()
    }

    private static func addForm(_ settings: RequestSettings, to request: inout HTTPRequest) {
        request.method = settings.method.uppercased()
        guard request.method == "POST" || !settings.form.isEmpty else { return }
        request.method = "POST"
        let pairs = settings.form.map {
            URLReference.percentEncoded($0.name) + "=" + URLReference.percentEncoded($0.value.reveal())
        }
        request.body = Array(pairs.joined(separator: "&").utf8)
        request.headers.setDefault("Content-Type", "application/x-www-form-urlencoded")
    }

    private static func addValidators(_ validators: Validators, to request: inout HTTPRequest) {
        if let etag = validators.etag { request.headers.append("If-None-Match", latin1: etag) }
        if let date = validators.lastModified { request.headers.append("If-Modified-Since", latin1: date) }
    }

    private static func isSameOrigin(_ left: String, _ right: String) -> Bool {
        guard let left = URLReference(left), let right = URLReference(right) else { return false }
        return left.origin == right.origin
    }
}

extension PollState {
    /// Whether this state was made for the subscription's address.
    func isAbout(_ subscription: Subscription) -> Bool {
        addressDigest == StableHash.of(subscription.url)
    }

    /// This state if it was made for the subscription's address, else a fresh one.
    public func belonging(to subscription: Subscription) -> PollState {
        let digest = StableHash.of(subscription.url)
        if addressDigest == digest { return self }
        var state = addressDigest == nil ? self : PollState()
        state.addressDigest = digest
        return state
    }
}
