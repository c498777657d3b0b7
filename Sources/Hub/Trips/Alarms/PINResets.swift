import Bus
package import Family
import Languages
import Messaging
import SQL
import Storage

/// New PINs that a member asked for without the present one.
package struct PINReset: Hashable, Sendable {
    package var requestedAt: Timestamp
    /// They apply from then on, or once the trip or alarm that runs then has ended.
    package var readyAt: Timestamp
}

/// A member without the present PIN sets new ones after a day, and can be stopped until then (F68).
///
/// Anybody with the unlocked phone and the password can ask for it, so every session, the number and the mail are told
/// at once, and each of them can cancel it.
extension Hub {
    private static let pinResetMilliseconds: Int64 = 86_400_000
    private static let pinResetRetrySeconds: Int64 = 30
    private static let pinResetsAtOnce = 256

    /// The request that waits; nil without one.
    package func pinReset(of member: ID<Member>) async throws -> PINReset? {
        try await database.read { try $0.pinReset(of: member) }
            .map { PINReset(requestedAt: $0.requestedAt, readyAt: $0.readyAt) }
    }

    /// Asks for new PINs; without a second one, the one that there is stays, and nothing shows whether there is one (F30).
    ///
    /// Throws `ProofRefusal` without a proof of the last five minutes, `SafetyRefusal.pinsUnusable`, `.pinsNotSet`,
    /// `.pinResetWaits` where a request waits already, `.pinResetTooOften` after three in a day, `.busy`, or
    /// `StorageError`.
    package func requestPINReset(
        of caller: AuthenticatedSession,
        pin: String,
        duress: String?,
        from origin: RequestOrigin = RequestOrigin()
    ) async throws {
        try await requireRecentProof(caller)
        guard areUsable(pin, duress) else { throw SafetyRefusal.pinsUnusable }
        let hashes = try await hashedPINs(pin, duress ?? newToken())
        let (member, now) = (caller.member, safetyNow)
        let reset = PINResetRow(
            member: member,
            pinHash: hashes.first,
            duressHash: hashes.second,
            requestedAt: now,
            readyAt: now.advanced(byMilliseconds: Hub.pinResetMilliseconds)
        )
        try await database.transaction { transaction in
            guard let row = try transaction.member(member), let present = try transaction.safetyPIN(of: member) else {
                throw SafetyRefusal.pinsNotSet
            }
            // What changes the second one meanwhile ends the request.
            var kept = reset
            if duress == nil { kept.duressHash = present.duressHash }
            try self.addPINReset(
                kept,
                .pinResetRequested,
                "Hearth: a new PIN was requested. It applies in 24 hours.",
                to: row,
                in: transaction
            )
        }
        bus.publish([.notice(member)])
        ringOutbox()
        note(.pinResetRequested, member, from: origin)
    }

    /// Has new PINs wait, and tells every session, the number and the mail, each of which can cancel them.
    func addPINReset(
        _ reset: PINResetRow,
        _ kind: NoticeKind,
        _ phrase: Phrase,
        to row: MemberRow,
        in transaction: Transaction
    ) throws {
        guard try transaction.pinReset(of: row.id) == nil else { throw SafetyRefusal.pinResetWaits }
        // Asking and cancelling in turn must not flood a phone with texts, nor keep the owner from a first PIN (F93).
        let isFirst = kind == .firstPINWaits
        let seconds = pinResetBudget.retryAfterSeconds(row.id, now: reset.requestedAt)
        if let seconds, !isFirst { throw SafetyRefusal.pinResetTooOften(retryAfterSeconds: seconds) }
        let token = newToken()
        try transaction.addPINReset(reset, tokenHash: vault.hash(token: Array(token.utf8)).bytes)
        guard seconds == nil else { return try transaction.addNotice(notice(kind, for: row.id)) }
        let link = "\(settings.publicURL)/pin-reset#link=\(token)"
        try tellEverywhere(kind, [phrase, "Not you? Cancel it: \(link)"], to: row, in: transaction)
    }

    /// Cancels the request; any session of the member can.
    ///
    /// Throws `SafetyRefusal.notFound` where none waits, or `StorageError`.
    package func cancelPINReset(of member: ID<Member>, from origin: RequestOrigin = RequestOrigin()) async throws {
        try await cancelPINReset(from: origin) { try $0.pinReset(of: member) }
    }

    /// The same by the link of the text or the mail, without a session.
    package func cancelPINReset(token: String, from origin: RequestOrigin) async throws {
        let hash = vault.hash(token: Array(token.utf8)).bytes
        try await cancelPINReset(from: origin) { try $0.pinReset(tokenHash: hash) }
    }

    private func cancelPINReset(
        from origin: RequestOrigin,
        _ find: @escaping @Sendable (Transaction) throws -> PINResetRow?
    ) async throws {
        let member = try await database.transaction { transaction in
            guard let reset = try find(transaction) else { throw SafetyRefusal.notFound }
            try transaction.removePINReset(of: reset.member)
            try transaction.addNotice(self.notice(.pinResetCancelled, for: reset.member))
            return reset.member
        }
        bus.publish([.notice(member)])
        note(.pinResetCancelled, member, from: origin)
    }

    /// Applies every request whose time has come.
    package func handlePINResets() async {
        let now = safetyNow
        do {
            let due = try await database.read { try $0.pinResetsDue(now: now, limit: Hub.pinResetsAtOnce) }
            for member in due { await applyPINReset(of: member, now: now) }
        } catch {
            outside.log(LogEntry(.error, "new PINs could not be read", [("reason", safeWords(error))]))
        }
    }

    /// One that fails holds up no other.
    private func applyPINReset(of member: ID<Member>, now: Timestamp) async {
        do {
            let isApplied = try await database.transaction { transaction in
                guard let reset = try transaction.pinReset(of: member), reset.dueAt <= now,
                    let row = try transaction.member(member)
                else { return false }
                // A first PIN takes nothing from the one that guards what runs (F93). An alarm behind a second PIN holds
                // nothing up: the wait would show that it is there.
                let present = try transaction.safetyPIN(of: member)
                let isFirst = present == nil
                guard try isFirst || !self.safetyWatch(of: member, in: transaction).needsPIN else {
                    try self.postponePINReset(of: member, in: transaction, now: now)
                    return false
                }
                var pins = SafetyPINRow(pinHash: reset.pinHash, duressHash: reset.duressHash)
                // A PIN of before is not to show which one it was (F68).
                if let present, present.duressHash == pins.duressHash {
                    pins = present.reset(to: pins.pinHash) { self.outside.random(32) }
                }
                try transaction.setSafetyPIN(pins, of: member)
                try transaction.removePINReset(of: member)
                try self.tellEverywhere(.pinsChanged, self.pinsChangedText, to: row, in: transaction)
                return true
            }
            guard isApplied else { return }
            bus.publish([.notice(member), .trips(member)])
            ringOutbox()
            note(.pinsChanged, member)
        } catch {
            outside.log(LogEntry(.error, "new PINs could not be applied", [("reason", safeWords(error))]))
            // It is tried again in any case.
            try? await database.transaction { try self.postponePINReset(of: member, in: $0, now: now) }
        }
    }

    private func postponePINReset(of member: ID<Member>, in transaction: Transaction, now: Timestamp) throws {
        try transaction.postponePINReset(of: member, until: now.advanced(bySeconds: Hub.pinResetRetrySeconds))
    }

    /// Tells every session, the number and the mail; the number before, too, while its change may be undone (S13).
    func tellEverywhere(_ kind: NoticeKind, _ text: [Phrase], to row: MemberRow, in transaction: Transaction) throws {
        try transaction.addNotice(notice(kind, for: row.id))
        try addNews(text, to: row, in: transaction)
        guard let old = try phoneChange(of: row, in: transaction)?.oldPhone else { return }
        let words = text.text(in: row.reads)
        try transaction.addMessage(message(.text, to: old.e164, words, worthMilliseconds: Hub.newsMilliseconds))
    }

    /// The same words for every change, whether there was a second PIN or not (F30).
    var pinsChangedText: [Phrase] {
        ["Hearth: your PIN was changed.", "Not you? Log in, end your other sessions and change your password."]
    }
}
