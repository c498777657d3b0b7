import Testing

/// The schemas of each body with another name, or with several schemas; the default is the name without `Body`.
private let schemasOfBody: [String: [String]] = [
    "AddImportBody": ["NewImport"],
    "ChangePasswordBody": ["SetPassword"],
    "ClockLinkBody": ["ClockLink", "ClockLinkIssued"],
    "ConnectCodeRequestBody": ["MakeConnectCode"],
    "ConnectionBody": ["Seer", "Seen"],
    "CountdownBody": ["MissionCountdown"],
    "GuestRecordIntakeBody": ["MissionIntake"],
    "KeeperBody": ["HubState"],
    "LiveLinkBody": ["LiveLink", "LiveLinkIssued"],
    "OccurrenceBody": ["MissionOccurrence"],
    "PayRequestBody": ["PayMoneyRequest"],
    "PresenceFixBody": ["WatchedFix"],
    "RouteBody": ["FoundRoute"],
    "SafeTripBody": ["Trip", "TripEntry", "CompanionTrip"],
    "VerificationBody": ["RequestCode"],
    "VerificationTicketBody": ["CodeTicket"],
    // Inline in another schema, and compared there: the schema with their name is something else.
    "PhoneRegionBody": [],
    "TripBody": [],
]

/// Known differences, each with its reason.
private let differences: Set<String> = [
    // Optional so that the handler refuses its absence with a clear error.
    "ChangePasswordBody.new is optional, but required in the contract",
    // Encoded as null by its own `encode(to:)`.
    "DayBody.stays[].place is optional, but required in the contract",
    "PresenceBody.place is optional, but required in the contract",
    // Absent only in an export, which the contract does not describe.
    "CountdownBody.missionState is optional, but required in the contract",
    "CountdownBody.title is optional, but required in the contract",
    "MissionBody.may is optional, but required in the contract",
    "OccurrenceBody.may is optional, but required in the contract",
    "OccurrenceBody.stage is optional, but required in the contract",
    "PurchaseBody.may is optional, but required in the contract",
    // Only in refusals by the HTTP layer, always `about:blank`.
    "ProblemBody.type is in the contract alone",
]

/// Enums of which a schema may list fewer cases, because the others cannot occur there.
private let widerEnums: Set<String> = ["PrecisionName", "TransferStateName"]

/// The JSON types of each Swift type.
private let kinds: [String: Set<String>] = [
    "Bool": ["boolean"], "Double": ["number"], "Int": ["integer"], "Int64": ["integer"], "LocalDay": ["string"],
    "String": ["string"], "Timestamp": ["string"], "UInt32": ["integer"], "TransferEndBody": ["string"],
]

@Suite struct ContractBodyTests {
    @Test func `every body has the fields of its schema, with the same names and kinds`() {
        let comparison = BodyComparison(bodies: bodiesOfAPI, schemas: schemasOfContract)
        let found = comparison.differences()
        #expect(found.subtracting(differences).sorted() == [])
        #expect(differences.subtracting(found).sorted() == [], "stale: remove from the known differences")
        #expect(comparison.compared.count > 250)
    }

    @Test func `a field that differs is seen`() throws {
        let swift = """
            public struct TeaBody: Codable {
                public enum Kind: String {
                    case green, black = "dark"
                }
                public var name: String
                public var kind: Kind?
                public var cups, spoons: Int
                public var isHot: Bool { true }
                public var leaves: [Leaf]
                public struct Leaf {
                    public var size: Double
                }
            }
            """
        let yaml = """
                Tea:
                  required: [name, kind, cups, spoons]
                  properties:
                    name: {type: string, description: 'What it''s called, if anything: a text.'}
                    kind:
                      description: Which one
                        of them.
                      enum: [green, white]
                    spoons: {type: boolean}
                    leaves: {type: array, items: {type: object, properties: {size: {type: number}}}}
                    pot: {type: string}
            """
        let bodies = readBodies([SourceFile(path: "Tea.swift", text: swift)])
        let comparison = BodyComparison(bodies: bodies, schemas: try readContract(yaml).values)
        #expect(
            comparison.differences().sorted() == [
                "TeaBody.cups is in the body alone", "TeaBody.kind has the cases dark, white on one side alone",
                "TeaBody.kind is optional, but required in the contract",
                "TeaBody.leaves is not optional, but in the contract",
                "TeaBody.leaves[].size is not optional, but in the contract",
                "TeaBody.pot is in the contract alone", "TeaBody.spoons is Int, but boolean in the contract",
            ]
        )
    }

    @Test func `the reader finds every schema`() {
        let names = contractParts.flatMap(schemaLines).compactMap { line in
            line.firstMatch(of: /^ {4}([A-Za-z0-9]+):/).map { String($0.1) }
        }
        #expect(names.count > 300)
        #expect(Set(schemasOfContract.keys) == Set(names))
        #expect(schemasOfContract["TripState"]?["enum"]?.texts.first == "underWay")
    }
}

private let bodiesOfAPI = readBodies(
    SourceTree.sources.filter { $0.path.hasPrefix("Sources/API/") || $0.name == "Codable+Family.swift" }
)

private let contractParts = SourceTree.files.filter { $0.path.hasPrefix("Sources/Contract/Parts/") }

/// Empty where it cannot be read, which the tests find.
private let schemasOfContract: [String: ContractValue] = {
    let schemas = contractParts.flatMap(schemaLines).joined(separator: "\n")
    return (try? readContract(schemas).values) ?? [:]  // unreadable: no schema is found
}()

/// The lines of a part that hold schemas: all of `schemas.yaml`, and the end of `components.yaml`.
private func schemaLines(_ part: SourceFile) -> [String] {
    switch part.name {
    case "schemas.yaml": part.lines
    case "components.yaml": Array(part.lines.drop { $0 != "  schemas:" }.dropFirst())
    default: []
    }
}

private final class BodyComparison {
    let bodies: [String: BodyType]
    let schemas: [String: ContractValue]
    private(set) var compared: Set<String> = []
    private var found: Set<String> = []

    init(bodies: [String: BodyType], schemas: [String: ContractValue]) {
        (self.bodies, self.schemas) = (bodies, schemas)
    }

    func differences() -> Set<String> {
        for (name, body) in bodies where !name.contains(".") && !body.isEnum {
            let own = schemaNames(name).compactMap { schemas[$0] }
            if !own.isEmpty { compare(body, own, name) }
        }
        return found
    }

    private func schemaNames(_ body: String) -> [String] {
        schemasOfBody[body] ?? [body.hasSuffix("Body") ? String(body.dropLast(4)) : body].filter { schemas[$0] != nil }
    }

    private func compare(_ body: BodyType, _ schemas: [ContractValue], _ place: String) {
        compared.insert(body.name)
        let described = schemas.map { ($0, ($0["properties"]?.values ?? [:]).filter { $0.value != .text("false") }) }
        let names = Set(body.properties.map(\.name))
        for name in Set(described.flatMap(\.1.keys)).subtracting(names) {
            note("\(place).\(name) is in the contract alone")
        }
        for (name, type) in body.properties {
            let isOptional = type.hasSuffix("?")
            let uses = described.compactMap { schema, properties in properties[name].map { (schema, $0) } }
            if uses.isEmpty { note("\(place).\(name) is in the body alone") }
            for (schema, property) in uses {
                let isRequired = schema["required"]?.texts.contains(name) ?? false
                if !isOptional, !isRequired { note("\(place).\(name) is not optional, but in the contract") }
                // With several schemas, a property may be absent in some of them.
                if isOptional, isRequired, schemas.count == 1 {
                    note("\(place).\(name) is optional, but required in the contract")
                }
                compare(isOptional ? String(type.dropLast()) : type, property, in: body.name, "\(place).\(name)")
            }
        }
    }

    private func compare(_ type: String, _ property: ContractValue, in outer: String, _ place: String) {
        let (schema, reference) = resolved(property)
        let isList = type.hasPrefix("["), isTable = isList && type.contains(":")
        if isList, !isTable, let items = schema["items"] {
            return compare(String(type.dropFirst().dropLast()), items, in: outer, place + "[]")
        }
        if let body = body(type, in: outer), kinds[type] == nil {
            if body.isEnum { return compareCases(body, schema, place) }
            guard let reference, !body.name.contains(".") else { return compare(body, [schema], place) }
            if !schemaNames(body.name).contains(reference) {
                note("\(place) is \(type), but \(reference) in the contract")
            }
            return
        }
        let expected = isTable ? ["object"] : type.hasPrefix("ID<") ? ["string"] : kinds[type] ?? []
        let said = kindsOf(schema)
        // `number` includes integers; a schema with only a pattern describes a string.
        if said.isEmpty && expected.contains("string") || said == ["number"] && expected == ["integer"] { return }
        if said.isDisjoint(with: expected) {
            note("\(place) is \(type), but \(said.sorted().joined(separator: " or ")) in the contract")
        }
    }

    private func compareCases(_ body: BodyType, _ schema: ContractValue, _ place: String) {
        let said = Set((schema["enum"] ?? schema["const"])?.texts ?? []).subtracting(["null"])
        let differing =
            widerEnums.contains(body.name) ? said.subtracting(body.cases) : said.symmetricDifference(body.cases)
        if !differing.isEmpty {
            note("\(place) has the cases \(differing.sorted().joined(separator: ", ")) on one side alone")
        }
    }

    /// The type with this name, looked up from inside another type.
    private func body(_ type: String, in outer: String) -> BodyType? {
        let around = outer.split(separator: ".")
        let places = (0...around.count).reversed().map { (around.prefix($0) + [type[...]]).joined(separator: ".") }
        return places.lazy.compactMap { self.bodies[$0] }.first
    }

    /// The schema of a property with references followed, and its name if it has one.
    private func resolved(_ property: ContractValue) -> (schema: ContractValue, reference: String?) {
        let choices = (property["oneOf"] ?? property["anyOf"] ?? property["allOf"])?.items ?? []
        let real = choices.filter { $0["type"] != .text("null") }
        if real.count == 1 { return resolved(real[0]) }
        guard property["type"] == nil, let name = property["$ref"]?.text?.split(separator: "/").last.map(String.init),
            let schema = schemas[name]
        else { return (property, nil) }
        let (inner, further) = resolved(schema)
        return (inner, further ?? name)
    }

    private func kindsOf(_ schema: ContractValue) -> Set<String> {
        if let value = schema["const"]?.text { return value == "true" ? ["boolean"] : ["string"] }
        if schema["enum"] != nil { return ["string"] }
        if schema["oneOf"] != nil { return ["string"] }
        return Set(schema["type"]?.texts ?? []).subtracting(["null"])
    }

    private func note(_ difference: String) {
        found.insert(difference)
    }
}
