internal import CLinux

/// The process's memory for objects.
public enum Heap {
    /// Lets all threads share one heap: what one of them gives back serves the others.
    ///
    /// Call it before the first thread starts.
    public static func share() { feedherald_share_heap() }
}
