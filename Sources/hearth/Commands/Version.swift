import HubAPI

extension Command {
    static let version = Command(
        name: "version",
        summary: "says which Hearth this is",
        help: "usage: hearth version"
    ) { _ in
        result("hearth \(HubService.version)")
    }

    static let openAPI = Command(
        name: "openapi",
        summary: "prints the contract of the HTTP API",
        help: "usage: hearth openapi\n\nPrints the same OpenAPI document as a hub serves at /api/v1/openapi.yaml."
    ) { _ in
        write(HubService.openAPIText, to: 1)
    }
}
