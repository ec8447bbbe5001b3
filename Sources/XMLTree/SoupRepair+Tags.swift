extension SoupRepair {
    /// Reads the start tag at the cursor and opens its element; one cut off by the end of the document is dropped.
    mutating func startTag(_ input: Span<UInt8>) {
        let start = at
        var tag = SoupTag(input, at: at)
        at = tag.end
        if tag.isTorn { faults += 1 }
        guard !tag.isCutOff else {
            faults += 1
            return
        }
        if tag.hasFaults { faults += 1 }
        textLength = 0
        guard !isStrayEntry(tag) else {
            faults += 1
            return
        }
        makeRoom(for: tag)
        if SoupRules.isVoid(tag.local), !stack.isEmpty, !tag.isEmpty, tag.full == tag.local {
            faults += 1
            tag.isEmpty = true
        }
        write(tag, isUnclosed: outline.isUnclosed(start))
        if tag.isEmpty, stack.isEmpty { isDone = true }
    }

    /// Whether a tag opens an entry of another kind than the one that is open: an `entry` inside an `item`.
    private func isStrayEntry(_ tag: SoupTag) -> Bool {
        guard let around = entries.last, SoupRules.isEntry(tag.full) else { return false }
        return stack[around].full != tag.full
    }

    /// Closes what the new element shows to be left open.
    private mutating func makeRoom(for tag: SoupTag) {
        guard let top = stack.last else { return }
        if SoupRules.isEntry(tag.full), let open = entries.last {
            faults += 1
            close(to: open)
            return
        }
        if SoupRules.closesItsLike(tag.full), top.full == tag.full {
            faults += 1
            close(to: stack.count - 1)
            return
        }
        if let outermost = top.unclosedFrom, let unclosed = unclosed(from: outermost, endedBy: tag) {
            faults += 1
            close(to: unclosed)
            return
        }
        guard SoupRules.isField(tag) else { return }
        if SoupRules.isLeaf(top.full) {
            faults += 1
            close(to: stack.count - 1)
        } else if SoupRules.isUnmistakable(tag),
            let open = stack.lastIndex(where: { SoupRules.isBody($0.full) || SoupRules.isEntry($0.full) }),
            SoupRules.isBody(stack[open].full)
        {
            faults += 1
            close(to: open)
        }
    }

    /// The outermost of the elements that are never closed which a new element ends.
    private func unclosed(from outermost: Int, endedBy tag: SoupTag) -> Int? {
        let parent = stack.last?.local ?? ""
        let last = min(outermost + 8, stack.count)
        return (outermost..<last).first { SoupRules.ends(tag, unclosed: stack[$0].full, in: parent) }
    }

    private mutating func write(_ tag: SoupTag, isUnclosed: Bool) {
        guard tag.isEmpty || stack.count < SoupOutline.deepest else {
            beyond += 1
            faults += 1
            return
        }
        let isWritten = stack.count < Self.deepest
        let declared = prefixes.count
        if isWritten {
            for (name, _) in tag.attributes where name.starts(with: Self.xmlns) {
                prefixes.append(Array(name.dropFirst(Self.xmlns.count)))
            }
            out.append(0x3C)
            out.append(contentsOf: tag.name)
            require(tag.name)
            if stack.isEmpty, !hasRoot { rootNameEnd = out.count }
            for (name, value) in tag.attributes { write(name, value) }
            out.append(contentsOf: tag.isEmpty ? [0x2F, 0x3E] : [0x3E])
        } else {
            faults += 1
        }
        hasRoot = true
        if tag.isEmpty {
            prefixes.removeLast(prefixes.count - declared)
        } else {
            open(tag, isUnclosed: isUnclosed, isWritten: isWritten, declared: declared)
        }
    }

    private mutating func open(_ tag: SoupTag, isUnclosed: Bool, isWritten: Bool, declared: Int) {
        openCount[tag.full, default: 0] += 1
        let level = SoupRules.level(tag.name)
        if level == .entry { entries.append(stack.count) }
        let isLoose = isUnclosed && level == nil && !stack.isEmpty
        stack.append(
            Open(
                name: tag.name, full: tag.full, local: tag.local, isWritten: isWritten, declared: declared,
                level: level, unclosedFrom: isLoose ? stack.last?.unclosedFrom ?? stack.count : nil))
    }

    private static let xmlns = Array("xmlns:".utf8)

    private mutating func write(_ name: [UInt8], _ value: [UInt8]) {
        if !name.starts(with: Self.xmlns) { require(name) }
        out.append(0x20)
        out.append(contentsOf: name)
        out.append(contentsOf: [0x3D, 0x22])
        var scan = AttributeScan(entities: entities)
        out.append(contentsOf: scan.escaped(value.span))
        faults += scan.faults
        entities = scan.entities
        out.append(0x22)
    }

    /// Notes a prefix that is used and nowhere declared.
    private mutating func require(_ name: [UInt8]) {
        guard let colon = name.firstIndex(of: 0x3A) else { return }
        let prefix = Array(name[..<colon])
        guard !prefixes.contains(prefix), isMissing.insert(prefix).inserted else { return }
        faults += 1
        missing.append(prefix)
    }

    /// Declares on the root what was used undeclared.
    mutating func declareMissing() {
        guard !missing.isEmpty else { return }
        var declarations: [UInt8] = []
        for prefix in missing {
            let name = String(decoding: prefix, as: UTF8.self)
            let uri = KnownPrefixes.uri(for: name) ?? "urn:undeclared:\(name)"
            declarations.append(contentsOf: " xmlns:\(name)=\"\(uri)\"".utf8)
        }
        out.insert(contentsOf: declarations, at: rootNameEnd)
    }

    /// Reads the end tag at the cursor and closes what it names, if that is open.
    mutating func endTag(_ input: Span<UInt8>) {
        let start = at + 2
        var end = start
        while end < input.count, Self.isName(input[end]) { end += 1 }
        var close = end
        while close < input.count, input[close] != 0x3E, input[close] != 0x3C { close += 1 }
        let isTorn = close >= input.count || input[close] == 0x3C
        at = isTorn ? close : close + 1
        if isTorn || (end..<close).contains(where: { input[$0] > 0x20 }) { faults += 1 }
        textLength = 0
        guard end > start else {
            faults += 1
            return
        }
        let name = SoupTag.sanitized(input, start, end)
        let level = SoupRules.level(name)
        if beyond > 0, level == nil {
            beyond -= 1
            return
        }
        guard !outline.isEarlyEnd(level, at: start - 2, isInEntry: !entries.isEmpty), let open = match(name)
        else {
            faults += 1
            return
        }
        if open != stack.count - 1 || stack[open].name != name { faults += 1 }
        self.close(to: open)
        if stack.isEmpty { isDone = true }
    }

    /// The open element an end tag means: the innermost of its name, in any case of letters; for the innermost
    /// element a wrong or missing prefix is forgiven too.
    private func match(_ name: [UInt8]) -> Int? {
        let full = String(decoding: name, as: UTF8.self).lowercased()
        if openCount[full] ?? 0 > 0 { return stack.lastIndex { $0.full == full } }
        let local = full.split(separator: ":").last.map(String.init) ?? full
        guard let top = stack.last, top.local == local else { return nil }
        return stack.count - 1
    }

    /// Closes the element at that depth and all inside it.
    mutating func close(to depth: Int) {
        beyond = 0
        while stack.count > depth, let open = stack.popLast() {
            if open.level == .entry { entries.removeLast() }
            openCount[open.full, default: 1] -= 1
            prefixes.removeLast(max(0, prefixes.count - open.declared))
            guard open.isWritten else { continue }
            out.append(contentsOf: [0x3C, 0x2F])
            out.append(contentsOf: open.name)
            out.append(0x3E)
        }
    }
}
