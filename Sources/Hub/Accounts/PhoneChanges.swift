import Bus
import Crypto
package import Family
import Languages
import Messaging
import SQL
import Storage
import Synchronization

/// A change of number that may still be undone.
package struct PhoneChangeInfo: Sendable {
    /// The number before; nil where it cannot be read any more.
    package var oldPhone: PhoneNumber?
    package var changedAt: Timestamp
    package var undoUntil: Timestamp
}

extension Hub {
    /// How long whoever has the old number may undo a change (S13).
    static let phoneUndoMilliseconds: Int64 = 72 * 3_600_000

    /// Texts a code to the number that a member wants to have from now on.
    ///
    /// The answer is the same where the number is another member's already, who is told (S15). Throws `ProofRefusal`,
    /// `PhoneRefusal`, `PhoneChangeRefusal`, `CodeRefusal`, or `StorageError`.
    package func requestPhoneCode(
        of caller: AuthenticatedSession,
        to phone: String,
        region: String? = nil,
        from origin: RequestOrigin
    ) async throws -> CodeTicket {
        try await requireRecentProof(caller)
        let number = try phoneNumber(phone, region: region)
        let lookup = vault.lookup(number)
        let now = outside.now()
        try await database.read { transaction in
            guard let row = try transaction.member(caller.member) else { throw MemberRefusal.notFound }
            guard row.phoneLookup != lookup else { throw PhoneChangeRefusal.sameNumber }
            try transaction.refusePhoneChange(of: row, now: now)
        }
        let request = CodeRequest(phone: phone, region: region, purpose: .phone)
        let ticket = try await requestCode(request, from: origin.asMember(caller.member))
        let (member, vault) = (caller.member, vault)
        try await database.transaction {
            try $0.note(number.e164, of: member, isProved: false, vault: vault, now: now)
        }
        return ticket
    }

    /// Gives a member the number that a code of `requestPhoneCode` proved, and answers a new session in place of the
    /// one that asked (S13, S17).
    ///
    /// Every session is told, and so is the old number, by a text whose link undoes the change for three days. Throws
    /// `ProofRefusal`, `PhoneChangeRefusal`, `CodeRefusal`, `MemberRefusal.phoneTaken`, `SafetyRefusal` while something
    /// runs, or `StorageError`.
    package func changePhone(
        of caller: AuthenticatedSession,
        by proof: CodeProof,
        endingOthers: Bool,
        from origin: RequestOrigin
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        try await requireRecentProof(caller)
        // Recipients are told to call that number, and a session that is ended may be the one of the phone on the way (F32).
        try await requirePIN(caller)
        guard let row = try await database.read({ try $0.member(caller.member) }) else {
            throw MemberRefusal.notFound
        }
        let request = try await check(proof, for: .phone, from: origin.asMember(row.id))
        guard let key = dataKey(of: row),
            let phone = vault.phone(request.phoneSealed, ofVerification: request.idHash)
        else { throw CodeRefusal.wrongCode }
        let sealed = key.seal(Array(phone.e164.utf8), additional: Vault.Purpose.phone.binding(row.id.bytes))
        let (now, token) = (outside.now(), newToken())
        let notice = notice(.phoneChanged, for: row.id)
        let news = phoneChangedMessage(token, to: row)
        let session = newSession(for: row.id, isShared: caller.isShared)
        let tokenHash = vault.hash(token: Array(token.utf8)).bytes
        let (ended, done) = try await database.transaction { transaction -> ([ID<Session>], SafetyPostCommit?) in
            try self.use(request, in: transaction, now: now)
            try transaction.movePhone(of: row.id, to: (request.phoneLookup, sealed), tokenHash, now: now)
            try transaction.noteAddresses(of: row.id, vault: self.vault, now: now)
            // It was asked for from the old number.
            _ = try transaction.removeRecovery(of: row.id)
            if endingOthers {
                try transaction.forgetDevices(of: row.id)
                try transaction.endOpenLinks(of: row.id, now: now)
            }
            let ended = try transaction.sessions(of: row.id).map(\.id)
                .filter { endingOthers || $0 == caller.session }
            for session in ended { _ = try transaction.endSession(session, of: row.id) }
            try transaction.addNotice(notice)
            if let news { try transaction.addMessage(news) }
            let words = row.phoneLookup == nil ? self.phoneConfirmedText : self.phoneMovedText
            try self.addMailNews(words, to: row, in: transaction)
            return (ended, try self.add(session, inPlaceOf: caller, in: transaction))
        }
        if let done { finish(done) }
        if let lookup = row.phoneLookup { logInThrottle.withLock { $0.forget(lookup, from: []) } }
        forgetSessions(Set(ended))
        bus.publish([.notice(row.id), .connections(viewer: row.id)])
        note(.phoneChanged, row.id, from: origin)
        ringOutbox()
        return (session.caller, session.token)
    }

    /// Brings back the number that a member had before, by the link that was texted there; no session is needed.
    ///
    /// All sessions end and browsers are new again, and what was set up since to prove who the member is, is gone: it
    /// may be a thief's. Throws `PhoneChangeRefusal.noChange`, or `StorageError`.
    package func undoPhoneChange(token: String, from origin: RequestOrigin) async throws {
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        let (member, new, ended) = try await database.transaction {
            transaction -> (ID<Member>, [UInt8]?, [ID<Session>]) in
            guard let change = try transaction.phoneChange(tokenHash: hash, now: now),
                let row = try transaction.member(change.member), row.disabledAt == nil
            else { throw PhoneChangeRefusal.noChange }
            try transaction.setPhone(row.id, lookup: change.oldPhoneLookup, sealed: change.oldPhoneSealed)
            try transaction.removePhoneChange(of: row.id)
            if let lookup = row.phoneLookup { try transaction.removeLogInFailures(startingWith: lookup) }
            try transaction.removeProofs(of: row.id, since: change.changedAt)
            try transaction.dropUselessRecoveryCodes(of: row)
            _ = try transaction.removeRecovery(of: row.id)
            try transaction.removePINReset(of: row.id)
            try transaction.removeLinks(of: row.id)
            try transaction.forgetDevices(of: row.id)
            try transaction.endOpenLinks(of: row.id, now: now)
            let ended = try transaction.sessions(of: row.id).map(\.id)
            for session in ended { _ = try transaction.endSession(session, of: row.id) }
            try transaction.addNotice(self.notice(.phoneChangeUndone, for: row.id))
            for phone in [row, try transaction.member(row.id) ?? row].compactMap(self.phone) {
                let text = self.phoneUndoneText.text(in: row.reads)
                try transaction.addMessage(
                    self.message(.text, to: phone.e164, text, worthMilliseconds: Hub.newsMilliseconds)
                )
            }
            try self.addMailNews(self.phoneUndoneText, to: row, in: transaction)
            return (row.id, row.phoneLookup, ended)
        }
        if let new { logInThrottle.withLock { $0.forget(new, from: []) } }
        forgetSessions(Set(ended))
        bus.publish([.connections(viewer: member)])
        note(.phoneChangeUndone, member, from: origin)
        ringOutbox()
    }

    /// A member's last change of number while it may be undone; nil without one.
    func phoneChange(of row: MemberRow, in transaction: Transaction) throws -> PhoneChangeInfo? {
        guard let change = try transaction.phoneChange(of: row.id), outside.now() < change.undoUntil else { return nil }
        var before = row
        before.phoneSealed = change.oldPhoneSealed
        return PhoneChangeInfo(
            oldPhone: phone(of: before),
            changedAt: change.changedAt,
            undoUntil: change.undoUntil
        )
    }

    /// What tells the old number, where there is one.
    private func phoneChangedMessage(_ token: String, to row: MemberRow) -> OutboxRow? {
        phone(of: row).map { old in
            let words = phoneChangedText(token).text(in: row.reads)
            return message(.text, to: old.e164, words, worthMilliseconds: Hub.phoneUndoMilliseconds)
        }
    }

    private func phoneChangedText(_ token: String) -> [Phrase] {
        [
            "Hearth: your number was changed. This one no longer logs you in.", "Not you? Undo within 3 days:",
            "\(settings.publicURL)/number-back#link=\(token)",
        ]
    }

    private var phoneMovedText: [Phrase] {
        ["Hearth: your number was changed.", "Not you? Use the link sent to the old number within 3 days."]
    }

    private var phoneConfirmedText: [Phrase] {
        ["Hearth: a code confirmed your account's phone number.", "Not you? Log in and change your password."]
    }

    private var phoneUndoneText: [Phrase] {
        [
            "Hearth: your old number is back. Every device was logged out.",
            "Log in and change your password. If it no longer works, recover your account on the login page.",
        ]
    }
}

extension RequestOrigin {
    /// The same place, with the member in place of the browser: limits count what a member asks for in all sessions
    /// together, and nobody else can use the code.
    fileprivate func asMember(_ member: ID<Member>) -> RequestOrigin {
        RequestOrigin(network: network, browser: "member \(member.text)", devices: devices, language: language)
    }
}

extension Transaction {
    /// Refuses whose number may not be changed now.
    fileprivate func refusePhoneChange(of row: MemberRow, now: Timestamp) throws {
        guard row.hasOwnNumber || !row.isChild(now: now) else { throw PhoneChangeRefusal.guardianDecides }
        guard let change = try phoneChange(of: row.id), now < change.undoUntil else { return }
        // Otherwise the number before that would have no undo.
        let seconds = (change.undoUntil.milliseconds(since: now) + 999) / 1_000
        throw PhoneChangeRefusal.waiting(retryAfterSeconds: Int(seconds))
    }

    /// Gives a member a number, and keeps the old one for an undo by the token with this hash.
    fileprivate func movePhone(
        of id: ID<Member>,
        to new: (lookup: [UInt8], sealed: [UInt8]),
        _ tokenHash: [UInt8],
        now: Timestamp
    ) throws {
        guard let row = try member(id) else { throw MemberRefusal.notFound }
        try refusePhoneChange(of: row, now: now)
        guard try member(phoneLookup: new.lookup) == nil, try !isKept(phoneLookup: new.lookup, now: now) else {
            throw MemberRefusal.phoneTaken
        }
        try setPhone(id, lookup: new.lookup, sealed: new.sealed)
        guard let lookup = row.phoneLookup, let sealed = row.phoneSealed else { return }
        try removeLogInFailures(startingWith: lookup)
        try setPhoneChange(
            PhoneChangeRow(
                member: id,
                tokenHash: tokenHash,
                oldPhoneLookup: lookup,
                oldPhoneSealed: sealed,
                changedAt: now,
                undoUntil: now.advanced(byMilliseconds: Hub.phoneUndoMilliseconds)
            )
        )
    }
}
