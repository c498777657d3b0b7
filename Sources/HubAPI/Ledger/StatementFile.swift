import Family
import Hub
import Languages

/// The rows of a statement in its member's language; what they stand for goes by their order.
struct StatementFile {
    let language: Language
    /// By which a spreadsheet on the member's device opens it with a tap.
    let form: CSVText.Form

    var heading: [CSVText.Field] {
        let names: [Phrase] = ["Date", "Account", "Kind", "With", "Amount", "Balance", "Unit", "Note", "ID"]
        return names.map { .plain($0.text(in: language)) }
    }

    /// What stands before the lines of an account of which not all can be read.
    func fields(of cutOff: StatementPage.CutOff, _ account: AccountInfo, _ asset: AssetInfo) -> [CSVText.Field] {
        let balance = cutOff.balance.amount.decimalText(scale: asset.scale, with: form)
        let words: Phrase =
            if let leaf = cutOff.leaf {
                "Older entries cannot be read: log entry \(leaf) was changed. Check the log."
            } else {
                "Older entries cannot be read: the log does not lead to them. Check the log."
            }
        return [
            .plain(""), .words(account.name), .plain(("Missing" as Phrase).text(in: language)), .words(""), .plain(""),
            .plain(cutOff.balance.isNegative ? "-" + balance : balance), .words(asset.words.text(in: language)),
            .words(words.text(in: language)), .plain(""),
        ]
    }

    func fields(of line: StatementLine, _ account: AccountInfo, _ asset: AssetInfo) -> [CSVText.Field] {
        let amount = line.info.outcome.amount.decimalText(scale: asset.scale, with: form)
        let balance = line.balance.amount.decimalText(scale: asset.scale, with: form)
        return [
            .plain(line.info.at.text),
            .words(account.name),
            .plain(line.info.transfer.kind.words.text(in: language)),
            .words(line.counterpart.words.text(in: language)),
            .plain(line.isCredit ? amount : "-" + amount),
            .plain(line.balance.isNegative ? "-" + balance : balance),
            .words(asset.words.text(in: language)),
            .words(line.info.memo ?? ""),
            .plain(line.info.transfer.id.text),
        ]
    }
}

extension CSVText.Form {
    /// What spreadsheets expect where a browser runs, by the first wish of its `Accept-Language`; programs have none.
    ///
    /// The decimal signs are those of the Unicode CLDR; Switzerland separates values as its neighbours do.
    init(accepting header: String?) {
        let wish = header.flatMap { Language.wishes(of: $0).first?.tag } ?? ""
        let tag = wish.lowercased().split(separator: "-").map(String.init)
        // Before the region a script may stand, which has four letters (RFC 5646, 2.1).
        let region = tag.dropFirst().first { $0.count < 4 } ?? ""
        self =
            switch tag.first ?? "" {
            case "de", "it", "rm": ["ch", "li"].contains(region) ? .swiss : .continental
            case "es": Self.spanishWithPoint.contains(region) ? .english : .continental
            case let language: Self.withComma.contains(language) ? .continental : .english
            }
    }

    private static let spanishWithPoint: Set = [
        "419", "br", "bz", "cu", "do", "gt", "hn", "mx", "ni", "pa", "pe", "pr", "sv", "us",
    ]
    private static let withComma: Set = [
        "bg", "ca", "cs", "da", "el", "et", "eu", "fi", "fr", "gl", "hr", "hu", "id", "is", "lt", "lv", "nb", "nl",
        "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "vi",
    ]
}

extension AssetInfo {
    /// The units that every family has are named in each language, its own as the family called them.
    fileprivate var words: Phrase {
        switch number {
        case .gold: "Gold"
        case .coin: "Coin"
        default: "\(name)"
        }
    }
}

extension Transfer.Kind {
    fileprivate var words: Phrase {
        switch self {
        case .transfer: "Transfer"
        case .deposit: "Deposit"
        case .withdrawal: "Withdrawal"
        case .payment: "Payment"
        case .mint: "Earned"
        case .purchase: "Purchase"
        case .refund: "Refund"
        case .allowance: "Allowance"
        case .sweep: "Balance on closing"
        case .reversal: "Reversal"
        }
    }
}

extension StatementLine.Counterpart {
    fileprivate var words: Phrase {
        switch self {
        case .own(let name): "\(name ?? "")"
        case .member(_, let name): "\(name)"
        case .left: "A former member"
        case .family(.cash): "Cash"
        case .family(.store): "Store"
        case .family: "Family"
        }
    }
}
