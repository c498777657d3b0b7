package import Family
import Synchronization

/// The way into a demo without a password.
///
/// Only `hearth demo` makes one: a hub that somebody lives with has none.
package final class DemoDoor: Sendable {
    /// A made-up person.
    package struct Person: Sendable {
        package let member: ID<Member>
        package let name: String
        package let colour: Int
        /// What there is to see of them, in a few words.
        package let summary: String
        /// The safety PIN, where one is set.
        package let pin: String?
        /// A square JPEG; nil without a picture.
        package let jpeg: [UInt8]?

        /// Somebody whom the demo made.
        package init(
            member: ID<Member>,
            name: String,
            colour: Int,
            summary: String,
            pin: String?,
            jpeg: [UInt8]?
        ) {
            (self.member, self.name, self.colour, self.summary) = (member, name, colour, summary)
            (self.pin, self.jpeg) = (pin, jpeg)
        }
    }

    private let invited = Mutex<[Person]>([])

    /// A door that is closed.
    package init() {}

    /// Whom it lets in; whoever registers in a demo gets in by their own number alone.
    var people: [Person] { invited.withLock { $0 } }

    /// Opens it once they live there.
    package func open(for people: [Person]) {
        invited.withLock { $0 = people }
    }
}
