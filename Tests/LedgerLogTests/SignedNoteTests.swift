import Crypto
import LedgerLog
import Testing

@Suite struct SignedNoteTests {
    private let key = Ed25519Key(seed: Array(repeating: 7, count: 32))
    private let other = Ed25519Key(seed: Array(repeating: 8, count: 32))

    @Test func `the note of golang's package is signed in the same way`() throws {
        let vector = try Vectors.read("note.json", as: Vectors.Note.self)
        let words = vector.key.split(separator: "+", maxSplits: 2)
        let name = String(words[0])
        // A byte before each says that it is a key of Ed25519.
        let publicKey = Array(try #require(Base64.decode(words[2].utf8)).dropFirst())
        let signer = Ed25519Key(seed: Array(try #require(Base64.decode(vector.seed)).dropFirst()))
        #expect(signer.publicKey == publicKey)
        #expect(SignedNote.keyID(.log, name: name, publicKey: publicKey) == bytes(String(words[1])))
        var note = try #require(SignedNote(text: vector.text))
        note.sign(signer, name: name)
        #expect(note.note == vector.text + "\n" + vector.signature)
        let read = try #require(SignedNote(note.note))
        #expect(read == note)
        #expect(read.isSigned(by: publicKey, name: name))
        #expect(!read.isSigned(by: publicKey, name: "another"))
        #expect(!read.isSigned(by: key.publicKey, name: name))
    }

    @Test func `no byte of a note can be changed`() throws {
        let checkpoint = Checkpoint(origin: "hearth/ledger/1", size: 3, root: TreeHash.leaf([1]))
        let note = Array(try #require(checkpoint.signed(by: key)).note.utf8)
        for position in note.indices {
            for bit in 0..<8 {
                var changed = note
                changed[position] ^= 1 << UInt8(bit)
                guard let text = String(validating: changed, as: UTF8.self), let read = SignedNote(text) else {
                    continue
                }
                #expect(!read.isSigned(by: key.publicKey, name: "hearth/ledger/1"), "bit \(bit) of byte \(position)")
            }
        }
    }

    @Test func `others sign that they have seen it, and when`() throws {
        let checkpoint = Checkpoint(origin: "hearth/ledger/1", size: 3, root: TreeHash.leaf([1]))
        var note = try #require(checkpoint.signed(by: key))
        note.cosign(other, name: "tablet", secondsSince1970: 1_679_315_147)
        let read = try #require(SignedNote(note.note))
        #expect(read.isSigned(by: key.publicKey, name: "hearth/ledger/1"))
        #expect(read.cosignedSecondsSince1970(by: other.publicKey, name: "tablet") == 1_679_315_147)
        #expect(read.cosignedSecondsSince1970(by: key.publicKey, name: "tablet") == nil)
        #expect(!read.isSigned(by: other.publicKey, name: "tablet"), "seen is not signed")
        #expect(Checkpoint(text: read.text) == checkpoint)
    }

    @Test func `the example of tlog-cosignature is read as what it says`() throws {
        let vector = """
            example.com/behind-the-sofa
            20852163
            CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

            — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
            — witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==

            """
        let note = try #require(SignedNote(vector))
        #expect(note.note == vector)
        #expect(Checkpoint(text: note.text)?.size == 20_852_163)
        let (log, witness) = (note.signatures[0], note.signatures[1])
        #expect(log.bytes.count == 64 && witness.bytes.count == 8 + 64)
        #expect(witness.name == "witness.example.com/w1" && witness.keyID == [0x8D, 0x66, 0xCF, 0x3F])
        #expect(witness.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } == 1_679_315_147)
    }

    @Test(arguments: [
        "", "\n", "a\n", "a\n\n", "a\n\n— x\n", "a\n\n— x AAAA\n", "a\n\n— x AAAAAAA\n", "a\n\n— x y AAAAAAAA\n",
        "a\n\n— x+y AAAAAAAA\n", "a\n\n- x AAAAAAAA\n", "a\n\n— x AAAAAAAA", "a\tb\n\n— x AAAAAAAA\n",
        "a\n\n— \u{3000} AAAAAAAA\n",
    ])
    func `a malformed note is not read`(text: String) {
        #expect(SignedNote(text) == nil)
    }

    @Test func `a text may have empty lines`() throws {
        let note = try #require(SignedNote("a\n\nb\n\n— x AAAAAAAA\n"))
        #expect(note.text == "a\n\nb\n")
        #expect(note.signatures.count == 1)
    }

    @Test(arguments: [
        "o\n03\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        "o\n-3\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        "o\n3\nAAAA\n", "\n3\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n", "o\n3\n",
        "o\n3\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n", "o\n+3\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
        "o\n3\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n",
    ])
    func `a malformed checkpoint is not read`(text: String) {
        #expect(Checkpoint(text: text) == nil)
    }
}
