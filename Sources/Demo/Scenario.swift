/// A family and the day that it lives: everything the demo shows, as data.
package struct Scenario: Sendable {
    package let people: [Persona]
    /// Everybody sees everybody exactly, but for these.
    package let reserves: [Reserve]
    /// The family's own labels on everybody's clock.
    package let clockSlots: [String]
    /// The same for everybody, so that a visitor can look through each pair of eyes.
    package let password: String
    package let ways: WayTable
    /// The safety PIN of those who travel.
    package let pin: String
    /// Whose journeys are trips that others watch over, by their numbers; their phones last all day.
    package let travellers: [Int]
    /// Whose last arrival the others were told of.
    package let announced: Int
    package let seed: UInt64
    package let familyName: String
    /// What the machine is called that guards them beside the hub.
    package let deputyName: String

    /// A person's phone, ready to be asked.
    package func phone(of person: Int) throws(Day.Flaw) -> Phone {
        let day = try Day(people[person].legs, ways: ways)
        return Phone(day, people[person].battery, seed: seed &+ UInt64(person))
    }

    /// A family of six in Liechtenstein on a weekday.
    ///
    /// The telephone numbers have the country's code, so that help is dialled as it is there, and begin with a digit with
    /// which it gives out none.
    package static let family = Scenario(
        people: [.anna, .yonatan, .maximilian, .mia, .leo, .rosmarie],
        reserves: [
            // The younger sister gets to know where her brother is, not what he does there.
            Reserve(subject: 2, viewer: 3, level: .place),
            Reserve(subject: 5, viewer: 1, level: .coarse),
        ],
        clockSlots: ["Shop", "Sport", "Family"],
        password: "a day in the valley",
        ways: .builtIn,
        pin: "2580",
        travellers: [1, 3, 4, 5],
        announced: 1,
        seed: 2_026,
        familyName: "The house by the playground",
        deputyName: "Grandma's house"
    )
}

extension Persona {
    /// The messenger of the town hall, always on her bicycle; shopping on the way back, and a run in the evening.
    fileprivate static let anna = Persona(
        name: "Anna",
        summary: "messenger by bicycle, a run at 19:40",
        colour: 0,
        look: Look(
            background: 0xF6D7B0,
            skin: 0xF2C9A5,
            hair: 0x8A4B2A,
            style: .long,
            shirt: 0x2A6F77
        ),
        phoneNumber: "+4235550101",
        role: .adult,
        app: .ownTracks,
        places: [
            home,
            NamedPlace("Work", "the town hall in Vaduz", .townHall),
            NamedPlace("Shop", "the corner shop", .cornerShop, radiusMetres: 60),
        ],
        legs: [
            .at(7, 35, .cycling, .home, .townHall),
            .at(8, 40, .cycling, .townHall, .hospital),
            .at(8, 55, .cycling, .hospital, .townHall),
            .at(10, 5, .cycling, .townHall, .grammarSchool),
            .at(10, 25, .cycling, .grammarSchool, .townHall),
            .at(12, 5, .walking, .townHall, .library),
            .at(12, 40, .walking, .library, .townHall),
            .at(14, 5, .cycling, .townHall, .tennisHall),
            .at(14, 35, .cycling, .tennisHall, .townHall),
            .at(15, 35, .cycling, .townHall, .hospital),
            .at(15, 50, .cycling, .hospital, .townHall),
            .at(16, 35, .cycling, .townHall, .cornerShop),
            .at(17, 5, .cycling, .cornerShop, .home),
            .at(19, 40, .running, .home, .home),
        ],
        battery: Battery([
            .init(6, 30, percent: 100), .init(12, 0, percent: 78), .init(17, 0, percent: 52),
            .init(22, 30, percent: 24),
        ])
    )

    /// A paramedic on night shift: asleep by day, in the valley and the mountains by night.
    fileprivate static let yonatan = Persona(
        name: "יונתן",
        summary: "paramedic on night shift",
        colour: 1,
        look: Look(
            background: 0xCFE3D4,
            skin: 0xD9A273,
            hair: 0x2E2320,
            style: .short,
            shirt: 0x37475A,
            extras: [.glasses, .beard]
        ),
        phoneNumber: "+4235550102",
        role: .adult,
        app: .ownTracksEncrypted,
        places: [
            home,
            NamedPlace("Work", "the ambulance station", .hospital, radiusMetres: 120),
            NamedPlace("Shop", "the supermarket", .supermarket, radiusMetres: 100),
        ],
        legs: [
            .at(0, 25, .car, .hospital, .planken),
            .at(0, 55, .car, .planken, .hospital),
            .at(3, 15, .car, .hospital, .malbun),
            .at(3, 55, .car, .malbun, .hospital),
            .at(4, 45, .car, .hospital, .balzers),
            .at(5, 15, .car, .balzers, .hospital),
            .at(6, 40, .car, .hospital, .home),
            .at(13, 45, .car, .home, .supermarket),
            .at(14, 20, .car, .supermarket, .home),
            .at(20, 35, .car, .home, .hospital),
            .at(21, 5, .car, .hospital, .triesenberg),
            .at(21, 30, .car, .triesenberg, .hospital),
            .at(22, 5, .car, .hospital, .planken),
            .at(22, 30, .car, .planken, .hospital),
            .at(23, 0, .car, .hospital, .balzers),
            .at(23, 30, .car, .balzers, .hospital),
        ],
        battery: Battery([
            .init(7, 0, percent: 38), .init(9, 30, percent: 100), .init(20, 0, percent: 81), .init(23, 59, percent: 66),
        ])
    )

    /// To school by bus; his phone dies on the way home and is charged only at supper.
    fileprivate static let maximilian = Persona(
        name: "Maximilian-Alexander Konstantin",
        summary: "school by bus; his phone dies at 15:14",
        colour: 2,
        look: Look(
            background: 0xD6DEF0,
            skin: 0xEDC3A0,
            hair: 0x5A3A22,
            style: .short,
            shirt: 0xB5442E
        ),
        phoneNumber: "+4235550103",
        role: .child,
        age: 15,
        app: .overland,
        places: [
            home,
            NamedPlace("School", "the school in Triesen", .triesenSchool, radiusMetres: 70),
            NamedPlace("Sport", "the tennis hall", .tennisHall),
        ],
        legs: [
            .at(7, 8, .walking, .home, .schaanStop),
            .at(7, 20, .bus, .schaanStop, .triesenStop),
            .then(.walking, .triesenStop, .triesenSchool),
            .at(15, 0, .walking, .triesenSchool, .triesenStopBack),
            .at(15, 8, .bus, .triesenStopBack, .schaanStopBack),
            .then(.walking, .schaanStopBack, .home),
            .at(18, 55, .cycling, .home, .tennisHall),
            .at(20, 45, .cycling, .tennisHall, .home),
        ],
        battery: Battery([
            .init(6, 45, percent: 61), .init(12, 0, percent: 29), .init(15, 14, percent: 0), .init(18, 28, percent: 0),
            .init(18, 30, percent: 3), .init(18, 55, percent: 35), .init(22, 30, percent: 18),
            .init(23, 0, percent: 20),
        ])
    )

    /// By bicycle to school and home for lunch; in the afternoon she runs along the Rhine.
    fileprivate static let mia = Persona(
        name: "Mia",
        summary: "school by bicycle, a run at 16:40",
        colour: 3,
        look: Look(
            background: 0xF3D3DB,
            skin: 0xF0C6A2,
            hair: 0xC07A3B,
            style: .bun,
            shirt: 0x6A4C93,
            extras: [.freckles]
        ),
        phoneNumber: "+4235550104",
        role: .child,
        age: 12,
        app: .traccar,
        places: [home, NamedPlace("School", "the grammar school", .grammarSchool, radiusMetres: 120)],
        legs: [
            .at(7, 40, .cycling, .home, .grammarSchool),
            .at(11, 55, .cycling, .grammarSchool, .home),
            .at(13, 20, .cycling, .home, .grammarSchool),
            .at(16, 5, .cycling, .grammarSchool, .home),
            .at(16, 40, .running, .home, .home),
        ],
        battery: Battery([.init(7, 0, percent: 96), .init(16, 0, percent: 63), .init(21, 30, percent: 44)])
    )

    /// On foot to primary school, with a watch.
    fileprivate static let leo = Persona(
        name: "Leo",
        summary: "on foot to school and back",
        colour: 4,
        look: Look(
            background: 0xFCEFB4,
            skin: 0xF2C9A5,
            hair: 0xD9A441,
            style: .curls,
            shirt: 0x3A86C8
        ),
        phoneNumber: "+4235550105",
        role: .child,
        age: 8,
        app: .gpsLogger,
        places: [home, NamedPlace("School", "the primary school", .primarySchool)],
        legs: [
            .at(7, 50, .walking, .home, .primarySchool),
            .at(11, 35, .walking, .primarySchool, .home),
            .at(13, 10, .walking, .home, .primarySchool),
            .at(15, 20, .walking, .primarySchool, .home),
        ],
        battery: Battery([.init(7, 0, percent: 90), .init(15, 30, percent: 55), .init(19, 0, percent: 47)])
    )

    /// The grandmother in Vaduz: to the library and the shop on foot, and by bus to the family.
    fileprivate static let rosmarie = Persona(
        name: "Rosmarie",
        summary: "the grandmother in Vaduz",
        colour: 5,
        look: Look(
            background: 0xE3DCF0,
            skin: 0xEBC3A4,
            hair: 0xC9C6C2,
            style: .bun,
            shirt: 0x8C3B4A,
            extras: [.glasses]
        ),
        phoneNumber: "+4235550106",
        role: .adult,
        app: .page,
        places: [
            NamedPlace("Home", "my flat in Vaduz", .grandma),
            NamedPlace("Shop", "the shop in the Städtle", .vaduzShop, radiusMetres: 60),
            NamedPlace("Family", "Anna's and the children's", .home),
        ],
        legs: [
            .at(9, 30, .walking, .grandma, .library),
            .at(10, 40, .walking, .library, .vaduzShop),
            .at(11, 15, .walking, .vaduzShop, .grandma),
            .at(14, 30, .walking, .grandma, .vaduzStopBack),
            .at(14, 44, .bus, .vaduzStopBack, .schaanStopBack),
            .then(.walking, .schaanStopBack, .home),
            .at(17, 50, .walking, .home, .schaanStop),
            .at(18, 2, .bus, .schaanStop, .vaduzStop),
            .then(.walking, .vaduzStop, .grandma),
        ],
        battery: Battery([.init(8, 0, percent: 99), .init(15, 0, percent: 71), .init(21, 0, percent: 58)])
    )

    private static let home = NamedPlace("Home", "the house by the playground", .home)
}
