internal import FeedModel

extension ForgottenKeys {
    mutating func append(id: UInt64, link: UInt64, day: Int32) {
        days.append(max(day, days.last ?? day))
        ids.append(id)
        links.append(link)
    }
}
