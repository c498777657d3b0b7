import Crypto
package import Family
import Linux
import Synchronization
import Work

/// Payments out of wallets that the hub made.
///
/// The words are in the program's memory, and sealed under a password of the moment in a file, for the seconds of one
/// call: the file that reads makes the payment, the other one signs it (Monero's cold signing). So no file that spends is
/// kept, and none has to read the chain.
extension MoneroWallet {
    /// Of files that are there for one call.
    private static let moment = "moment"
    /// Why the program makes no payment, by its own numbers (`wallet_rpc_server_error_codes.h`).
    private static let notEnoughMoney = -17
    private static let notEnoughUnlocked = -37
    private static let amountZero = -46
    private static let addressWrong = -2
    private static let wordCount = 25
    /// In which a wallet is read up to the last block before it pays.
    private static let patience = Duration.seconds(60)

    package func make() async throws(CoinFailure) -> CoinWords {
        try await turns.alone { () async throws(CoinFailure) -> CoinWords in
            try await inMoment { name, password throws(CoinFailure) in
                let making = WalletToMake(filename: name, password: password)
                _ = try await asking { rpc throws(MoneroRPC.Failure) in try await rpc.call("create_wallet", making) }
                return try await words()
            }
        }
    }

    package func restore(_ words: String) async throws(CoinFailure) -> CoinWords {
        let seed = Self.plain(words)
        guard seed.split(separator: " ").count == Self.wordCount else { throw .wordsInvalid }
        return try await turns.alone { () async throws(CoinFailure) -> CoinWords in
            try await inMoment { name, password throws(CoinFailure) in
                try await restore(seed, to: name, password)
                return try await self.words()
            }
        }
    }

    /// Words in lower case with one space between, as they were shown.
    package static func plain(_ words: String) -> String {
        words.lowercased().split { $0.isWhitespace || $0 == "," }.joined(separator: " ")
    }

    package func prepare(
        _ order: CoinOrder,
        from file: CoinFile,
        upTo height: UInt64
    ) async throws(CoinFailure) -> CoinPreparation {
        try await turns.alone { () async throws(CoinFailure) -> CoinPreparation in
            try await openFile(file)
            guard try await catchUp(to: height, within: Self.patience) >= height else { throw .timedOut }
            let outputs = try await asking { rpc throws(MoneroRPC.Failure) in
                try await rpc.call("export_outputs", AllOfThem(), as: Outputs.self)
            }
            return try await inMoment { name, password throws(CoinFailure) in
                try await restore(order.words, to: name, password)
                let images = try await asking { rpc throws(MoneroRPC.Failure) in
                    _ = try await rpc.call("import_outputs", outputs)
                    return try await rpc.call("export_key_images", AllOfThem(), as: Images.self)
                }
                try await openFile(file)
                try await importImages(images.images, of: file)
                let payment: Result<PreparedCoins, CoinFailure>
                do throws(CoinFailure) {
                    let unsigned = try await transfer(order)
                    try await open(name, password)
                    payment = .success(try await sign(unsigned))
                } catch {
                    payment = .failure(error)
                }
                return CoinPreparation(images: images.images, payment: payment)
            }
        }
    }

    /// Signs a payment by the file that is open, which has the words.
    private func sign(_ unsigned: UnsignedTransfer) async throws(CoinFailure) -> PreparedCoins {
        let signing = TransferToSign(unsigned_txset: unsigned.unsigned_txset)
        let signed = try await asking { rpc throws(MoneroRPC.Failure) in
            try await rpc.call("sign_transfer", signing, as: SignedTransfer.self)
        }
        // An amount that takes more than one transaction is more than 100 outputs; it is asked for in parts.
        guard signed.tx_hash_list.count == 1, signed.tx_key_list.count == 1, signed.tx_raw_list.count == 1
        else { throw .refused(code: 0) }
        return PreparedCoins(
            hash: signed.tx_hash_list[0],
            key: signed.tx_key_list[0],
            transaction: signed.tx_raw_list[0],
            fee: CoinAmount(unsigned.fee)
        )
    }

    /// Makes a payment out of the file that is open, which cannot sign it.
    private func transfer(_ order: CoinOrder) async throws(CoinFailure) -> UnsignedTransfer {
        guard order.amount > .zero else { throw .amountTooSmall }
        let making = TransferToMake(
            destinations: [TransferToMake.Destination(amount: order.amount.units, address: order.address)],
            account_index: order.account
        )
        do {
            return try await asking { rpc throws(MoneroRPC.Failure) in
                try await rpc.call("transfer", making, as: UnsignedTransfer.self)
            }
        } catch {
            switch error {
            case .refused(code: Self.amountZero): throw .amountTooSmall
            case .refused(code: Self.addressWrong): throw .addressInvalid
            case .refused(code: Self.notEnoughMoney), .refused(code: Self.notEnoughUnlocked):
                let asked = BalanceToAsk(account_index: order.account)
                let balance = try await asking { rpc throws(MoneroRPC.Failure) in
                    try await rpc.call("get_balance", asked, as: AccountBalance.self)
                }
                throw .notEnough(
                    available: CoinAmount(balance.unlocked_balance),
                    blocksToUnlock: balance.blocks_to_unlock
                )
            default: throw error
            }
        }
    }

    /// Tells the file that is open which of its outputs are spent.
    ///
    /// The program does so with a node that it trusts alone, so that it trusts it for this call. One that may trust it still
    /// is ended: what runs next trusts none.
    func importImages(_ images: CoinImages, of file: CoinFile) async throws(CoinFailure) {
        guard !images.images.isEmpty else { return }
        try await trust(true)
        let failure: CoinFailure?
        do throws(CoinFailure) {
            _ = try await asking { rpc throws(MoneroRPC.Failure) in
                try await rpc.call("import_key_images", Images(images))
            }
            failure = nil
        } catch {
            failure = error
        }
        try await trust(false)
        if let failure { throw failure }
        imported.withLock { $0[file.name] = images.images.count }
    }

    private func trust(_ isTrusted: Bool) async throws(CoinFailure) {
        guard let session = program.session else { throw .notRunning }
        let ssl = nodeAddress.hasPrefix("https://") ? "enabled" : "disabled"
        let node = NodeToTrust(address: nodeAddress, trusted: isTrusted, ssl_support: ssl)
        do {
            _ = try await asking { rpc throws(MoneroRPC.Failure) in try await rpc.call("set_daemon", node) }
        } catch {
            open.withLock { $0 = nil }
            await program.end(session)
            throw error
        }
    }

    package func relay(_ transaction: String, hash: String) async -> CoinRelay {
        await monero.relay(transaction, hash: hash)
    }

    package func find(_ hash: String) async -> CoinFinding? { await monero.find(hash) }

    package func openAccount(in file: CoinFile) async throws(CoinFailure) -> CoinPlace {
        try await turns.alone { () async throws(CoinFailure) -> CoinPlace in
            try await openFile(file)
            let opened = try await asking { rpc throws(MoneroRPC.Failure) in
                let opened = try await rpc.call("create_account", as: OpenedAccount.self)
                _ = try await rpc.call("store")
                return opened
            }
            return CoinPlace(index: opened.account_index, address: opened.address)
        }
    }

    package func openAddress(
        in file: CoinFile,
        account: UInt32,
        after last: UInt32
    ) async throws(CoinFailure) -> CoinPlace {
        try await turns.alone { () async throws(CoinFailure) -> CoinPlace in
            try await openFile(file)
            while true {
                let opened = try await asking { rpc throws(MoneroRPC.Failure) in
                    try await rpc.call("create_address", AccountToAsk(account_index: account), as: OpenedAddress.self)
                }
                // A file that was made again has forgotten those that were opened before.
                guard opened.address_index <= last else {
                    return CoinPlace(index: opened.address_index, address: opened.address)
                }
            }
        }
    }

    package func check(address: String) async throws(CoinFailure) {
        guard let read = MoneroAddress(address) else { throw .addressInvalid }
        let expected: CoinNetwork = network == .local ? .main : network
        guard read.network == expected else { throw .addressElsewhere(read.network) }
        let isValid = try await turns.alone { () async throws(CoinFailure) -> Bool in
            try await asking { rpc throws(MoneroRPC.Failure) in
                try await rpc.call("validate_address", AddressToCheck(address: address), as: CheckedAddress.self)
            }.valid
        }
        guard isValid else { throw .addressInvalid }
    }

    package func paid(_ hash: String, key: String, to address: String) async throws(CoinFailure) -> CoinAmount {
        let asked = TransferToCheck(txid: hash, tx_key: key, address: address)
        return try await turns.alone { () async throws(CoinFailure) -> CoinAmount in
            let checked = try await asking { rpc throws(MoneroRPC.Failure) in
                try await rpc.call("check_tx_key", asked, as: CheckedTransfer.self)
            }
            return CoinAmount(checked.received)
        }
    }

    // MARK: Files of a moment

    /// Does something with a file that is gone afterwards, however that ends; its name and password are new.
    private func inMoment<Answer: Sendable>(
        _ work: (_ name: String, _ password: String) async throws(CoinFailure) -> Answer
    ) async throws(CoinFailure) -> Answer {
        guard program.session != nil else { throw .notRunning }
        try await closeAny()
        open.withLock { $0 = nil }
        let name = Self.moment + hexadecimal(SecureRandom.bytes(16))
        let outcome: Result<Answer, CoinFailure>
        do throws(CoinFailure) {
            outcome = .success(try await work(name, hexadecimal(SecureRandom.bytes(32))))
        } catch {
            outcome = .failure(error)
        }
        // The file that reads may be open by now, and stays so.
        if open.withLock({ $0 == nil }) { await dropOpen() }
        do {
            for suffix in ["", ".keys", ".address.txt"] { try Folders.remove(place.walletFolder + "/" + name + suffix) }
        } catch {
            throw .refused(code: 0)
        }
        return try outcome.get()
    }

    /// Closes the file of the moment without writing it; a program that does not is ended.
    private func dropOpen() async {
        guard let session = program.session else { return }
        do throws(MoneroRPC.Failure) {
            _ = try await session.rpc.call("close_wallet", Closing(autosave_current: false))
        } catch {
            // None is open.
            if case .fault(let fault) = error, fault.code == Self.walletMissing { return }
            await program.end(session)
        }
    }

    private func restore(_ words: String, to name: String, _ password: String) async throws(CoinFailure) {
        let wallet = WalletToRestore(filename: name, password: password, seed: words)
        do {
            _ = try await asking { rpc throws(MoneroRPC.Failure) in
                try await rpc.call("restore_deterministic_wallet", wallet)
            }
        } catch .refused(code: -1) {
            throw .wordsInvalid
        }
    }

    private func open(_ name: String, _ password: String) async throws(CoinFailure) {
        try await closeAny()
        open.withLock { $0 = nil }
        _ = try await asking { rpc throws(MoneroRPC.Failure) in
            try await rpc.call("open_wallet", FileToOpen(filename: name, password: password))
        }
    }

    /// The words and keys of the wallet that is open.
    private func words() async throws(CoinFailure) -> CoinWords {
        try await asking { rpc throws(MoneroRPC.Failure) in
            let words = try await rpc.call("query_key", KeyToAsk(key_type: "mnemonic"), as: AskedKey.self).key
            let viewKey = try await rpc.call("query_key", KeyToAsk(key_type: "view_key"), as: AskedKey.self).key
            let address = try await rpc.call("get_address", AccountToAsk(account_index: 0), as: AskedAddress.self)
            return CoinWords(words: words, keys: CoinViewKeys(address: address.address, viewKey: viewKey))
        }
    }
}

/// Bytes in hexadecimal digits.
private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
