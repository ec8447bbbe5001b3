internal import CLinux

/// The process's memory for objects.
public enum Heap {
    /// Lets all threads share one heap: what one of them gives back serves the others.
    ///
    /// Call it before the first thread starts.
    public static func share() { feedherald_share_heap() }

    /// Gives memory that is free back to the system; milliseconds of work.
    public static func trim() { _ = malloc_trim(0) }
}
