import Crypto
package import Family
import Linux
import Synchronization
import Work

/// Monero's chain, read by Debian's `monero-wallet-rpc` for wallets whose view keys members gave.
///
/// The program has one wallet open at a time: readings take turns, and the last wallet stays open for the next.
package final class MoneroWallet: CoinWallet {
    /// The file that the program has open.
    struct OpenFile {
        var session: Int
        var name: String
        /// Blocks that were read when it was last written.
        var writtenHeight: UInt64
    }

    package let coin = Coin.monero
    package let network: CoinNetwork
    package let nodeAddress: String
    let place: MoneroPlace
    let program: MoneroProgram
    let monero: MoneroNode
    let turns = Turns()
    let open = Mutex<OpenFile?>(nil)
    /// How many key images each file was told in this process.
    let imported = Mutex<[String: Int]>([:])

    /// Blocks that one call may read; more are read by and by, so that progress is seen and the program answers.
    private static let blocksAtOnce: UInt64 = 200
    private static let lookEvery = Duration.milliseconds(200)
    static let walletMissing = -13

    /// A reader that asks `node` where that is another address than the program's own.
    ///
    /// Making a wallet's file takes the program four seconds of a processor, and a minute on a small, busy machine.
    package init(
        _ place: MoneroPlace,
        node: MoneroNode? = nil,
        answerMilliseconds: Int = 180_000,
        log: @escaping @Sendable (_ words: String) -> Void
    ) {
        self.place = place
        (network, nodeAddress) = (place.network, place.node)
        program = MoneroProgram(place, answerMilliseconds: answerMilliseconds, log: log)
        monero = node ?? MoneroNode(place.node)
    }

    package func start() { program.start() }

    package func close() async { await program.stop() }

    /// How often the program was started.
    package var starts: Int { program.starts }

    /// The process of the program; nil while it does not answer.
    package var processID: Int32? { program.session?.child.id }

    package func node() async -> CoinNodeReading? { await monero.reading() }

    package func check(_ keys: CoinViewKeys) async throws(CoinFailure) {
        try Self.inspect(keys, on: network)
        let isValid = try await turns.alone { () async throws(CoinFailure) -> Bool in
            try await asking { rpc throws(MoneroRPC.Failure) in
                try await rpc.call("validate_address", AddressToCheck(address: keys.address), as: CheckedAddress.self)
            }.valid
        }
        guard isValid else { throw .addressInvalid }
    }

    /// Refuses what can be told to be wrong without a program: all but an address's checksum.
    package static func inspect(_ keys: CoinViewKeys, on network: CoinNetwork) throws(CoinFailure) {
        guard let address = MoneroAddress(keys.address) else { throw .addressInvalid }
        let expected: CoinNetwork = network == .local ? .main : network
        guard address.network == expected else { throw .addressElsewhere(address.network) }
        guard address.kind == .primary else { throw .addressNotPrimary }
        guard let secret = hexadecimal(keys.viewKey) else { throw .viewKeyInvalid }
        // The program itself takes any view key with any address.
        guard Ed25519Point.isSecret(secret, of: address.viewKey) else { throw .viewKeyElsewhere }
    }

    package func read(
        _ file: CoinFile,
        upTo height: UInt64,
        within patience: Duration
    ) async throws(CoinFailure) -> CoinReading {
        try await turns.alone { () async throws(CoinFailure) -> CoinReading in
            try await openFile(file)
            let read = try await catchUp(to: height, within: patience)
            try await write(after: read)
            if let images = file.images, read >= height, imported.withLock({ $0[file.name] }) != images.images.count {
                // One that lacks outputs still is told at the next reading.
                do throws(CoinFailure) { try await importImages(images, of: file) } catch .refused {}
            }
            let (balances, transfers) = try await asking { rpc throws(MoneroRPC.Failure) in
                let balances = try await rpc.call("get_balance", AllAccounts(), as: Balances.self)
                return (balances, try await rpc.call("get_transfers", AllArrivals(), as: Transfers.self))
            }
            let accounts = try await accounts(balances, atLeast: file.accounts)
            var reading = CoinReading(height: read, accounts: accounts, arrivals: transfers.arrivals)
            reading.departures = transfers.departures
            return reading
        }
    }

    package func keep(only files: Set<String>) async throws(CoinFailure) {
        try await turns.alone { () async throws(CoinFailure) in
            do {
                for name in try Folders.names(in: place.walletFolder) {
                    let stem = String(name.prefix { $0 != "." })
                    guard !files.contains(stem) else { continue }
                    await forget(stem)
                    try Folders.remove(place.walletFolder + "/" + name)
                }
            } catch {
                throw CoinFailure.refused(code: 0)
            }
        }
    }

    /// Closes a file that is open, without writing it once more.
    private func forget(_ name: String) async {
        guard open.withLock({ $0?.name }) == name, let session = program.session else { return }
        open.withLock { $0 = nil }
        do {
            _ = try await session.rpc.call("close_wallet", Closing(autosave_current: false))
        } catch {
            // A program that does not let go of it is ended.
            await program.end(session)
        }
    }

    // MARK: Files

    func openFile(_ file: CoinFile) async throws(CoinFailure) {
        guard let session = program.session else { throw .notRunning }
        if let now = open.withLock({ $0 }), now.session == session.number, now.name == file.name { return }
        open.withLock { $0 = nil }
        let path = place.walletFolder + "/" + file.name
        try await closeAny()
        if Folders.isFile(path + ".keys") {
            try requireFree(path + ".keys")
            do {
                _ = try await asking { rpc throws(MoneroRPC.Failure) in
                    try await rpc.call("open_wallet", FileToOpen(filename: file.name, password: file.password))
                }
                return try await note(file, session)
            } catch .refused {
                // Damaged, or written under another password: all that is in it comes from the chain once more.
                do {
                    for name in ["", ".keys", ".address.txt"] { try Folders.remove(path + name) }
                } catch {
                    throw .refused(code: 0)
                }
            }
        }
        let making = FileToMake(
            filename: file.name,
            password: file.password,
            address: file.keys.address,
            viewkey: file.keys.viewKey,
            restore_height: file.birthHeight
        )
        imported.withLock { $0[file.name] = nil }
        _ = try await asking { rpc throws(MoneroRPC.Failure) in try await rpc.call("generate_from_keys", making) }
        try await note(file, session)
    }

    private func requireFree(_ file: String) throws(CoinFailure) {
        let claim: DirectoryLock?
        do { claim = try DirectoryLock(file) } catch { throw .refused(code: 0) }
        guard claim != nil else { throw .inUse }
    }

    private func note(_ file: CoinFile, _ session: MoneroProgram.Session) async throws(CoinFailure) {
        let height = try await self.height()
        open.withLock { $0 = OpenFile(session: session.number, name: file.name, writtenHeight: height) }
    }

    /// Closes and writes the wallet that is open, if one is.
    func closeAny() async throws(CoinFailure) {
        do {
            _ = try await asking { rpc throws(MoneroRPC.Failure) in
                try await rpc.call("close_wallet", Closing(autosave_current: true))
            }
        } catch .refused(code: Self.walletMissing) {
            // None is.
        }
    }

    /// Writes what was read, once that is worth it: the rest would be read again after a crash.
    private func write(after height: UInt64) async throws(CoinFailure) {
        guard let file = open.withLock({ $0 }), height >= file.writtenHeight + Self.blocksAtOnce else { return }
        _ = try await asking { rpc throws(MoneroRPC.Failure) in try await rpc.call("store") }
        open.withLock { $0?.writtenHeight = height }
    }

    // MARK: Reading

    /// Reads blocks up to a height, and answers how many are read once that is done or patience ends.
    func catchUp(to target: UInt64, within patience: Duration) async throws(CoinFailure) -> UInt64 {
        let deadline = ContinuousClock.now + patience
        var height = try await height()
        if height + Self.blocksAtOnce < target {
            try await refreshByItself(true)
            while height + Self.blocksAtOnce < target, ContinuousClock.now < deadline {
                try? await Task.sleep(for: Self.lookEvery)
                guard !Task.isCancelled else { throw .timedOut }
                height = try await self.height()
            }
            try await refreshByItself(false)
            guard height + Self.blocksAtOnce >= target else { return height }
        }
        // Also where it seems to be at the end: another block may have taken the last one's place. One refresh may stop at
        // the place where the chain parted, and the next one goes on from there.
        while true {
            _ = try await asking { rpc throws(MoneroRPC.Failure) in try await rpc.call("refresh") }
            height = try await self.height()
            guard height < target, ContinuousClock.now < deadline else { return height }
            try? await Task.sleep(for: Self.lookEvery)
            guard !Task.isCancelled else { throw .timedOut }
        }
    }

    private func refreshByItself(_ isOn: Bool) async throws(CoinFailure) {
        try await asking { rpc throws(MoneroRPC.Failure) in try await rpc.refreshByItself(isOn) }
    }

    private func height() async throws(CoinFailure) -> UInt64 {
        try await asking { rpc throws(MoneroRPC.Failure) in try await rpc.call("get_height", as: Height.self) }.height
    }

    private func accounts(
        _ balances: Balances,
        atLeast count: UInt32
    ) async throws(CoinFailure) -> [CoinReading.Account] {
        let found = try await asking { rpc throws(MoneroRPC.Failure) in
            var found = try await rpc.call("get_accounts", as: Accounts.self)
            // A file that was made again has forgotten those in which nothing arrived.
            for _ in found.subaddress_accounts.count..<max(Int(count), found.subaddress_accounts.count) {
                _ = try await rpc.call("create_account", as: OpenedAccount.self)
                found = try await rpc.call("get_accounts", as: Accounts.self)
            }
            return found
        }
        return found.subaddress_accounts.map { account in
            let parts = (balances.per_subaddress ?? []).filter { $0.account_index == account.account_index }
            return CoinReading.Account(
                index: account.account_index,
                address: account.base_address,
                received: CoinAmount(account.balance),
                unlocked: CoinAmount(account.unlocked_balance),
                blocksToUnlock: parts.map(\.blocks_to_unlock).max() ?? 0
            )
        }
    }

    /// Asks the program; one that does not answer in time is ended, and another takes its place.
    func asking<Answer: Sendable>(
        _ work: (MoneroRPC) async throws(MoneroRPC.Failure) -> Answer
    ) async throws(CoinFailure) -> Answer {
        guard let session = program.session else { throw .notRunning }
        do {
            return try await work(session.rpc)
        } catch {
            switch error {
            case .fault(let fault): throw .refused(code: fault.code)
            case .unreadable(let status): throw .refused(code: status)
            case .unreachable, .broken: throw .notRunning
            case .timedOut:
                open.withLock { $0 = nil }
                await program.end(session)
                throw .timedOut
            }
        }
    }
}

/// The bytes of 64 hexadecimal digits.
private func hexadecimal(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
        // Text of these bytes alone is read, so that no sign slips in.
        guard digits[index..<index + 2].allSatisfy({ ($0 >= 48 && $0 < 58) || ($0 | 32 >= 97 && $0 | 32 < 103) }),
            let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(byte)
    }
    return bytes
}
