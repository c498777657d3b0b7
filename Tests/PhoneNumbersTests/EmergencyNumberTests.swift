import Family
import PhoneNumbers
import Testing

/// The table of emergency numbers, held against libphonenumber's.
@Suite struct EmergencyNumberTests {
    @Test func `F71: libphonenumber accepts each entry of the table, but for the national line of Honduras`() throws {
        let countries = EmergencyNumber.countries
        #expect(countries.count == 202 && Set(countries).count == 202)
        var refused: [String] = []
        for country in countries {
            let numbers = EmergencyNumber.of(country: country)
            #expect(!numbers.isEmpty, "\(country)")
            for one in numbers where PhoneRegion(country)?.isEmergency(one.number) != true {
                refused.append("\(country) \(one.number)")
            }
        }
        #expect(refused == ["HN 911"])
    }

    @Test func `F71: a country without a proven number offers none, least of all 112`() {
        for country in ["SN", "NG", "CI", "CM", "PG", "MG", "MM", "SO", "YE", "UZ", "AQ", "", "li"] {
            #expect(EmergencyNumber.of(country: country).isEmpty, "\(country)")
        }
        #expect(PhoneRegion("NG")?.isEmergency("112") != nil)
    }

    @Test func `F71: where services differ each has its number, behind the one for everything`() {
        #expect(
            EmergencyNumber.of(country: "LI") == [
                .init(.any, "112"), .init(.police, "117"), .init(.ambulance, "144"), .init(.fire, "118"),
            ]
        )
        #expect(
            EmergencyNumber.of(country: "JP") == [
                .init(.police, "110"), .init(.ambulance, "119"), .init(.fire, "119"),
            ]
        )
        #expect(EmergencyNumber.of(country: "US") == [.init(.any, "911")])
    }

    @Test func `F71: the position's country decides, then that of the phone number, then the hub's, then none`() {
        let by =
            { EmergencyAdvice(position: $0, phoneNumber: $1, hub: $2) }
            as ([String], String?, String?) -> EmergencyAdvice
        let there = by(["LI", "CH"], "FI", "US")
        #expect(there.source == .position && there.countries.map(\.code) == ["LI", "CH"])
        #expect(there.dialled == ["112"], "equal numbers once")
        #expect(by(["GB", "US"], nil, nil).dialled == ["999", "911"])
        #expect(by(["BR"], nil, nil).dialled == ["190", "192", "193"])
        #expect(by([], "FI", "US").source == .phoneNumber && by([], "FI", "US").dialled == ["112"])
        #expect(by([], nil, "US").source == .hub && by([], nil, "US").dialled == ["911"])
        #expect(by([], nil, nil).source == nil && by([], nil, nil).dialled.isEmpty)
        // The country is known and its number is not: a number of elsewhere would be wrong there.
        #expect(by(["NG"], "FI", "US").dialled.isEmpty && by(["NG"], "FI", "US").source == .position)
    }
}
