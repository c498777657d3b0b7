/// The countries of a position: where it is, and those whose border is too near to tell (F71).
public struct CountryAnswer: Hashable, Sendable {
    /// Two letters each, of ISO 3166, the likeliest first; empty far out at sea, several on disputed ground.
    public let countries: [String]
    /// Metres to the nearest border between two countries; nil where there is none within the search.
    public let metresToBorder: Double?

    /// An answer with its countries in order.
    public init(countries: [String], metresToBorder: Double?) {
        self.countries = countries
        self.metresToBorder = metresToBorder
    }
}
