import Glibc

/// A named pipe that a test fills and drains at will, to hold up who writes into it.
public final class NamedPipe: Sendable {
    private let descriptor: CInt

    /// Makes a pipe at a path and opens both of its ends, so that nobody waits for the other.
    public init?(_ path: String) {
        guard unsafe mkfifo(path, 0o600) == 0 else { return nil }
        descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Writes until not a byte more fits.
    public func fill() {
        var byte: UInt8 = 0x2E
        while unsafe write(descriptor, &byte, 1) == 1 {}
    }

    /// Reads all that is there.
    public func drain() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
