/// The emergency numbers for a member's country, and how that country is known (F71).
public struct EmergencyAdvice: Hashable, Sendable {
    /// How the country is known.
    public enum Source: Hashable, Sendable {
        /// From a position of the last ten minutes.
        case position
        /// From the person's own phone number.
        case phoneNumber
        /// From the hub's setting.
        case hub
    }

    /// A country and what is dialled there; no numbers where they are unknown.
    public struct Country: Hashable, Sendable {
        public let code: String
        public let numbers: [EmergencyNumber]
    }

    /// Nil where not even the country is known.
    public let source: Source?
    public let countries: [Country]

    /// An older position does not decide the country.
    public static let fixMilliseconds: Int64 = 600_000
    /// Borders are known to some hundred metres: nearer than the fix and this together, both sides count.
    public static let borderMetres = 500.0

    /// What to dial: by the countries of a position, else that of a phone number, else the hub's, else nothing.
    ///
    /// The only place that decides it, for every screen and every message.
    public init(position: [String], phoneNumber: String?, hub: String?) {
        let found: (source: Source?, codes: [String]) =
            if !position.isEmpty {
                (.position, position)
            } else if let phoneNumber {
                (.phoneNumber, [phoneNumber])
            } else if let hub {
                (.hub, [hub])
            } else {
                (nil, [])
            }
        source = found.source
        countries = found.codes.map { Country(code: $0, numbers: EmergencyNumber.of(country: $0)) }
    }

    /// How exact the position is, with what borders are known to; a fix that does not say is taken for a coarse one.
    public static func reach(accuracyMetres: Double?) -> Double {
        (accuracyMetres ?? 1_000) + borderMetres
    }

    /// The numbers for a text message, each once: those for everything, and where a country has none, police, ambulance
    /// and fire.
    public var dialled: [String] {
        var dialled: [String] = []
        for country in countries {
            let forAll = country.numbers.filter { $0.service == .any }
            for one in forAll.isEmpty ? country.numbers : forAll where !dialled.contains(one.number) {
                dialled.append(one.number)
            }
        }
        return dialled
    }
}
