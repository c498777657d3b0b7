import Hub

extension Problem {
    init(_ refusal: HistoryRefusal) {
        self =
            switch refusal {
            case .periodTooLong: .invalid("to", "That is too long a time to be read at once.")
            case .retentionNotChosen:
                Problem(
                    409,
                    "retentionNotChosen",
                    "Say first how long your history is kept.",
                    detail: "Otherwise what you import could be deleted tonight."
                )
            case .importUnderWay:
                Problem(409, "importUnderWay", "Another file of yours is being imported. Wait until it is done.")
            case .importNotFound: .notFound
            case .pieceMissing(let expected):
                Problem(
                    409,
                    "pieceMissing",
                    "This is not the next piece of the file.",
                    detail: "\(expected) bytes of it are here.",
                    field: "from"
                )
            case .fileTooLarge: .invalid("bytes", "A file is at most \(ImportBook.bytesMax >> 30) GB long.")
            case .fileEmpty: .invalid("bytes", "This file is empty.")
            case .tooManyImports:
                Problem(503, "tooManyImports", "Others are importing. Please try again.").retry(afterSeconds: 30)
            }
    }
}
