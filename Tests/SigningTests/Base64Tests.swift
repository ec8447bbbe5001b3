import Testing

@testable import Signing

struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the vectors of RFC 4648 hold both ways`(plain: String, coded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == coded)
        #expect(Base64.decode(coded) == Array(plain.utf8))
        #expect(Base64.decode(coded.filter { $0 != "=" }) == Array(plain.utf8))
    }

    @Test func `the URL-safe form has no plus, slash or padding`() {
        #expect(Base64.encodeURL([0xFB, 0xFF, 0xFE]) == "-__-")
        #expect(Base64.encodeURL([0xFF]) == "_w")
        #expect(Base64.decode("-__-") == [0xFB, 0xFF, 0xFE])
    }

    @Test func `white space is passed over and anything else is refused`() {
        #expect(Base64.decode("Zm9v\r\nYmFy ") == Array("foobar".utf8))
        #expect(Base64.decode("Zm9v!") == nil)
        #expect(Base64.decode("Z") == nil)
        #expect(Base64.decode("Zg==Zg") == nil)
    }
}
