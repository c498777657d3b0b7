import API
import Family
import Glibc
import Hub
import LedgerLog

extension Command {
    static let ledger = Command(
        name: "ledger",
        summary: "verifies the families' ledgers",
        help: """
            usage: hearth ledger verify|head|statement

            verify goes through every family's ledger as if nobody were to be trusted: signatures, who was allowed to,
            every answer, the tree over all entries and its signed head. It names the first entry that is not what it must
            be, and ends with 1 then. It also holds against the log what members' devices have seen of it and signed. head
            prints the signed heads, with the signatures of devices that have seen them, to be kept elsewhere and compared
            later. Works on the hub that runs in the data folder, or on the one that rests there.

            statement writes what went in and out of one's own accounts as CSV. It asks the hub as the member would, with a
            token of the member's own: whoever runs the hub reads nobody else's.

              --data DIR       where the hub is (./hearth-data)
              --json           prints [{family, ledger, entries, fault, head}]
              --account ID     of statement: one account; at first all of them
              --from TIME      of statement: the first moment, such as 2026-03-01T00:00:00Z
              --until TIME     of statement: the moment before which it ends
              --to FILE        of statement: where to write; a new file, for its owner alone
              --hub URL        of statement: where the hub is
              --token TOKEN    of statement: better in HEARTH_TOKEN, which other users of the machine cannot see
            """
    ) { words in
        let flags: Set<String> = ["account", "from", "until", "to", "hub", "token"]
        let (arguments, configuration) = try Configuration.read(words, flags: flags, switches: ["json"])
        if arguments.positional == ["statement"] { return try await writeStatement(arguments, configuration) }
        guard arguments.positional == ["verify"] || arguments.positional == ["head"] else {
            throw UsageError(words: "Say verify, head or statement; see hearth ledger --help.")
        }
        guard case .ledgers(let lines) = try await perform(.ledgers, configuration) else { return }
        if arguments.switches.contains("json") {
            try json(lines)
        } else if arguments.positional == ["head"] {
            for line in lines { result(line.head) }
        } else {
            for line in lines { result("family \(line.family.text): \(line.words)") }
        }
        if lines.contains(where: { $0.fault != nil }) {
            throw CommandFailure(words: "A ledger is not what it must be.")
        }
    }
}

/// Copies a statement as the hub answers it.
private func writeStatement(_ arguments: Arguments, _ configuration: Configuration) async throws {
    var path = Route.familyMoney(.statements).methodAndPath.path
    if let text = arguments.values["account"] {
        guard let account = ID<Account>(text: text) else { throw UsageError(words: "--account is an account's id.") }
        path = Route.familyMoney(.statement(account)).methodAndPath.path
    }
    var query: [String] = []
    for (flag, name) in [("from", "from"), ("until", "to")] {
        guard let text = arguments.values[flag] else { continue }
        guard let time = Timestamp(text: text) else {
            throw UsageError(words: "--\(flag) is a time such as 2026-03-01T00:00:00Z.")
        }
        query.append("\(name)=\(time.text)")
    }
    let export = try MemberExport(arguments, configuration)
    let target = try arguments.values["to"].map(newFile) ?? STDOUT_FILENO
    try await export.copy(path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")), to: target)
}

/// What a check of one family's ledger came to.
struct LedgerReportLine: Codable, Sendable {
    let family: ID<FamilyGroup>
    let ledger: ID<Ledger>
    let entries: Int
    /// Nil where all is right.
    let fault: String?
    let head: String

    init(_ report: LedgerReport) {
        family = report.family
        ledger = report.ledger
        entries = report.leafCount
        fault = report.fault.map(Self.words)
        head = report.head
    }

    var words: String { fault ?? "\(entries) entries, all right" }

    private static func words(_ fault: LedgerReport.Fault) -> String {
        switch fault {
        case .balance(let account): "the balance of account \(account.text) is not what its entries make"
        case .tile(let level, let number): "tile \(number) of level \(level) is not what its leaves make"
        case .log(let finding):
            finding.leaf.map { "entry \($0): \(words(finding.fault))" } ?? words(finding.fault)
        }
    }

    private static func words(_ fault: LedgerCheck.Fault) -> String {
        switch fault {
        case .commitmentDiffers: "it is not what was put into the log"
        case .unreadable: "it cannot be read"
        case .entry(let fault): "no honest hub wrote it (\(fault))"
        case .cutOff: "the log ends in the middle of what belongs together"
        case .headForged: "the head is not signed by this hub"
        case .leavesMissing: "entries are missing at the end"
        case .rootDiffers: "the entries are not those of which the head was made"
        case .cosignatureForged(let key):
            "what the device with the key \(key.text) is said to have seen it has not signed"
        case .cosignedElse(let key): "the device with the key \(key.text) has seen and signed another log"
        }
    }
}
