package import Coins
import FoundationEssentials
import HTTPClient
import Linux

/// A wallet with coins on a local chain, which sends them by a wallet program of its own.
package final class Purse: Sendable {
    /// Its keys, public on purpose: they open nothing but chains of tests.
    package static let keys = CoinViewKeys(
        address: "48tKiF8cegXMwW2qfbG7a6CCHw9sj9RWfSqVNPytc8JNjnckXaafR4LK1HotAnYGFYLqESafF6ij91n6SHoKwCpG1axncG1",
        viewKey: "e18e6515851c258abeffa6547942dc322405d2c3ef5a34c553fdc47c43c50405"
    )
    private static let spendKey = "f99f2d65ffc53675792153959b62af484de1a74b8f65e856f5101c2fbd758b02"

    private let chain: LocalChain
    private let program: ChildProgram
    private let address: String
    private let login: (user: String, password: String)
    private let client: HTTPClient

    /// Opens the purse on a chain.
    package init(on chain: LocalChain) async throws {
        guard let port = LoopbackPort.free(), let client = HTTPClient(userAgent: "test", answerMilliseconds: 120_000)
        else { throw LocalChain.Failure(words: "no free port") }
        self.chain = chain
        let folder = chain.folder + "/purse"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var order = ChildProgram.Order([
            "monero-wallet-rpc", "--wallet-dir", folder, "--rpc-bind-port", "\(port)", "--rpc-ssl", "disabled",
            "--daemon-address", chain.address, "--daemon-ssl", "disabled", "--shared-ringdb-dir", folder + "/rings",
            "--no-dns", "--non-interactive", "--log-level", "*:FATAL", "--log-file", folder + "/log",
        ])
        (order.folder, order.hasOwnGroup) = (folder, true)
        program = try await ChildProgram.start(order)
        (address, self.client) = ("http://127.0.0.1:\(port)", client)
        let file = "\(folder)/monero-wallet-rpc.\(port).login"
        while !FileManager.default.fileExists(atPath: file) { try await Task.sleep(for: .milliseconds(50)) }
        try await Task.sleep(for: .milliseconds(200))
        let words = try String(contentsOfFile: file, encoding: .utf8).split(separator: ":", maxSplits: 1)
        login = (String(words[0]), words[1].filter { !$0.isWhitespace })
        for _ in 0..<100 {
            // It does not listen yet.
            if (try? await ask("get_version", "{}", as: Nothing.self)) != nil { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        let keys = Self.keys
        _ = try await ask(
            "generate_from_keys",
            """
            {"filename":"purse","password":"","address":"\(keys.address)","viewkey":"\(keys.viewKey)",
            "spendkey":"\(Self.spendKey)","restore_height":0}
            """,
            as: Nothing.self
        )
    }

    /// Sends coins, and answers the hash of the transaction, which waits for a block.
    package func pay(_ address: String, _ units: UInt64) async throws -> String {
        struct Sent: Decodable { var tx_hash: String }
        _ = try await ask("refresh", "{}", as: Nothing.self)
        let destination = #"{"amount":\#(units),"address":"\#(address)"}"#
        let hash = try await ask("transfer", #"{"destinations":[\#(destination)]}"#, as: Sent.self).tx_hash
        try await chain.untilPublic(hash)
        return hash
    }

    /// Ends its program.
    package func close() async {
        await program.stop(within: .seconds(5))
    }

    private struct Nothing: Decodable {}

    private func ask<Result: Decodable>(
        _ method: String,
        _ parameters: String,
        as: Result.Type
    ) async throws -> Result {
        let call = #"{"jsonrpc":"2.0","id":"0","method":"\#(method)","params":\#(parameters)}"#
        let request = OutgoingRequest(
            url: address + "/json_rpc",
            contentType: "application/json",
            authorization: .digest(user: login.user, password: login.password),
            body: Array(call.utf8)
        )
        let answer = Data(try await client.post(request).body)
        do {
            return try JSONDecoder().decode(RPCAnswer<Result>.self, from: answer).result
        } catch {
            throw LocalChain.Failure(words: "\(method): \(String(decoding: answer, as: UTF8.self))")
        }
    }
}

/// Wallets that tests watch; their keys are public on purpose.
package enum WatchedWallet {
    /// A wallet with the address of its second account.
    package static let anna = (
        keys: CoinViewKeys(
            address: "438p5tYwXB4fKAfbY5mt8jRsZxE9QsAETidRsh2ZoNLi7NEWnMTha7p5mdXgZ5Uk9F5dj5AWehdpSNsmLSThQXNDDJuAMA4",
            viewKey: "634f46f74084a7fcc76409a7a8cd81cf2f31d4b230665694b364f3554544a40b"
        ),
        second: "83YbmPHvxJJVSUVT5zZ7ah8oEEvGv4V2vVY8z6zq2euViMYT5JS6T7FZdP4Dde2uG3g8TefSyDvA4L2QZKUdakeRQJuz3ai"
    )
    /// Another one.
    package static let bo = (
        keys: CoinViewKeys(
            address: "4BJYS2BgGrAfKZKSdNCbaw4zKtdfWHmWcfCkzGRXay58fdaKmK4CeEb1KV4fQ92g4PdRbhC1D8t3aEdvuAaBQ9pq8mnoh45",
            viewKey: "19f9436d28a1157f3a9ce4a8c5e6dce836a279fb724b5c9452ce61a3f181200c"
        ),
        second: "89CxLtyT7kbHj9v3QUGC3fHFMNvSdjvM9jF7WJCcnbtw4oX6VWNPDdcc3xPW9v1guncHCvjxma6kDXZJ72DszHYB7ead6Bx"
    )
}
