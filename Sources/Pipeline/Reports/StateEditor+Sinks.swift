internal import FeedModel
internal import Markers

extension StateEditor {
    /// Counts the badge of a sink from 0 again.
    ///
    /// - Returns: what it had counted.
    public func resetBadge(of sink: String) throws(HeraldError) -> Int {
        guard let old = state.sinks.load(sink), let members = old.members else { return 0 }
        let counted = old["badge"]?.int ?? 0
        guard counted != 0 else { return 0 }
        let kept = members.filter { $0.key != "badge" }
        do throws(StateError) {
            try state.sinks.save(.object(kept + [JSONMember("badge", 0)]), for: sink)
        } catch {
            throw HeraldError(error)
        }
        return counted
    }
}
