import Coins
import FoundationEssentials
import Glibc
import HTTPClient
import Linux

/// A Monero chain on this machine alone, whose blocks are made on demand, run by Debian's own node.
///
/// It begins with 450 blocks whose coins are the `Purse`'s, which `Scripts/build-local-chain` mined once.
package final class LocalChain: Sendable {
    /// What a test is told when the chain does not do what it is asked.
    package struct Failure: Error {
        package var words: String
    }

    /// Where the node answers.
    package let address: String
    /// Of this chain alone, for what else a test keeps.
    package let folder: String
    private let node: ChildProgram

    /// Runs `body` beside a fresh chain.
    package static func run(_ body: (LocalChain) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/local-chain-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await copyBlocks(to: folder)
        let chain = try await LocalChain(folder: folder)
        do {
            try await body(chain)
        } catch {
            await chain.remove()
            throw error
        }
        await chain.remove()
    }

    private init(folder: String) async throws {
        self.folder = folder
        guard let port = LoopbackPort.free(), let peers = LoopbackPort.free() else {
            throw Failure(words: "no free port")
        }
        address = "http://127.0.0.1:\(port)"
        var order = ChildProgram.Order([
            "monerod", "--regtest", "--keep-fakechain", "--offline", "--fixed-difficulty", "1",
            "--data-dir", folder + "/node",
            "--rpc-bind-port", "\(port)", "--p2p-bind-port", "\(peers)", "--no-zmq", "--non-interactive",
            "--log-level", "*:FATAL", "--log-file", folder + "/node.log", "--check-updates", "disabled",
        ])
        order.hasOwnGroup = true
        node = try await ChildProgram.start(order)
        for _ in 0..<600 {
            // It does not listen yet.
            if (try? await height()) != nil { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure(words: "the node does not answer")
    }

    /// Ends the node; a test goes on without it.
    package func stop() async {
        await node.stop(within: .seconds(10))
    }

    /// Halts the node: it takes connections and answers nothing.
    package func pause() { kill(node.id, SIGSTOP) }

    /// Lets a halted node go on.
    package func goOn() { kill(node.id, SIGCONT) }

    private func remove() async {
        await stop()
        // Of this test alone.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Blocks of the chain.
    package func height() async throws -> UInt64 {
        struct Information: Decodable { var height: UInt64 }
        return try await ask("get_info", "{}", as: Information.self).height
    }

    /// Makes blocks whose coins go to an address, by default the purse's.
    package func mine(_ blocks: Int, to address: String = Purse.keys.address) async throws {
        struct Blocks: Decodable { var height: UInt64 }
        let parameters = #"{"amount_of_blocks":\#(blocks),"wallet_address":"\#(address)"}"#
        _ = try await ask("generateblocks", parameters, as: Blocks.self)
    }

    /// Takes the last blocks back, as when the chain goes on from an earlier one.
    package func pop(_ blocks: Int) async throws {
        _ = try await post("/pop_blocks", #"{"nblocks":\#(blocks)}"#)
    }

    /// Waits until a transaction may be put into a block: a node keeps what is its own to itself for a moment.
    package func untilPublic(_ hash: String) async throws {
        struct Pool: Decodable {
            struct Waiting: Decodable {
                var id_hash: String
                var relayed: Bool
            }

            var transactions: [Waiting]?
        }
        for _ in 0..<600 {
            let pool = try JSONDecoder().decode(Pool.self, from: Data(try await post("/get_transaction_pool", "{}")))
            if pool.transactions?.contains(where: { $0.id_hash == hash && $0.relayed }) == true { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw Failure(words: "a transaction stays hidden")
    }

    /// Forgets what waits for a block.
    package func emptyPool() async throws {
        struct Flushed: Decodable { var status: String }
        _ = try await ask("flush_txpool", "{}", as: Flushed.self)
    }

    private func ask<Result: Decodable>(
        _ method: String,
        _ parameters: String,
        as: Result.Type
    ) async throws -> Result {
        let call = #"{"jsonrpc":"2.0","id":"0","method":"\#(method)","params":\#(parameters)}"#
        return try JSONDecoder().decode(RPCAnswer<Result>.self, from: Data(try await post("/json_rpc", call))).result
    }

    private func post(_ path: String, _ body: String) async throws -> [UInt8] {
        guard let client = HTTPClient(userAgent: "test", answerMilliseconds: 300_000, answerBytesMax: 1 << 24) else {
            throw Failure(words: "no client")
        }
        let request = OutgoingRequest(
            url: address + path,
            contentType: "application/json",
            authorization: .none,
            body: Array(body.utf8)
        )
        return try await client.post(request).body
    }

    private static func copyBlocks(to folder: String) async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let made = root + "/.build/local-chain"
        if !FileManager.default.fileExists(atPath: made) {
            let script = try await ChildProgram.start(ChildProgram.Order([root + "/Scripts/build-local-chain"]))
            guard await script.ended() == .exited(code: 0) else { throw Failure(words: "no chain could be made") }
        }
        // `cp` keeps the holes of the database's file.
        let words = ["cp", "-r", "--sparse=always", made, folder + "/node"]
        let copy = try await ChildProgram.start(ChildProgram.Order(words))
        guard await copy.ended() == .exited(code: 0) else { throw Failure(words: "the chain could not be copied") }
    }
}

/// An answer of JSON-RPC 2.0 that holds a result.
struct RPCAnswer<Result: Decodable>: Decodable {
    var result: Result
}
