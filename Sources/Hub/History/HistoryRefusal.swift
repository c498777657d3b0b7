/// Why a history was not read, or nothing was brought into it.
package enum HistoryRefusal: Error, Hashable, Sendable {
    case periodTooLong
    /// The member has to say first how long their history is kept.
    case retentionNotChosen
    /// One file after the other.
    case importUnderWay
    case importNotFound
    /// A piece does not begin where the last one ended.
    case pieceMissing(expected: Int)
    /// More bytes than were announced, or than are taken at all, or more fixes in one day.
    case fileTooLarge
    case fileEmpty
    /// Others import, or the hub has no room.
    case tooManyImports
}
