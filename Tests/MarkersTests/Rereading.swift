import FeedModel
import TestSupport

@testable import Markers

/// The marker as it comes back from its file's text.
func reread(_ marker: Marker) throws -> Marker {
    try MarkerFile.decode(MarkerFile.encode(marker), key: marker.key)
}
