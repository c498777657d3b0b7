import HubAPI

extension Command {
    static let version = Command(
        name: "version",
        summary: "prints the version",
        help: """
            usage: hearth version [--json]

            Prints the version of this program; that of a hub that runs is among what hearth doctor finds.

              --json   prints {version}
            """
    ) { words in
        let arguments = try Arguments(words, flags: [], switches: ["json"])
        try arguments.noPositional()
        guard arguments.switches.contains("json") else { return result("hearth \(HubService.version)") }
        try json(["version": HubService.version])
    }

    static let openAPI = Command(
        name: "openapi",
        summary: "prints the contract of the HTTP API",
        help: "usage: hearth openapi\n\nPrints the same OpenAPI document as a hub serves at /api/v1/openapi.yaml."
    ) { _ in
        write(HubService.openAPIText, to: 1)
    }
}
