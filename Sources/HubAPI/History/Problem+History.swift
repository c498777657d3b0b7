import Hub
import Languages

extension HistoryRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .periodTooLong: .invalid("to", "The period is too long. Choose a shorter one.")
        case .retentionNotChosen:
            Problem(
                409,
                "retentionNotChosen",
                "Choose first how long to keep your history.",
                detail: "Otherwise what you import could be deleted tonight."
            )
        case .importUnderWay:
            Problem(409, "importUnderWay", "Another import is running. Wait until it is done.")
        case .importNotFound: .notFound
        case .pieceMissing(let expected):
            Problem(
                409,
                "pieceMissing",
                "Wrong piece of the file.",
                detail: "Continue at byte \(expected).",
                field: "from"
            )
        case .fileTooLarge: .invalid("bytes", "File too large. At most \(ImportBook.bytesMax >> 30) GB.")
        case .fileEmpty: .invalid("bytes", "The file is empty.")
        case .tooManyImports:
            Problem(503, "tooManyImports", "Others are importing. Try again.").retry(afterSeconds: 30)
        }
    }
}
