import Bus
import Crypto
package import Family
import Languages
import Messaging
import SQL
import Storage

/// What a code by text is to open.
package enum CodePurpose: String, CaseIterable, Sendable {
    case register
    case login
    case recover
    /// That a member has this number from now on; asked for by them alone.
    case phone
}

/// What somebody asks a code for.
package struct CodeRequest: Sendable {
    package var phone: String
    /// The region that a number without country code is read in, such as "CH".
    package var region: String?
    package var purpose: CodePurpose
    package var invite: String?
    /// The code that the console showed at the first start.
    package var claim: String?

    package init(
        phone: String,
        region: String? = nil,
        purpose: CodePurpose,
        invite: String? = nil,
        claim: String? = nil
    ) {
        self.phone = phone
        self.region = region
        self.purpose = purpose
        self.invite = invite
        self.claim = claim
    }
}

/// The answer to whoever asked for a code: the same whether or not one was sent (S15).
package struct CodeTicket: Sendable {
    /// Names the request when the code is used; a secret of the asker.
    package var id: String
    package var expiresAt: Timestamp
    package var resendAfterSeconds: Int
    /// False on a hub that sends no texts: the code waits in its outbox.
    package var isTexted: Bool
}

/// What proves that somebody holds a number: the request's name and the code of the text.
package struct CodeProof: Sendable {
    package var verification: String
    package var code: String

    package init(verification: String, code: String) {
        self.verification = verification
        self.code = code
    }
}

extension Hub {
    /// How long a code opens something (S5).
    private static let codeMilliseconds: Int64 = 300_000
    /// So many wrong codes kill a request (S5).
    private static let checksMax = 5

    /// Sends a code to a number where it may have one, and answers the same where it may not (S9, S15).
    ///
    /// Throws `PhoneRefusal`, `CodeRefusal`, or `StorageError`.
    package func requestCode(_ request: CodeRequest, from origin: RequestOrigin) async throws -> CodeTicket {
        let phone = try phoneNumber(request.phone, region: request.region)
        let now = outside.now()
        let id = ID<CodeTicket>(uuid: outside.random(16)).text
        let code = SecureRandom.digits(6)
        let hasClaim = request.claim.map { isClaim($0, now: now) } ?? false
        let row = verification(id, phone, request.purpose, hasClaim, origin, now: now)
        let sending = Sending(
            codeHash: vault.hash(code: code, ofVerification: row.idHash),
            code: message(.text, to: phone, codeText(code, request.purpose).text(in: origin.language)),
            hint: message(.text, to: phone, memberAlreadyText.text(in: origin.language)),
            mayText: maySendCode(to: phone, hasClaim: hasClaim),
            isOpen: hasClaim || settings.registration == .open,
            // From a network that guessed too often no invite counts, and the answer is the same.
            invite: request.invite.flatMap { try? guess($0, from: origin) }
        )
        let (limits, devices) = (settings.codes, deviceHashes(of: origin))
        let (pause, told, isRow) = try await database.transaction { transaction -> (Int64, [ID<Member>]?, Bool) in
            var row = row
            row.isKnown = try self.isKnown(row.phoneLookup, among: devices, request.purpose, in: transaction)
            try limits.check(transaction, row, now: now)
            let told = try self.send(sending, for: &row, purpose: request.purpose, in: transaction, now: now)
            try transaction.addVerification(row)
            let since = now.advanced(byMilliseconds: -600_000)
            let times = try transaction.verifications(
                phoneLookup: row.phoneLookup,
                isKnown: row.isKnown,
                since: since
            )
            let isRow = try self.completesRow(row, in: transaction)
            return (limits.pauseSeconds(after: times, now: now), told, isRow)
        }
        if let told {
            _ = wrongGuess(from: origin)
            bus.publish(told.map { .notice($0) })
        }
        if isRow { try await warnOfNumbersInARow(from: origin) }
        ringOutbox()
        return CodeTicket(id: id, expiresAt: row.expiresAt, resendAfterSeconds: Int(pause), isTexted: canText)
    }

    /// Whether a number's member asks in a browser that they are known in; who has a number yet to prove is a stranger.
    private func isKnown(
        _ lookup: [UInt8],
        among devices: [[UInt8]],
        _ purpose: CodePurpose,
        in transaction: Transaction
    ) throws -> Bool {
        guard purpose == .login || purpose == .recover, let member = try transaction.member(phoneLookup: lookup) else {
            return false
        }
        return try transaction.knownDevice(among: devices, of: member.id) != nil
    }

    /// What may go out to a number, and what decides on it.
    private struct Sending: Sendable {
        let codeHash: [UInt8]
        let code: OutboxRow
        let hint: OutboxRow
        /// Whether the hub texts to where the number is from (S9).
        let mayText: Bool
        /// Whether anybody may register.
        let isOpen: Bool
        let invite: InviteSecret?
    }

    /// Sends a number what it may have; answers who is to be told of a wrong invite, nil where none was wrong.
    private func send(
        _ sending: Sending,
        for row: inout VerificationRow,
        purpose: CodePurpose,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [ID<Member>]? {
        let member = try transaction.member(phoneLookup: row.phoneLookup)
        guard member?.disabledAt == nil else { return nil }
        var told: [ID<Member>]?
        switch (purpose, member) {
        case (.register, nil):
            if let secret = sending.invite {
                let opened = try open(secret, phone: row.phoneLookup, in: transaction, now: now)
                row.invite = opened.invite?.id
                told = opened.invite == nil ? opened.told : nil
            }
            guard try sending.isOpen || mayText(row, in: transaction) else { return told }
            fallthrough
        case (.phone, nil):
            // Until a change of number stands, its old one may come back.
            guard try !transaction.isKept(phoneLookup: row.phoneLookup, now: now) else { return told }
        case (.register, .some), (.phone, .some):
            if sending.mayText { try transaction.addMessage(sending.hint) }
            return nil
        case (.login, nil), (.recover, nil): return nil
        case (.login, .some), (.recover, .some): break
        }
        guard sending.mayText else { return told }
        row.codeHash = sending.codeHash
        try transaction.addMessage(sending.code)
        return told
    }

    /// Whether a live invite makes a number one that may be texted (S9); one that is for anybody does so for few.
    private func mayText(_ row: VerificationRow, in transaction: Transaction) throws -> Bool {
        guard let invite = row.invite else { return false }
        let numbers = try transaction.numbersAsked(invite: invite)
        return numbers.contains(row.phoneLookup) || numbers.count < Hub.numbersPerInvite
    }

    private static let numbersPerInvite = 3

    /// The request whose code this is, not yet used up; a wrong code is counted.
    ///
    /// Throws `CodeRefusal.wrongCode` alike for a wrong code, one that ran out, one for something else, one of another
    /// browser, and for a number that was sent none.
    func check(_ proof: CodeProof, for purpose: CodePurpose, from origin: RequestOrigin) async throws -> VerificationRow
    {
        let now = outside.now()
        let idHash = vault.hash(token: Array(proof.verification.utf8)).bytes
        let browserHash = origin.browser.map { self.vault.hash(token: Array($0.utf8)).bytes }
        let code = proof.code.filter { !$0.isWhitespace }
        let vault = vault
        // A wrong code is counted, so it must commit: the refusal comes out as a value.
        let outcome = try await database.transaction { transaction -> Result<VerificationRow, CodeRefusal> in
            guard let row = try transaction.verification(idHash), row.purpose == purpose.rawValue,
                row.isOpen(now: now, checksMax: Hub.checksMax),
                row.browserHash == nil || row.browserHash == browserHash
            else { return .failure(.wrongCode) }
            guard vault.isRight(code: code, ofVerification: idHash, hash: row.codeHash) else {
                try transaction.countWrongCode(idHash)
                return .failure(.wrongCode)
            }
            return .success(row)
        }
        if case .failure = outcome { note(.codeRefused, from: origin, about: purpose.rawValue) }
        return try outcome.get()
    }

    /// Uses a checked request up in the transaction that does what it was for; refused where another was faster.
    func use(_ row: VerificationRow, in transaction: Transaction, now: Timestamp) throws {
        guard try transaction.verification(row.idHash)?.isOpen(now: now, checksMax: Hub.checksMax) ?? false else {
            throw CodeRefusal.wrongCode
        }
        try transaction.useVerification(row.idHash, now: now)
    }

    private func verification(
        _ id: String,
        _ phone: PhoneNumber,
        _ purpose: CodePurpose,
        _ claim: Bool,
        _ origin: RequestOrigin,
        now: Timestamp
    ) -> VerificationRow {
        let idHash = vault.hash(token: Array(id.utf8)).bytes
        var row = VerificationRow(
            idHash: idHash,
            purpose: purpose.rawValue,
            phoneLookup: vault.lookup(phone),
            phoneSealed: vault.seal(phone, ofVerification: idHash),
            codeHash: nil,
            browserHash: origin.browser.map { vault.hash(token: Array($0.utf8)).bytes },
            networkHash: vault.hash(network: origin.network),
            claim: claim,
            createdAt: now,
            expiresAt: now.advanced(byMilliseconds: Hub.codeMilliseconds)
        )
        row.blockHash = vault.hash(blockOf: phone)
        return row
    }

    private func message(_ channel: Channel, to phone: PhoneNumber, _ text: String) -> OutboxRow {
        message(channel, to: phone.e164, text, worthMilliseconds: Hub.codeMilliseconds)
    }

    /// The text of S10: its last line lets a phone offer the code to this hub's own page and to no other.
    private func codeText(_ code: String, _ purpose: CodePurpose) -> [Phrase] {
        let use: Phrase =
            switch purpose {
            case .register: "Hearth: \(code) is your code to join. Valid for 5 minutes."
            case .login: "Hearth: \(code) is your code to log in. Valid for 5 minutes."
            case .recover: "Hearth: \(code) is your code to recover your account. Valid for 5 minutes."
            case .phone: "Hearth: \(code) is your code to move your account to this number. Valid for 5 minutes."
            }
        return [use, "Never share it. Hearth never asks for it.", "", "@\(settings.host) #\(code)"]
    }

    private var memberAlreadyText: [Phrase] {
        ["Hearth: you already have an account.", "Log in instead. Not you? There is nothing to do."]
    }
}

extension VerificationRow {
    /// Whether its code may still open something.
    fileprivate func isOpen(now: Timestamp, checksMax: Int) -> Bool {
        now < expiresAt && checks < checksMax && usedAt == nil && replacedAt == nil
    }
}

extension HubSettings {
    /// The host that pages are read from, without scheme and port.
    var host: String {
        guard let start = publicURL.firstRange(of: "://")?.upperBound else { return "localhost" }
        let authority = publicURL[start...].prefix { $0 != "/" }
        guard authority.hasPrefix("[") else { return String(authority.prefix { $0 != ":" }) }
        return String(authority.prefix { $0 != "]" }) + "]"
    }
}

extension ID {
    /// An identity of 122 random bits (RFC 9562, 5.4), from sixteen.
    init(uuid random: [UInt8]) {
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(
            high: word(random.prefix(8)) & ~0xF000 | 0x4000,
            low: word(random.dropFirst(8).prefix(8)) & ~(0b11 << 62) | 0b10 << 62
        )
    }
}
