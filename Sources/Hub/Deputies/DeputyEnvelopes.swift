import Crypto
import Family
import SQL
import Storage

/// One message that a deputy was given, by its identity.
struct DeputyGiven: Codable, Hashable, Sendable {
    var id: String
    var step: UInt8
    var channel: String
    /// One of both is there.
    var member: String?
    var contact: String?
    /// When it is due, by the hub's time.
    var dueAt: Int64
}

/// Envelopes follow the watch: made after each commit that changed one, and looked at each minute.
///
/// No request waits for it: a call for help is answered before it begins.
extension Hub {
    /// Looks at one member's envelopes, soon; to be called after the commit of a safety turn.
    func renewEnvelopes(of member: ID<Member>) {
        deputies.want(member) { [weak self] in
            while let wanted = self?.deputies.takeWanted() {
                for member in wanted.sorted() { await self?.renewEnvelopesNow(of: member) }
            }
        }
    }

    /// Looks at all envelopes once a minute, and whether every deputy is heard.
    package func renewEnvelopes() async {
        guard deputies.isRenewalDue(now: outside.now()) else { return }
        await renewEnvelopesOfAll()
        await tellOfSilentDeputies()
    }

    /// Looks at all envelopes soon, and at those of some members for sure: a recipient's word changes what is held of others.
    func renewEnvelopesOfAll(and members: [ID<Member>] = []) async {
        for member in members { renewEnvelopes(of: member) }
        do {
            for member in try await database.read({ try $0.membersWatchedOver() }) { renewEnvelopes(of: member) }
        } catch {
            outside.log(LogEntry(.error, "envelopes could not be looked at", [("reason", safeWords(error))]))
        }
    }

    /// Returns once every envelope that was asked for is made.
    package func settleEnvelopes() async { await deputies.settle() }

    private func renewEnvelopesNow(of member: ID<Member>) async {
        do {
            let isChanged = try await database.transaction(for: .help) { transaction in
                let deputies = try transaction.deputies().filter { $0.endedAt == nil }
                guard !deputies.isEmpty else { return false }
                let maker = try EnvelopeMaker(self, of: member, in: transaction)
                var isChanged = false
                for deputy in deputies where try maker.renew(for: deputy) { isChanged = true }
                return isChanged
            }
            if isChanged { deputies.wake() }
        } catch SafetyRefusal.notFound {
            // Deleted meanwhile, with all of their envelopes.
            deputies.wake()
        } catch {
            outside.log(LogEntry(.error, "an envelope could not be made", [("reason", safeWords(error))]))
        }
    }
}

extension Hub {
    /// What seals which messages a deputy was given for one incident.
    func deputyGiven(_ watch: [UInt8]) -> SealedJSON {
        SealedJSON(key: vault.keys.messages, purpose: .deputyGiven, owner: watch)
    }

    /// The identity of a message that a deputy may send: the same however often it is made.
    func deputyMessage(
        _ alarm: ID<Alarm>,
        step: Int,
        to who: [UInt8],
        _ channel: String,
        _ way: [UInt8]
    ) -> ID<OutboxMessage> {
        let bytes = alarm.bytes + [UInt8(truncatingIfNeeded: step)] + who + Array(channel.utf8) + way
        let hash = vault.keys.tokens.authenticate(Vault.Purpose.deputyMessage.binding(bytes))
        return ID(bytes: Array(hash.prefix(16))) ?? ID(high: 0, low: 0)
    }
}
