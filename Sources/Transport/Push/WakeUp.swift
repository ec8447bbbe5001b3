import CNGHTTP2
import CCurl
import COpenSSL
import Glibc

/// A descriptor that becomes readable when another thread signals (eventfd).
final class WakeUp: Sendable {
    let descriptor: Int32

    init() { descriptor = feedherald_eventfd() }

    deinit { close(descriptor) }

    func signal() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, 8)
    }

    func clear() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, 8)
    }
}

/// Waiting for descriptors.
enum Poll {
    /// Waits until one of up to two descriptors is ready or the moment has come; gives what is ready of each.
    static func wait(
        _ first: Int32, _ firstEvents: Int16, _ second: Int32 = -1, until: ContinuousClock.Instant
    ) -> (first: Int16, second: Int16) {
        var items = [
            pollfd(fd: first, events: firstEvents, revents: 0),
            pollfd(fd: second, events: Int16(POLLIN), revents: 0),
        ]
        let left = ContinuousClock.now.duration(to: until)
        // Rounded up: waking early would only spin.
        let milliseconds = left.components.seconds > 86_400 ? 86_400_000 : max(0, left / .milliseconds(1) + 1)
        _ = unsafe poll(&items, 2, left <= .zero ? 0 : Int32(milliseconds))
        return (items[0].revents, items[1].revents)
    }
}
