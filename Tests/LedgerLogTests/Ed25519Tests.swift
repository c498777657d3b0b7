import Crypto
import Testing

@Suite struct Ed25519Tests {
    @Test func `keys and signatures are those of RFC 8032`() throws {
        for vector in try Vectors.read("ed25519-sign.json", as: [Vectors.Signing].self) {
            let key = Ed25519Key(seed: bytes(vector.seed))
            #expect(key.publicKey == bytes(vector.key))
            #expect(key.sign(bytes(vector.message)) == bytes(vector.signature))
            #expect(Ed25519Key.isGenuine(bytes(vector.signature), of: bytes(vector.message), by: bytes(vector.key)))
        }
    }

    @Test func `Wycheproof's right signatures are taken and its wrong ones refused`() throws {
        for vector in try Vectors.read("wycheproof-ed25519.json", as: [Vectors.Signature].self)
        where vector.result != "acceptable" {
            let isGenuine = Ed25519Key.isGenuine(
                bytes(vector.signature),
                of: bytes(vector.message),
                by: bytes(vector.key)
            )
            #expect(isGenuine == (vector.result == "valid"), "\(vector.id): \(vector.about)")
        }
    }

    @Test func `keys for which anybody can sign are no keys`() throws {
        let weak = try Vectors.read("wycheproof-ed25519.json", as: [Vectors.Signature].self).filter {
            $0.about.contains("torsion point") && $0.about.hasPrefix("canonical")
        }
        #expect(weak.count == 7)
        for vector in weak {
            #expect(!Ed25519Key.isGenuine(bytes(vector.signature), of: bytes(vector.message), by: bytes(vector.key)))
        }
    }

    @Test func `a key does not show itself`() {
        #expect("\(Ed25519Key(seed: Array(repeating: 7, count: 32)))" == "Ed25519Key")
    }
}
