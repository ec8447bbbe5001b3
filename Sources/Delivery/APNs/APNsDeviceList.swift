import FeedModel
import FoundationEssentials
import Host

/// Reads lists of devices.
enum APNsDeviceList {
    /// Reads tokens in any notation.
    static func read(_ tokens: [String]) throws(Failure) -> [APNsDevice] {
        var devices: [APNsDevice] = []
        for text in tokens { devices.append(try device(text)) }
        return unique(devices)
    }

    /// Reads a JSON file or a property list.
    ///
    /// JSON: a list of tokens or of objects `{"token", "name", "registered_at"}` (RFC 3339, or epoch seconds or
    /// milliseconds), an object of names to tokens, or either under `devices`. Property list (XML, binary or the old text form): names to tokens, a list of tokens, or
    /// `devices` as in JSON.
    static func read(file path: String) throws(Failure) -> [APNsDevice] {
        var bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: 16 << 20)
        } catch {
            throw Failure(
                .delivery, "the devices file cannot be read: \(error.message)",
                hint: "\"devices\" names a JSON file or a property list of device tokens")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let first = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        guard first == 0x5B || first == 0x7B else { return unique(try propertyList(bytes, path)) }
        do {
            return unique(try json(try JSONReader.read(bytes, lenient: true), path))
        } catch let fault as JSONSyntaxError {
            // The old text form of property lists, `{ name = "<abcd>"; }`, begins with a brace as well.
            if let devices = try? propertyList(bytes, path) { return unique(devices) }
            throw Failure(.delivery, "\(path) is not JSON: \(fault.message) at byte \(fault.offset)")
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.delivery, "\(path) cannot be read")
        }
    }

    private static func json(_ value: JSONValue, _ path: String) throws(Failure) -> [APNsDevice] {
        let list = value["devices"] ?? value
        var devices: [APNsDevice] = []
        switch list.kind {
        case .array(let items):
            for item in items { devices.append(try entry(item, name: nil, path)) }
        case .object(let members):
            for member in members { devices.append(try entry(member.value, name: member.key, path)) }
        default: throw Failure(.delivery, "\(path) holds \(list.kindName) where devices are expected")
        }
        return devices
    }

    private static func entry(
        _ value: JSONValue, name: String?, _ path: String
    ) throws(Failure) -> APNsDevice {
        guard let text = value.string ?? value["token"]?.string else {
            throw Failure(
                .delivery, "\(path) holds \(value.kindName) where a device is expected",
                hint: "a device is a token or {\"token\": …, \"name\": …}")
        }
        var device = try device(text, name: value["name"]?.string ?? name)
        device.registeredAt =
            value["registered_at"]?.string.flatMap { Timestamp(rfc3339: $0)?.milliseconds }
            ?? value["registered_at"]?.double.map { milliseconds($0) }
        return device
    }

    /// Epoch time in seconds or milliseconds; the former are below 1e11, which is the year 5138.
    private static func milliseconds(_ time: Double) -> Int64 {
        let scaled = time < 1e11 ? time * 1000 : time
        return Int64(min(max(scaled, 0), 9e15))
    }

    private static func propertyList(_ bytes: [UInt8], _ path: String) throws(Failure) -> [APNsDevice] {
        let data = Data(bytes)
        let decoder = PropertyListDecoder()
        var devices: [APNsDevice] = []
        if let wrapped = try? decoder.decode(Wrapped.self, from: data) {
            for item in wrapped.devices.items {
                var device = try device(item.token.text, name: item.name)
                device.registeredAt = item.registeredAt
                devices.append(device)
            }
        } else if let names = try? decoder.decode([String: TokenText].self, from: data) {
            for (name, token) in names.sorted(by: { $0.key < $1.key }) {
                devices.append(try device(token.text, name: name))
            }
        } else if let tokens = try? decoder.decode([TokenText].self, from: data) {
            for token in tokens { devices.append(try device(token.text)) }
        } else {
            throw Failure(
                .delivery, "\(path) is neither JSON nor a property list of names to device tokens")
        }
        return devices
    }

    /// A property list of the same shape as the JSON form: `devices`, with tokens, names to tokens, or dictionaries.
    private struct Wrapped: Decodable {
        var devices: Items
    }

    private struct Items: Decodable {
        var items: [Item]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let names = try? container.decode([String: TokenText].self) {
                items = names.sorted { $0.key < $1.key }.map { Item(token: $0.value, name: $0.key) }
            } else if let tokens = try? container.decode([TokenText].self) {
                items = tokens.map { Item(token: $0) }
            } else {
                items = try container.decode([Item].self)
            }
        }
    }

    private struct Item: Decodable {
        var token: TokenText
        var name: String?
        /// In milliseconds since 1970.
        var registeredAt: Int64?

        enum CodingKeys: String, CodingKey {
            case token, name
            case registeredAt = "registered_at"
        }

        init(token: TokenText, name: String? = nil) {
            self.token = token
            self.name = name
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            token = try container.decode(TokenText.self, forKey: .token)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            if let date = try? container.decode(Date.self, forKey: .registeredAt) {
                registeredAt = APNsDeviceList.milliseconds(date.timeIntervalSince1970)
            } else if let number = try? container.decode(Double.self, forKey: .registeredAt) {
                registeredAt = APNsDeviceList.milliseconds(number)
            } else if let text = try? container.decode(String.self, forKey: .registeredAt) {
                registeredAt = Timestamp(rfc3339: text)?.milliseconds
            }
        }
    }

    /// A token as text or as the bytes themselves.
    private struct TokenText: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else {
                let bytes = try container.decode(Data.self)
                text = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            }
        }
    }

    private static func device(_ text: String, name: String? = nil) throws(Failure) -> APNsDevice {
        guard let token = APNsDevice.token(text) else {
            guard text != "(null)" else {
                throw Failure(
                    .delivery, "\(name.map { "the token of \($0)" } ?? "a token") is \"(null)\"",
                    hint:
                        "the app wrote the text of a token it did not have; remove it, or register the device anew"
                )
            }
            let shown = TextCut.characters(SafeText.line(text), 24)
            throw Failure(
                .delivery, "\"\(shown)\"\(name.map { " of \($0)" } ?? "") is no device token",
                hint: "a token is an even number of hexadecimal digits; < > and blanks do not matter")
        }
        return APNsDevice(token: token, name: name)
    }

    private static func unique(_ devices: [APNsDevice]) -> [APNsDevice] {
        var seen: Set<String> = []
        return devices.filter { seen.insert($0.token).inserted }
    }
}
