// swift-tools-version: 6.3
import PackageDescription

/// Every target: Swift 6, nothing implicit, no warning survives.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]

/// Targets that import a C module also mark each unsafe use.
let strictOverC: [SwiftSetting] = strict + [.strictMemorySafety()]

/// Tests of what they depend on; `files` of other languages lie beside them.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], without files: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: strict)
}

let package = Package(
    name: "hearth",
    // What an app that takes the client library runs on; the hub itself is built for Linux.
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .executable(name: "hearth", targets: ["hearth"]),
        .executable(name: "hearth-follow", targets: ["hearth-follow"]),
        .library(name: "HearthClient", targets: ["HearthClient", "API", "Family"]),
    ],
    targets: [
        // What a family hub is. Pure; also compiled to WebAssembly.
        .target(name: "CDomainMath", linkerSettings: [.linkedLibrary("m")]),
        .target(name: "Family", dependencies: ["CDomainMath"], swiftSettings: strict),
        .target(
            name: "PhoneProtocols",
            dependencies: ["Family"],
            // The scanner borrows the request it reads: a type that cannot escape, which has to name its lifetime.
            swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]
        ),

        // Where the hub's own work runs: on threads, or in the order of a seed.
        .target(name: "Work", swiftSettings: strict),
        // Storage.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "SQL", dependencies: ["Work"], swiftSettings: strict),
        .target(name: "SQLite", dependencies: ["SQL", "CSQLite", "Work"], swiftSettings: strictOverC),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(name: "Postgres", dependencies: ["SQL", "CPostgres", "Work"], swiftSettings: strictOverC),
        .target(
            name: "Storage",
            dependencies: ["Family", "SQL"],
            resources: [.embedInCode("Migrations"), .embedInCode("PostgresMigrations")],
            swiftSettings: strict
        ),
        // The map behind everything, the ways and the places on it.
        .target(
            name: "Maps",
            dependencies: ["Crypto", "Family", "HTTPClient", "Letters", "Linux", "PhoneProtocols", "SQL", "Work"],
            resources: [
                .embedInCode("style.json"), .embedInCode("openmaptiles.json"), .embedInCode("raster.json"),
                .embedInCode("World/world.json"), .embedInCode("World/ground.json"), .embedInCode("World/labels.json"),
                .embedInCode("Tilemaker/config.json"),
                .embedInCode("Tilemaker/process.lua"),
            ],
            swiftSettings: strict
        ),
        // What Linux does and Swift has no word for: programs beside the hub that end with it, folders exchanged.
        .target(name: "CLinux"),
        .target(name: "Linux", dependencies: ["CLinux"], swiftSettings: strictOverC),
        // The outside: sockets, secrets, codes to scan.
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "Compression", dependencies: ["CZlib"], swiftSettings: strictOverC),
        .target(name: "CStrictReads", dependencies: ["CGnuTLS"]),
        .target(
            name: "HTTP",
            dependencies: ["CGnuTLS", "CMicroHTTPD", "CStrictReads", "Compression"],
            swiftSettings: strictOverC
        ),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CUnicode", linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icui18n")]),
        .target(name: "Letters", dependencies: ["CUnicode"], swiftSettings: strictOverC),
        .target(name: "Crypto", dependencies: ["CSodium", "CCrypto", "Letters"], swiftSettings: strictOverC),
        // A ledger's log: the tree over its entries, signed heads, and a check of all of it.
        .target(name: "LedgerLog", dependencies: ["Crypto", "Family"], swiftSettings: strict),
        // What authenticators say, and whether it is genuine.
        .target(name: "Passkeys", dependencies: ["Crypto"], swiftSettings: strict),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        // Members' pictures, made anew from their pixels. Only the headers: libgd is loaded by who makes a picture.
        .systemLibrary(name: "CGD", providers: [.apt(["libgd-dev"])]),
        .target(name: "CConfined"),
        .target(name: "Pictures", dependencies: ["CConfined", "CGD"], swiftSettings: strictOverC),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .target(name: "Zip", dependencies: ["CZip"], swiftSettings: strictOverC),
        // libphonenumber is C++, whose headers the compiler cannot import: a file of C stands between.
        .target(name: "CPhoneNumber", linkerSettings: [.linkedLibrary("phonenumber")]),
        .target(name: "PhoneNumbers", dependencies: ["CPhoneNumber"], swiftSettings: strictOverC),
        // The borders of the world, taken in as they were made.
        .target(name: "CCountries", exclude: ["README.md", "countries.bin"]),
        .target(name: "Countries", dependencies: ["CCountries", "Family"], swiftSettings: strictOverC),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CEpoll"),
        .target(name: "HTTPClient", dependencies: ["CCurl", "Work"], swiftSettings: strictOverC),
        // Backups: one file each, encrypted to a key that the hub does not have.
        .target(name: "Backups", dependencies: ["Crypto", "Family", "Linux"], swiftSettings: strictOverC),
        .target(
            name: "Messaging",
            dependencies: ["Crypto", "Family", "HTTPClient", "Linux", "Work"],
            swiftSettings: strict
        ),
        // A second machine that notifies the recipients when the hub is silent: the rules of both sides, and its own file.
        .target(
            name: "Deputy",
            dependencies: ["Crypto", "Family", "HTTPClient", "Languages", "Messaging", "SQL"],
            resources: [.embedInCode("File/Migrations")],
            swiftSettings: strict
        ),
        // Coins with a chain of their own: what is read of it, by a program beside the hub.
        .target(
            name: "Coins",
            dependencies: ["Crypto", "Family", "HTTPClient", "Linux", "Work"],
            swiftSettings: strict
        ),
        // The languages in which the hub writes to people, and its words in each.
        .target(name: "Languages", resources: [.embedInCode("Translations")], swiftSettings: strict),
        .target(name: "Bus", dependencies: ["Family", "Work"], swiftSettings: strict),
        .target(name: "Replay", dependencies: ["Family", "PhoneProtocols"], swiftSettings: strict),
        .target(
            name: "Demo",
            dependencies: ["CDomainMath", "Family"],
            exclude: ["Ways/README.md"],
            resources: [.embedInCode("Ways/ways.txt")],
            swiftSettings: strict
        ),
        // Use cases, their HTTP face, and the one executable.
        .target(
            name: "Hub",
            dependencies: [
                "Family", "LedgerLog", "Letters", "SQL", "Storage", "Compression", "Countries", "Crypto", "Passkeys",
                "Bus", "Coins", "Deputy", "Languages", "Messaging", "PhoneNumbers", "Pictures", "Work",
            ],
            swiftSettings: strict
        ),
        .target(name: "API", dependencies: ["Family"], swiftSettings: strict),
        // The contract of the API, in parts by feature, taken in as they stand.
        .target(name: "COpenAPI", exclude: ["Contract"]),
        .target(
            name: "HubAPI",
            dependencies: [
                "API", "Coins", "Deputy", "Family", "Hub", "HTTP", "Languages", "Maps", "Passkeys", "PhoneProtocols",
                "COpenAPI", "Crypto", "CQREncode", "Zip",
            ],
            swiftSettings: strictOverC
        ),
        // The same API from the other side, for apps: Foundation and nothing else.
        .target(name: "HearthClient", dependencies: ["API", "Family"], swiftSettings: strict),
        .executableTarget(
            name: "hearth-follow",
            dependencies: ["API", "Family", "HearthClient"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "hearth",
            dependencies: [
                "API", "Backups", "Bus", "CEpoll", "Coins", "Crypto", "Demo", "Deputy", "Family", "HTTP",
                "HTTPClient", "Hub", "HubAPI", "LedgerLog", "Maps", "Messaging", "PhoneNumbers", "PhoneProtocols",
                "Languages", "Linux", "Pictures", "Postgres", "Replay", "SQL", "SQLite", "Storage", "Work",
            ],
            // What the Debian package brings too: `hearth setup` writes the same.
            resources: [.embedInCode("Setup/hearth.service"), .embedInCode("Setup/hearth.toml")],
            swiftSettings: strictOverC
        ),

        // What core.wasm exports, compiled for this machine so that the tests can ask both. No product holds it.
        .target(
            name: "Core",
            dependencies: ["Family"],
            path: "Web/core",
            exclude: ["build", "imports.txt", "rt.c"],
            swiftSettings: strict
        ),
        .target(name: "CPrograms", path: "Tests/CPrograms"),
        .target(name: "Programs", dependencies: ["CPrograms"], path: "Tests/Programs", swiftSettings: strict),
        tests("CoreTests", ["Core", "Programs"], without: ["runner.mjs"]),
        // An authenticator in memory, for the tests of passkeys.
        .target(
            name: "TestAuthenticator",
            dependencies: ["CCrypto", "Crypto", "Family"],
            path: "Tests/TestAuthenticator",
            swiftSettings: strict
        ),
        tests("PasskeysTests", ["Passkeys", "Crypto", "TestAuthenticator"]),
        tests("CompressionTests", ["Compression"]),
        tests("FamilyTests", ["Family", "WireClient"]),
        tests("PhoneProtocolsTests", ["PhoneProtocols", "Family", "WireClient"]),
        // A bare HTTP client over sockets, shared by the tests that need one.
        .target(name: "WireClient", path: "Tests/WireClient", swiftSettings: strict),
        tests("HTTPTests", ["HTTP", "WireClient"]),
        tests("ReplayTests", ["Replay", "PhoneProtocols", "Family"]),
        tests("DemoTests", ["Demo", "Family", "Languages"]),
        // Picture files made by hand, for the tests that need some.
        .target(name: "SamplePictures", path: "Tests/SamplePictures", swiftSettings: strict),
        tests("PicturesTests", ["Pictures", "SamplePictures"]),
        tests("CountriesTests", ["Countries", "Family"]),
        tests("PhoneNumbersTests", ["Family", "PhoneNumbers", "Programs"], without: ["oracle.py"]),
        tests(
            "MessagingTests",
            ["Messaging", "HTTPClient", "HTTP", "Crypto", "Family", "Programs"],
            without: ["mailbox.py"]
        ),
        tests("DeputyTests", ["Deputy", "Crypto", "Family", "HTTP", "Languages", "Messaging", "SQL", "SQLite"]),
        tests("BackupsTests", ["Backups", "Crypto", "Family"]),
        // A Monero chain of this machine alone, with people who have coins on it.
        .target(
            name: "LocalChain",
            dependencies: ["Coins", "Family", "HTTPClient", "Linux"],
            path: "Tests/LocalChain",
            swiftSettings: strict
        ),
        tests("CoinsTests", ["Coins", "Crypto", "Family", "HTTPClient", "Linux", "LocalChain"]),
        tests("ZipTests", ["Programs", "Zip"]),
        tests("CryptoTests", ["Crypto", "Programs"], without: ["push_reader.py"]),
        tests("LedgerLogTests", ["LedgerLog", "Crypto", "Family", "Programs"], without: ["page-check.mjs"]),
        // A disk on which a power cut loses what was not synced, for SQLite and for what a whole program writes.
        .target(name: "ForgettingDisk", dependencies: ["CSQLite"], path: "Tests/ForgettingDisk"),
        .target(
            name: "PostgresServer",
            dependencies: ["CPostgres", "Crypto", "Postgres", "Programs", "SQL", "SQLite", "Storage"],
            path: "Tests/PostgresServer",
            exclude: ["serve"],
            swiftSettings: strictOverC
        ),
        tests("PostgresTests", ["Postgres", "PostgresServer", "Programs", "SQL", "WireClient"]),
        tests(
            "StorageTests",
            [
                "SQL", "SQLite", "Storage", "Family", "ForgettingDisk", "Postgres", "PostgresServer", "WireClient",
                "Work",
            ]
        ),
        tests("LanguagesTests", ["Languages"]),
        tests("LinuxTests", ["Linux"]),
        tests(
            "MapsTests",
            ["Maps", "Crypto", "SQL", "SQLite", "Linux", "Family", "HTTP", "WireClient"],
            without: ["Search/town.opl"]
        ),
        tests(
            "HubTests",
            [
                "Hub", "SQL", "SQLite", "Storage", "Family", "Languages", "LedgerLog", "Bus", "Coins", "Crypto",
                "Deputy", "LocalChain", "Messaging", "Passkeys", "PhoneNumbers", "Postgres", "PostgresServer",
                "Programs", "TestAuthenticator", "WireClient", "Work",
            ]
        ),
        tests(
            "HubAPITests",
            [
                "HubAPI", "API", "Coins", "Deputy", "Hub", "HTTP", "Languages", "LedgerLog", "LocalChain", "Maps",
                "PhoneNumbers", "PostgresServer", "SQL", "SQLite", "Storage", "Family", "Bus", "CSodium", "Crypto",
                "Messaging", "WireClient", "SamplePictures", "TestAuthenticator", "Work", "Zip",
            ]
        ),
        tests(
            "HearthClientTests",
            [
                "HearthClient", "API", "Bus", "Crypto", "Family", "HTTP", "Hub", "HubAPI", "Maps", "SQL", "SQLite",
                "Storage", "WireClient",
            ]
        ),
        tests(
            "EndToEndTests",
            [
                "Family", "API", "ForgettingDisk", "HTTP", "Pictures", "PostgresServer", "Programs", "SamplePictures",
                "WireClient",
            ],
            without: ["House/database_digest.py", "House/older_database.py"]
        ),
        // The whole hub in one seeded simulation. Its tests run it: linked to it they would have its clocks and no threads.
        .target(name: "SimulatedMachine", dependencies: ["CSodium"], path: "Tests/SimulatedMachine"),
        .executableTarget(
            name: "hearth-simulate",
            dependencies: [
                "Bus", "Crypto", "Family", "ForgettingDisk", "HTTP", "Hub", "HubAPI", "Messaging", "SQL", "SQLite",
                "SimulatedMachine", "Storage", "Work",
            ],
            path: "Tests/Simulation",
            swiftSettings: strict
        ),
        tests("SimulationTests", ["Programs"]),
        tests("TidyTests", ["Programs"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x,
    cxxLanguageStandard: .cxx17
)
