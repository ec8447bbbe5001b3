/// A binary heap of times over small numbers, each at most once, whose times can be changed (about 16 bytes a number).
///
/// Of equal times the lower number comes first.
struct DueHeap: Sendable {
    private var heap: [UInt32] = []
    private var times: [Int64] = []
    /// Where each number stands in the heap; -1 for those that do not.
    private var places: [Int32] = []

    var isEmpty: Bool { heap.isEmpty }

    var first: (number: UInt32, time: Int64)? {
        heap.first.map { ($0, times[Int($0)]) }
    }

    mutating func set(_ number: UInt32, _ time: Int64) {
        while places.count <= Int(number) {
            places.append(-1)
            times.append(0)
        }
        let place = Int(places[Int(number)])
        if place >= 0 {
            let old = times[Int(number)]
            times[Int(number)] = time
            if time < old { up(place) } else { down(place) }
            return
        }
        times[Int(number)] = time
        heap.append(number)
        places[Int(number)] = Int32(heap.count - 1)
        up(heap.count - 1)
    }

    mutating func removeFirst() {
        if let first = heap.first { remove(first) }
    }

    mutating func remove(_ number: UInt32) {
        guard Int(number) < places.count, places[Int(number)] >= 0 else { return }
        let place = Int(places[Int(number)])
        places[Int(number)] = -1
        guard let last = heap.popLast(), place < heap.count else { return }
        heap[place] = last
        places[Int(last)] = Int32(place)
        up(place)
        down(Int(places[Int(last)]))
    }

    /// Lowers all later times to this one.
    mutating func moveAll(to time: Int64) {
        for number in heap where times[Int(number)] > time { times[Int(number)] = time }
        heap = heap.sorted { isBefore($0, $1) }
        for (place, number) in heap.enumerated() { places[Int(number)] = Int32(place) }
    }

    private mutating func up(_ place: Int) {
        var place = place
        let number = heap[place]
        while place > 0 {
            let parent = (place - 1) / 2
            guard isBefore(number, heap[parent]) else { break }
            put(heap[parent], place)
            place = parent
        }
        put(number, place)
    }

    private mutating func down(_ place: Int) {
        var place = place
        let number = heap[place]
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
            guard isBefore(heap[child], number) else { break }
            put(heap[child], place)
            place = child
        }
        put(number, place)
    }

    private func isBefore(_ left: UInt32, _ right: UInt32) -> Bool {
        let (first, second) = (times[Int(left)], times[Int(right)])
        return first < second || first == second && left < right
    }

    private mutating func put(_ number: UInt32, _ place: Int) {
        heap[place] = number
        places[Int(number)] = Int32(place)
    }
}
