/// What a found place is.
package enum PlaceKind: String, Sendable, CaseIterable {
    case country, area, city, town, village, suburb, hamlet
    case street, house
    case airport, station, stop
    case sight, lodging, food, shop, health, school, sport, park, nature, building
    /// Any other place with a name.
    case place

    /// Whether people live there, and name it when they say where something is.
    var isSettlement: Bool {
        switch self {
        case .city, .town, .village, .suburb, .hamlet: true
        default: false
        }
    }

    /// How far around its middle a settlement reaches, where nobody says it better.
    var reachMetres: Double {
        switch self {
        case .city: 15_000
        case .town: 8_000
        case .village: 4_000
        case .suburb, .hamlet: 2_000
        default: 0
        }
    }

    /// Whether somebody who is there would say so: at a school, but not in a forest.
    var namesAPoint: Bool {
        switch self {
        case .airport, .station, .stop, .sight, .lodging, .food, .shop, .health, .school, .sport, .park, .building,
            .place:
            true
        default: false
        }
    }

    /// How much it is looked for beside others, 0 to 100.
    var importance: Int {
        switch self {
        case .country: 90
        case .city: 88
        case .town: 78
        case .village: 68
        case .area: 60
        case .suburb: 56
        case .airport, .station: 52
        case .hamlet: 48
        case .sight, .school, .health: 40
        case .street: 38
        case .park, .sport, .lodging: 34
        case .food, .shop, .stop: 30
        case .nature: 26
        case .house, .building, .place: 20
        }
    }
}

extension PlaceKind {
    /// What the tags of a thing with a name make of it; nil where nobody looks for it.
    init?(_ tags: [String: String]) {
        if let place = tags["place"], let kind = Self.settlements[place] {
            self = kind
            return
        }
        for (key, kinds, other) in Self.keys {
            guard let value = tags[key], value != "no" else { continue }
            guard let kind = kinds[value] ?? other else { continue }
            self = kind
            return
        }
        return nil
    }

    private static let settlements: [String: PlaceKind] = [
        "country": .country, "state": .area, "region": .area, "province": .area, "county": .area, "district": .area,
        "island": .area, "city": .city, "town": .town, "village": .village, "municipality": .town,
        "borough": .suburb, "suburb": .suburb, "quarter": .suburb, "neighbourhood": .suburb, "hamlet": .hamlet,
        "isolated_dwelling": .hamlet, "farm": .hamlet, "locality": .nature, "square": .place, "islet": .nature,
    ]

    /// In the order in which they are asked: of several keys the first that says something.
    private static let keys: [(key: String, kinds: [String: PlaceKind], other: PlaceKind?)] = [
        ("aeroway", ["aerodrome": .airport, "terminal": .airport], nil),
        ("railway", ["station": .station, "halt": .station, "tram_stop": .stop, "subway_entrance": .stop], nil),
        ("public_transport", ["station": .station, "platform": .stop, "stop_position": .stop], nil),
        ("highway", ["bus_stop": .stop, "services": .place, "rest_area": .place], nil),
        ("amenity", amenities, .place),
        ("shop", [:], .shop),
        ("tourism", lodgings, .sight),
        ("leisure", ["park": .park, "garden": .park, "playground": .park, "nature_reserve": .nature], .sport),
        ("historic", [:], .sight),
        ("healthcare", [:], .health),
        ("office", [:], .place), ("craft", [:], .shop), ("club", [:], .place),
        ("natural", [:], .nature), ("mountain_pass", [:], .nature),
        ("waterway", ["waterfall": .nature], nil),
        ("landuse", ["cemetery": .place, "recreation_ground": .park, "village_green": .park, "forest": .nature], nil),
        ("man_made", ["tower": .sight, "lighthouse": .sight, "works": .place, "pier": .place], nil),
        ("building", [:], .building),
    ]

    private static let amenities: [String: PlaceKind] = [
        "restaurant": .food, "cafe": .food, "fast_food": .food, "bar": .food, "pub": .food, "biergarten": .food,
        "ice_cream": .food, "food_court": .food, "school": .school, "kindergarten": .school, "college": .school,
        "university": .school, "music_school": .school, "library": .school, "hospital": .health, "clinic": .health,
        "doctors": .health, "dentist": .health, "pharmacy": .health, "nursing_home": .health, "bus_station": .station,
        "ferry_terminal": .station, "place_of_worship": .sight, "theatre": .sight, "arts_centre": .sight,
        "bicycle_parking": .place, "swimming_pool": .sport,
    ]

    private static let lodgings: [String: PlaceKind] = [
        "hotel": .lodging, "hostel": .lodging, "guest_house": .lodging, "motel": .lodging, "chalet": .lodging,
        "apartment": .lodging, "camp_site": .lodging, "caravan_site": .lodging, "alpine_hut": .lodging,
        "wilderness_hut": .lodging, "information": .place,
    ]
}
