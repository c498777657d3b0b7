import Hub

/// What a rule or a use case refuses; nothing changed.
///
/// Each refusal has its answer in its feature's folder.
protocol Refusal: Error {
    /// What the one who asked is told.
    var problem: Problem { get }
}

extension Problem: Refusal {
    var problem: Problem { self }
}

extension DiskRefusal: Refusal {
    var problem: Problem { .diskFull }
}

extension Problem {
    /// The answer to anything thrown by a use case; nil for what is a failure rather than a refusal.
    package init?(refusal error: any Error) {
        if let refusal = error as? any Refusal {
            self = refusal.problem
        } else if Hub.isOfFullDisk(error) {
            self = .nothingWritten
        } else if let trouble = Hub.databaseTrouble(error) {
            self = trouble == .outcomeUnknown ? .outcomeUnknown : .databaseAway
        } else {
            return nil
        }
    }
}
