/// An emergency number of a country, for people to dial; the hub calls no emergency service (F27).
public struct EmergencyNumber: Hashable, Sendable {
    /// Who answers.
    public enum Service: CaseIterable, Hashable, Sendable {
        /// One number for everything.
        case any
        case police
        case ambulance
        case fire
    }

    public let service: Service
    public let number: String

    /// A number and who answers there.
    public init(_ service: Service, _ number: String) {
        self.service = service
        self.number = number
    }

    /// The emergency numbers of a country by its two letters, the general one first; empty where none is proven.
    public static func of(country: String) -> [EmergencyNumber] {
        for row in table where row.holds(country) { return row.dialled }
        return []
    }

    /// Every country whose numbers are known.
    public static var countries: [String] {
        table.flatMap {
            $0.countries.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension EmergencyNumber.Row {
    fileprivate func holds(_ country: String) -> Bool {
        let letters = Array(country.utf8)
        return countries.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(letters) }
    }

    fileprivate var dialled: [EmergencyNumber] {
        var dialled: [EmergencyNumber] = []
        for part in numbers.utf8.split(separator: UInt8(ascii: " ")) {
            let each = part.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
            if each.count == 1 {
                dialled.append(EmergencyNumber(.any, each[0]))
            } else {
                for (service, number) in zip([EmergencyNumber.Service.police, .ambulance, .fire], each) {
                    dialled.append(EmergencyNumber(service, number))
                }
            }
        }
        return dialled
    }
}
