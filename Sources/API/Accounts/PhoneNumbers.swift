/// `POST /phone-numbers`: what was typed so far.
public struct TypedPhoneBody: Codable, Sendable {
    /// At most 250 characters.
    public var input: String
    /// Two letters of ISO 3166; by default the hub's.
    public var region: String?
    /// How many UTF-16 units stand before the caret; by default all.
    public var caret: Int?

    public init(input: String, region: String? = nil, caret: Int? = nil) {
        self.input = input
        self.region = region
        self.caret = caret
    }
}

/// What a field shows of it.
public struct PhoneEntryBody: Codable, Sendable {
    /// What was typed, laid out as the number's own country writes it.
    public var asYouType: String
    /// How many UTF-16 units of that stand before the caret.
    public var caret: Int
    /// Whether its length is possible for its country: the hub accepts it.
    public var possible: Bool
    /// Whether it also matches its country's numbering plan.
    public var valid: Bool
    public var e164: String?
    public var national: String?
    /// The region whose number it is.
    public var region: String?
    public var fixedLine: Bool?
    /// missing, invalid, unlikely or fixedLine.
    public var message: String?

    public init(asYouType: String, caret: Int, possible: Bool, valid: Bool, message: String?) {
        self.asYouType = asYouType
        self.caret = caret
        self.possible = possible
        self.valid = valid
        self.message = message
    }
}

/// `GET /phone-numbers`: where numbers may be from.
public struct PhoneRegionsBody: Codable, Sendable {
    /// The hub's own region; absent until it has one, and then numbers are typed with their country code.
    public var region: String?
    public var items: [PhoneRegionBody]

    public init(region: String?, items: [PhoneRegionBody]) {
        self.region = region
        self.items = items
    }
}

/// A region that has phone numbers.
public struct PhoneRegionBody: Codable, Sendable {
    /// Two letters of ISO 3166.
    public var region: String
    /// What is dialled for it from abroad, behind the plus.
    public var callingCode: Int

    public init(region: String, callingCode: Int) {
        self.region = region
        self.callingCode = callingCode
    }
}
