import Crypto
import Family
import FoundationEssentials
package import Messaging

/// What a deputy does for one incident if the hub stays silent.
///
/// What several messages share, a browser's push or the words of a text, is in it once: an envelope has to hold four steps
/// to 20 people.
package struct DeputyEnvelope: Codable, Hashable, Sendable {
    /// A push that is ready to leave.
    package struct Push: Codable, Hashable, Sendable {
        package var endpoint: String
        /// Which of the envelope's vouchers it goes with.
        package var voucher: Int
        /// The ciphertext in base64.
        package var body: String
    }

    /// One message to one person by one channel: a push, or words to an address.
    package struct Item: Codable, Hashable, Sendable {
        /// The same as the hub's own message would have.
        package var id: String
        /// Which recipient it is for: a number within the envelope.
        package var person: Int
        package var channel: String
        /// Which of the envelope's pushes it is.
        package var push: Int?
        package var to: String?
        /// Which of the envelope's texts it says.
        package var text: Int?
    }

    /// A moment, and what is sent at it.
    package struct Step: Codable, Hashable, Sendable {
        package var number: Int
        package var afterMilliseconds: Int64
        package var items: [Item]

        /// Takes its parts as they are.
        package init(number: Int, afterMilliseconds: Int64, items: [Item] = []) {
            (self.number, self.afterMilliseconds, self.items) = (number, afterMilliseconds, items)
        }
    }

    package private(set) var vouchers: [String] = []
    package private(set) var pushes: [Push] = []
    package private(set) var texts: [String] = []
    package var steps: [Step]

    /// What has these steps; their messages are added.
    package init(steps: [Step]) {
        self.steps = steps
    }

    /// Adds a push to the steps at these places; `id` names the message of a step's number.
    package mutating func add(_ push: SealedPush, to person: Int, at places: Range<Int>, id: (_ step: Int) -> String) {
        let voucher = vouchers.firstIndex(of: push.authorization) ?? vouchers.count
        if voucher == vouchers.count { vouchers.append(push.authorization) }
        pushes.append(Push(endpoint: push.endpoint, voucher: voucher, body: Base64.encode(push.body)))
        for place in places {
            let item = Item(
                id: id(steps[place].number),
                person: person,
                channel: Channel.push.rawValue,
                push: pushes.count - 1
            )
            steps[place].items.append(item)
        }
    }

    /// Adds a text or mail to the steps at these places; ``DeputyWords/silence`` in it becomes how long the hub has been
    /// silent.
    package mutating func add(
        _ words: String,
        by channel: Channel,
        to address: String,
        of person: Int,
        at places: Range<Int>,
        id: (_ step: Int) -> String
    ) {
        let text = texts.firstIndex(of: words) ?? texts.count
        if text == texts.count { texts.append(words) }
        for place in places {
            let item = Item(
                id: id(steps[place].number),
                person: person,
                channel: channel.rawValue,
                to: address,
                text: text
            )
            steps[place].items.append(item)
        }
    }

    /// The push of a message; nil for a text or mail.
    func push(of item: Item) -> SealedPush? {
        guard let place = item.push, pushes.indices.contains(place) else { return nil }
        let push = pushes[place]
        guard vouchers.indices.contains(push.voucher), let body = Base64.decode(push.body) else { return nil }
        return SealedPush(
            endpoint: push.endpoint,
            authorization: vouchers[push.voucher],
            body: body,
            worthSeconds: Self.worthSeconds,
            isUrgent: true
        )
    }

    /// The address and words of a text or mail; nil for a push.
    func words(of item: Item) -> (to: String, text: String)? {
        guard let to = item.to, let place = item.text, texts.indices.contains(place) else { return nil }
        return (to, texts[place])
    }

    /// For how long a message about an alarm is worth receiving (F16).
    static let worthSeconds: Int64 = 6 * 3_600

    /// The envelope closed for a deputy; nil where it is too large, whose steps are then to be fewer.
    package func closed(for deputy: DeputyPublicKeys, by keys: DeputyKeys) throws -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let padded = BlockPadding.padded(
            [UInt8](try encoder.encode(self)),
            block: DeputyLimits.paddingBytes
        )
        guard padded.count <= DeputyLimits.envelopeBytesMax else { return nil }
        return keys.box.close(padded, for: deputy.box)
    }

    /// Opens a box; nil where the hub did not close it for this deputy, or the envelope breaks a limit.
    package init?(_ box: [UInt8], from hub: DeputyPublicKeys, with keys: DeputyKeys) {
        guard box.count <= DeputyLimits.envelopeBytesMax + BoxKey.overhead,
            let padded = keys.box.open(box, from: hub.box), let json = BlockPadding.unpadded(padded),
            // A genuine envelope of another version of the program cannot be used either.
            let envelope = try? JSONDecoder().decode(Self.self, from: Data(json)),
            envelope.isWithinLimits
        else { return nil }
        self = envelope
    }

    private var isWithinLimits: Bool {
        let items = steps.flatMap(\.items)
        return Set(items.map(\.person)).count <= DeputyLimits.recipientsMax
            && Set(items.map(\.id)).count == items.count
            && steps.count <= 64 && Set(steps.map(\.number)).count == steps.count
    }
}
