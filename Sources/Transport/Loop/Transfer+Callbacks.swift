internal import CCurl
internal import CNGHTTP2
internal import COpenSSL
internal import Glibc

extension Transfer {
    /// Hands libcurl the functions below; none of them throws or traps, whatever a server sends.
    static func setCallbacks(_ easy: EasyHandle) {
        unsafe easy.note(
            feedherald_set_data_callback(easy.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                guard let bytes = unsafe bytes else { return 0 }
                return unsafe Transfer.at(context)?.received(
                    UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            })
        unsafe easy.note(
            feedherald_set_data_callback(easy.pointer, CURLOPT_HEADERFUNCTION) {
                bytes, size, count, context in
                guard let bytes = unsafe bytes else { return 0 }
                return unsafe Transfer.at(context)?.receivedHeader(
                    UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            })
        unsafe easy.note(
            feedherald_set_open_callback(easy.pointer) { context, _, address in
                guard let address = unsafe address else { return -1 }
                return unsafe Transfer.at(context)?.open(address) ?? -1
            })
        // Looks at the address again when a kept connection is reused, for which no socket is opened.
        unsafe easy.note(
            feedherald_set_prereq_callback(easy.pointer) { context, address, _, _, _ in
                guard let address = unsafe address, let transfer = unsafe Transfer.at(context) else {
                    return 1
                }
                guard transfer.chain?.isGuarded == true else { return 0 }
                return unsafe transfer.isConnectionAllowed(String(cString: address)) ? 0 : 1
            })
    }

    /// Hands libcurl the bytes to upload.
    func setUpload(_ easy: EasyHandle) {
        unsafe easy.note(
            feedherald_set_data_callback(easy.pointer, CURLOPT_READFUNCTION) { bytes, size, count, context in
                guard let bytes = unsafe bytes else { return 0 }
                return unsafe Transfer.at(context)?.give(
                    UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
            })
        easy.set(CURLOPT_READDATA, context: easy)
    }

    static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue().transfer
    }

    private func received(_ bytes: UnsafeRawBufferPointer) -> Int {
        let limit = limits.maxBytes
        guard bytes.count <= limit - body.count else {
            reason = .bodyTooLarge(limit: limit)
            return 0
        }
        if body.isEmpty, let promised = easy?.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T) {
            body.reserveCapacity(min(promised, limit))
        }
        unsafe body.append(contentsOf: bytes)
        return bytes.count
    }

    private func receivedHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        headerBytes += bytes.count
        guard headerBytes <= limits.maxHeaderBytes else {
            reason = .headersTooLarge(limit: limits.maxHeaderBytes)
            return 0
        }
        if chain == nil {
            let line = unsafe HeaderFields.text(Array(bytes)[...])
            // The farewell that follows a refusal must not take its place.
            if !line.hasPrefix("2") || reply.isEmpty { reply = line }
        } else if unsafe Self.isStatusLine(bytes) {
            headers.removeAll()  // of an interim answer, or a proxy's
            status = unsafe Self.status(bytes)
            isHeaderComplete = false
        } else if unsafe bytes.first == 0x0D || bytes.first == 0x0A {
            isHeaderComplete = true
        } else {
            unsafe headers.append(wire: bytes)
        }
        return bytes.count
    }

    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        unsafe line.first == 0x48 && line.starts(with: "HTTP/".utf8)
    }

    /// The status of a line such as `HTTP/1.1 200 OK`.
    private static func status(_ line: UnsafeRawBufferPointer) -> Int {
        guard let blank = unsafe line.firstIndex(of: 0x20) else { return 0 }
        var status = 0
        for place in (blank + 1)..<min(blank + 4, line.count) {
            guard case let digit = unsafe line[place], (0x30...0x39).contains(digit) else { break }
            status = status * 10 + Int(digit - 0x30)
        }
        return status
    }

    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if chain?.isGuarded == true,
            let copy = unsafe withUnsafePointer(to: &address.pointee.addr, { unsafe SocketAddress($0) }),
            chain?.isForbidden(copy.bytes, zone: context.zone(copy.bytes)) == true
        {
            reason = .blockedAddress(copy.text)
            return -1
        }
        let type =
            unsafe address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        return unsafe socket(address.pointee.family, type, address.pointee.protocol)
    }

    private func isConnectionAllowed(_ numeric: String) -> Bool {
        guard let bytes = SocketAddress.bytes(of: numeric) else { return true }
        guard chain?.isForbidden(bytes, zone: context.zone(bytes)) == true else { return true }
        reason = .blockedAddress(numeric)
        return false
    }

    private func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let piece = upload.prefix(room.count)
        unsafe room.copyBytes(from: piece)
        upload = upload.dropFirst(piece.count)
        return piece.count
    }
}
