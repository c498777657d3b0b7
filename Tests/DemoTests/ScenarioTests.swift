import Demo
import Family
import Languages
import Testing

@Suite struct ScenarioTests {
    private let people = Scenario.family.people

    @Test func `the family of six comes in by six different ways`() {
        #expect(people.count == 6)
        #expect(Set(people.map(\.app)) == Set(Persona.App.allCases))
        #expect(Set(people.map(\.colour)).count == 6)
    }

    @Test func `the phone numbers are from an unassigned range and are all different`() {
        #expect(Set(people.map(\.phoneNumber)).count == 6)
        for persona in people {
            #expect(PhoneNumber(e164: persona.phoneNumber)?.e164 == persona.phoneNumber)
            // Liechtenstein gives out no number that begins with a 5.
            #expect(persona.phoneNumber.hasPrefix("+42355501"))
        }
    }

    @Test func `one name is long and one is written from the right`() {
        #expect(people.contains { $0.name.count > 25 })
        #expect(people.contains { $0.name.unicodeScalars.allSatisfy { (0x0590...0x05FF).contains($0.value) } })
    }

    @Test func `everybody has a home, and somewhere else to be`() {
        for persona in people {
            #expect(persona.places.contains { $0.label == "Home" })
            #expect(persona.places.contains { $0.label != "Home" })
            for place in persona.places {
                #expect(persona.legs.contains { $0.to == place.spot }, "\(place.label) is never visited")
                #expect(place.radiusMetres >= 40)
            }
        }
    }

    @Test func `one pair is shown by place alone and one coarsely`() {
        #expect(Scenario.family.reserves.map(\.level) == [.place, .coarse])
        #expect(Scenario.family.reserves.allSatisfy { $0.subject != $0.viewer })
        #expect(Scenario.family.reserves.allSatisfy { people.indices.contains($0.subject) })
    }

    @Test func `the password is one that the hub takes`() {
        #expect(PasswordRule.broken(by: Scenario.family.password).isEmpty)
    }

    @Test(arguments: Language.allCases.filter { $0 != .english })
    func `the family has words of its own in each language, but for the labels that the page itself translates`(
        _ language: Language
    ) {
        let family = Scenario.family
        let places = people.flatMap(\.places)
        let labels = (places.map(\.label) + family.clockSlots).filter { !["Home", "Work", "School"].contains($0) }
        let words = people.map(\.summary) + places.map(\.description) + labels + [family.familyName, family.deputyName]
        let missing = Set(words).filter { language.translations[$0] == nil }
        #expect(missing == [])
    }
}
