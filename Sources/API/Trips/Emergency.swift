public import Family

/// The emergency numbers for a member's country, and how that country is known.
public struct EmergencyBody: Codable, Hashable, Sendable {
    /// `position`, `phoneNumber`, `hub`, or `none` where not even the country is known.
    public var source: String
    /// The likeliest first; more than one near a border.
    public var countries: [EmergencyCountryBody]

    /// The same as the domain says it.
    public init(_ advice: EmergencyAdvice) {
        source =
            switch advice.source {
            case nil: "none"
            case .position: "position"
            case .phoneNumber: "phoneNumber"
            case .hub: "hub"
            }
        countries = advice.countries.map(EmergencyCountryBody.init)
    }
}

/// A country by its two letters, and what is dialled there.
public struct EmergencyCountryBody: Codable, Hashable, Sendable {
    public var country: String
    /// Empty where they are unknown: then none is offered.
    public var numbers: [EmergencyNumberBody]

    init(_ country: EmergencyAdvice.Country) {
        self.country = country.code
        numbers = country.numbers.map(EmergencyNumberBody.init)
    }
}

/// A number and who answers.
public struct EmergencyNumberBody: Codable, Hashable, Sendable {
    /// `any`, `police`, `ambulance` or `fire`.
    public var service: String
    public var number: String

    init(_ one: EmergencyNumber) {
        number = one.number
        service =
            switch one.service {
            case .any: "any"
            case .police: "police"
            case .ambulance: "ambulance"
            case .fire: "fire"
            }
    }
}
