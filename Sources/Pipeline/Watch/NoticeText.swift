internal import FeedModel
internal import Polling

/// The words for what people should hear of a feed once.
enum NoticeText {
    /// The sentence, and the kind of announcement it makes; nil where it belongs on stderr only.
    static func make(_ notice: PollNotice, feed: String) -> (text: String, kind: AnnouncementKind?) {
        switch notice {
        case .failing(let failure, let since):
            ("\(feed) has been failing since \(since.rfc3339): \(failure.message)", .failing)
        case .recovered(let time): ("\(feed) works again after \(Interval.text(time))", .recovered)
        case .gone(let failure):
            ("\(feed) is gone for good (\(failure.message)) and is not polled any more", .failing)
        case .moved(let url): ("moved for good to \(URLMask.masked(url)); asked there from now on", nil)
        case .movedBack(let url):
            ("the new address \(URLMask.masked(url)) fails; the one in feeds.json is asked again", nil)
        }
    }
}
