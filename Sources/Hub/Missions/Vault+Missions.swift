import Crypto
import Family

extension Vault {
    /// The identity of a ledger's command that follows from something: the same for the same bytes, and known to nobody
    /// before it stands in the log.
    func ledgerCommand(for identity: [UInt8]) -> ID<LedgerCommand> {
        let hash = keys.tokens.authenticate(Purpose.ledgerCommand.binding(identity))
        // Thirty-two bytes come out of it.
        return ID(bytes: Array(hash.prefix(16))) ?? ID(high: 0, low: 0)
    }
}
