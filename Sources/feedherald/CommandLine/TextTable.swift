/// Rows in columns, cut to the width of a terminal.
struct TextTable {
    struct Column {
        var title: String
        /// It is never made narrower than this.
        var least = 4
        /// Columns that give way first have the higher numbers.
        var givesWay = 0
    }

    var columns: [Column]
    var rows: [[String]] = []
    private static let gap = "  "

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// The lines, the titles first.
    ///
    /// - Parameter width: of the terminal; nil cuts nothing.
    func lines(width: Int?) -> [String] {
        let widths = fitted(width)
        return ([columns.map(\.title)] + rows).map { row in
            let cells = zip(row, widths).map { cell, width in
                DisplayWidth.pad(DisplayWidth.cut(cell, to: width), to: width)
            }
            return cells.joined(separator: Self.gap).trimmed
        }
    }

    private func fitted(_ limit: Int?) -> [Int] {
        var widths = columns.indices.map { at in
            ([columns[at].title] + rows.map { $0[at] }).map(DisplayWidth.of).max() ?? 0
        }
        guard let limit else { return widths }
        let room = limit - Self.gap.count * (columns.count - 1)
        for at in columns.indices.sorted(by: { columns[$0].givesWay > columns[$1].givesWay }) {
            let excess = widths.reduce(0, +) - room
            if excess > 0 { widths[at] = max(min(widths[at], columns[at].least), widths[at] - excess) }
        }
        return widths
    }
}
