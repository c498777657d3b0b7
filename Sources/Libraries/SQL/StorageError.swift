/// Why the database could not do as asked.
///
/// The message names tables, columns and files of migrations, never a bound value, so it may be logged.
package struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is: a closed list, the same for every driver.
    package enum Code: String, Sendable, CaseIterable {
        /// A row with the same key exists.
        case uniqueViolation
        /// The row points to one that does not exist, or is pointed to.
        case foreignKeyViolation
        /// Another constraint of the table refused the row: a check, a null, a type.
        case constraint
        /// The queue is full or another process holds the database; a later try may pass.
        case busy
        /// Another transaction was in the way; the same one may pass when it runs again.
        case conflict
        /// A commit whose answer did not come: it was done, or it was not.
        case unknownOutcome
        /// The disk is full.
        case full
        /// The database file is damaged or is no database.
        case corrupt
        /// The database, or this transaction, cannot be written.
        case readOnly
        /// Reading or writing the file failed, or it cannot be opened.
        case unavailable
        /// The database was closed.
        case closed
        /// A column has another type than asked for, or does not exist.
        case mismatch
        /// A migration that was applied has other contents now.
        case migrationChanged
        /// A migration that was applied is gone from the program, or a new one stands before it.
        case migrationMissing
        /// The database was written by a newer program.
        case databaseNewer
        /// The statement is wrong, or something not named above.
        case other
    }

    /// What kind of failure it is.
    package let code: Code

    /// What happened, in words without values.
    package let message: String

    /// `message` holds no bound value.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Kind and message, fit for a log.
    package var description: String { "\(code.rawValue): \(message)" }
}
