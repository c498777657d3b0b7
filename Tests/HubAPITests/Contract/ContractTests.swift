import API
import HubAPI
import Testing

/// One operation as the document names it: "GET /api/v1/places/{id}".
private struct Operation: Hashable, CustomStringConvertible {
    var method: String
    var path: String

    var description: String { "\(method) \(path)" }
}

@Suite struct ContractTests {
    @Test(arguments: everyRoute)
    func `every route is in the document`(_ route: Route) {
        let (method, path) = route.methodAndPath
        let template =
            path
            .replacing(sampleIDText, with: "{id}")
            .replacing(sampleToken, with: "{token}")
            .replacing("/regions/home", with: "/regions/{name}")
            .replacing("/14/8625/5750", with: "/{zoom}/{column}/{row}")
            .replacing("/tile/0/000", with: "/tile/{level}/{number}")
        // A second identity in a path has a name of its own, which a route does not know.
        let names = documented.operations.map { operation in
            var plain = operation
            plain.path = plain.path.replacing("{member}", with: "{id}").replacing("{invite}", with: "{id}")
                .replacing("{device}", with: "{id}").replacing("{viewer}", with: "{id}")
                .replacing("{allowance}", with: "{id}").replacing("{approval}", with: "{id}")
                .replacing("{link}", with: "{id}").replacing("{agreement}", with: "{id}")
                .replacing("{tracker}", with: "{id}").replacing("{payee}", with: "{id}")
                .replacing("{payment}", with: "{id}").replacing("{request}", with: "{id}")
            return plain
        }
        #expect(names.contains(Operation(method: method, path: template)))
    }

    @Test(arguments: documented.operations)
    private func `every operation of the document is a route`(_ operation: Operation) throws {
        let path =
            operation.path
            .replacing("{id}", with: sampleIDText)
            .replacing("{member}", with: sampleIDText)
            .replacing("{invite}", with: sampleIDText)
            .replacing("{device}", with: sampleIDText)
            .replacing("{viewer}", with: sampleIDText)
            .replacing("{allowance}", with: sampleIDText)
            .replacing("{payee}", with: sampleIDText)
            .replacing("{payment}", with: sampleIDText)
            .replacing("{request}", with: sampleIDText)
            .replacing("{approval}", with: sampleIDText)
            .replacing("{link}", with: sampleIDText)
            .replacing("{agreement}", with: sampleIDText)
            .replacing("{tracker}", with: sampleIDText)
            .replacing("{token}", with: sampleToken)
            .replacing("{name}", with: "home")
            .replacing("/{zoom}/{column}/{row}", with: "/14/8625/5750")
            .replacing("/tile/{level}/{number}", with: "/tile/0/000")
        let route = try Route(method: operation.method, path: path)
        if case .ingest = route { return }
        #expect(route.methodAndPath == (operation.method, path))
    }

    @Test func `the document has as many operations as there are routes and doors`() {
        let doors = documented.operations.count { operation in
            Route.door(path: operation.path.replacing("{token}", with: sampleToken)) != nil
        }
        // One path of our own for each app, and three that apps have built in, with and without a token, by GET and by POST.
        #expect(doors == (PhoneProtocol.allCases.count + 3) * 2 * 2)
        let others = everyRoute.count { if case .ingest = $0 { false } else { true } }
        #expect(documented.operations.count - doors == others)
        #expect(Set(documented.operations).count == documented.operations.count)
    }

    @Test func `S16: no operation takes more than one phone number`() {
        var phones = 0
        for (line, next) in zip(documentLines, documentLines.dropFirst())
        where line.contains(/^ *(phones?|phoneNumbers?|addressBook): */) {
            phones += 1
            let isList = line.contains("array") || next.contains("array") || line.contains("[")
            #expect(!isList, "\(line)")
        }
        #expect(phones > 10)
    }

    @Test func `every operation has a name of its own`() {
        #expect(documented.names.count == documented.operations.count)
        #expect(Set(documented.names).count == documented.names.count)
    }

    @Test func `the document says that it is OpenAPI 3.1`() {
        #expect(documentLines.contains("openapi: 3.1.0"))
    }
}

/// The lines of the contract as the hub serves it.
private let documentLines = HubService.openAPIText.split(separator: "\n", omittingEmptySubsequences: false)

/// What a scan of the document finds: a path is two spaces in, its methods four, what they say six.
private let documented: (operations: [Operation], names: [String]) = {
    var found: (operations: [Operation], names: [String]) = ([], [])
    var path = ""
    for line in documentLines.drop(while: { $0 != "paths:" }).prefix(while: { $0 != "components:" }) {
        if line.hasPrefix("  /"), line.hasSuffix(":") {
            path = String(line.dropFirst(2).dropLast())
        } else if line.hasPrefix("    "), !line.hasPrefix("     "), line.hasSuffix(":") {
            found.operations.append(Operation(method: line.dropFirst(4).dropLast().uppercased(), path: path))
        } else if line.hasPrefix("      operationId: ") {
            found.names.append(String(line.dropFirst("      operationId: ".count)))
        }
    }
    return found
}()
