import Foundation

/// The files of Tests/Fixtures/ledger; its README says where they come from.
enum Vectors {
    struct Signature: Decodable {
        let id: Int
        let about: String
        let key: String
        let message: String
        let signature: String
        let result: String
    }

    struct Signing: Decodable {
        let seed: String
        let key: String
        let message: String
        let signature: String
    }

    struct Tree: Decodable {
        struct Inclusion: Decodable {
            let index: Int
            let size: Int
            let proof: [String]
        }

        struct Consistency: Decodable {
            let old: Int
            let new: Int
            let proof: [String]
        }

        let leaves: [String]
        let roots: [String]
        let inclusions: [Inclusion]
        let consistencies: [Consistency]
    }

    struct Note: Decodable {
        let key: String
        let seed: String
        let text: String
        let signature: String
    }

    static func read<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try JSONDecoder().decode(type, from: Data(contentsOf: tests.appending(path: "Fixtures/ledger/\(name)")))
    }
}

/// The bytes of hexadecimal digits.
func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
}
