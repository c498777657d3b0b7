import Family
import FoundationEssentials

/// What Photon answers: features of GeoJSON.
struct PhotonAnswer: Decodable {
    struct Feature: Decodable {
        let geometry: Geometry
        let properties: Properties
    }
    struct Geometry: Decodable {
        let coordinates: [Double]
    }
    struct Properties: Decodable {
        let name, street, housenumber, postcode, district, locality, city, county, state, country, type: String?
        let key, value: String?

        enum CodingKeys: String, CodingKey {
            case name, street, housenumber, postcode, district, locality, city, county, state, country, type
            case key = "osm_key"
            case value = "osm_value"
        }

        var address: EngineAddress {
            EngineAddress(
                street: street ?? (isStreet ? name : nil),
                houseNumber: housenumber,
                postcode: postcode,
                town: city ?? (type == "city" ? name : nil) ?? locality ?? district,
                state: state,
                country: country
            )
        }

        var isStreet: Bool { type == "street" || key == "highway" && value != "bus_stop" }
    }

    let features: [Feature]

    /// The places in an answer; none where it makes no sense.
    static func places(_ body: Data) -> [FoundPlace] {
        read(body).compactMap { feature in
            let properties = feature.properties
            guard let point = feature.point else { return nil }
            return properties.address.place(properties.name, key: properties.key, value: properties.value, at: point)
        }
    }

    /// What is at the point that was asked for.
    static func point(_ body: Data) -> PointAddress {
        guard let properties = read(body).first?.properties else { return PointAddress() }
        let kind = PlaceKind(engineKey: properties.key, value: properties.value)
        return properties.address.point(properties.isStreet || !kind.namesAPoint ? nil : properties.name)
    }

    private static func read(_ body: Data) -> [Feature] {
        // An answer that makes no sense holds no place.
        (try? JSONDecoder().decode(PhotonAnswer.self, from: body))?.features ?? []
    }
}

extension PhotonAnswer.Feature {
    fileprivate var point: Coordinate? {
        guard geometry.coordinates.count >= 2 else { return nil }
        return Coordinate(latitude: geometry.coordinates[1], longitude: geometry.coordinates[0])
    }
}

/// What Nominatim answers in its format `jsonv2`.
struct NominatimAnswer: Decodable {
    struct Address: Decodable {
        let road, pedestrian, footway, houseNumber, postcode: String?
        let city, town, village, municipality, hamlet, suburb, state, country: String?

        enum CodingKeys: String, CodingKey {
            case road, pedestrian, footway, postcode, city, town, village, municipality, hamlet, suburb, state, country
            case houseNumber = "house_number"
        }
    }

    let lat, lon: String
    let name, category, type: String?
    let address: Address?

    /// The places in an answer; none where it makes no sense.
    static func places(_ body: Data) -> [FoundPlace] {
        // An answer that makes no sense holds no place.
        let answers = (try? JSONDecoder().decode([NominatimAnswer].self, from: body)) ?? []
        return answers.compactMap { answer in
            guard let latitude = Double(answer.lat), let longitude = Double(answer.lon),
                let point = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return answer.engineAddress.place(answer.name, key: answer.category, value: answer.type, at: point)
        }
    }

    /// What is at the point that was asked for.
    static func point(_ body: Data) -> PointAddress {
        // "Unable to geocode" is an answer of another form: there is nothing.
        guard let answer = try? JSONDecoder().decode(NominatimAnswer.self, from: body) else { return PointAddress() }
        let kind = PlaceKind(engineKey: answer.category, value: answer.type)
        return answer.engineAddress.point(kind.namesAPoint ? answer.name : nil)
    }

    private var engineAddress: EngineAddress {
        EngineAddress(
            street: address?.road ?? address?.pedestrian ?? address?.footway,
            houseNumber: address?.houseNumber,
            postcode: address?.postcode,
            town: address?.city ?? address?.town ?? address?.village ?? address?.municipality ?? address?.hamlet
                ?? address?.suburb,
            state: address?.state,
            country: address?.country
        )
    }
}

/// An address as both engines take it apart.
struct EngineAddress {
    let street, houseNumber, postcode, town, state, country: String?

    /// A found place; nil where it has neither a name nor a street.
    func place(_ name: String?, key: String?, value: String?, at point: Coordinate) -> FoundPlace? {
        let road = street.map { street in houseNumber.map { "\(street) \($0)" } ?? street }
        let own = name.flatMap { $0.isEmpty ? nil : $0 }
        let isHouse = own == nil && houseNumber != nil
        guard let title = own ?? road else { return nil }
        let kind = isHouse ? .house : PlaceKind(engineKey: key, value: value)
        let area = town.map { town in postcode.map { "\($0) \(town)" } ?? town }
        let wide = [state, country].compactMap(\.self).joined(separator: ", ")
        let parts =
            town == title || kind == .country
            ? [kind == .country ? nil : wide] : [road == title ? nil : road, area ?? (wide.isEmpty ? nil : wide)]
        let address = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        return FoundPlace(name: title, address: address.isEmpty ? nil : address, kind: kind, point: point)
    }

    func point(_ name: String?) -> PointAddress {
        PointAddress(
            name: name.flatMap { $0.isEmpty ? nil : $0 },
            street: street,
            houseNumber: street == nil ? nil : houseNumber,
            area: town
        )
    }
}

extension PlaceKind {
    /// The kind of what both engines describe by one tag.
    init(engineKey key: String?, value: String?) {
        guard let key, let value else {
            self = .place
            return
        }
        if key == "highway", !["bus_stop", "services", "rest_area"].contains(value) {
            self = .street
        } else if key == "place", value == "house" {
            self = .house
        } else {
            self = PlaceKind([key: value]) ?? (key == "boundary" ? .area : .place)
        }
    }
}
