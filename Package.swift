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

        // Storage.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "SQL", swiftSettings: strict),
        .target(name: "SQLite", dependencies: ["SQL", "CSQLite"], swiftSettings: strictOverC),
        .target(
            name: "Storage",
            dependencies: ["Family", "SQL"],
            resources: [.embedInCode("Migrations")],
            swiftSettings: strict
        ),

        // The map behind everything, the ways and the places on it.
        .target(
            name: "Maps",
            dependencies: ["Crypto", "Family", "HTTPClient", "Letters", "Linux", "PhoneProtocols", "SQL"],
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
        .systemLibrary(name: "CUnicode", providers: [.apt(["libicu-dev"])]),
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
        // What leaves with its member goes as one archive.
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
        .target(name: "HTTPClient", dependencies: ["CCurl"], swiftSettings: strictOverC),
        // Backups: one file each, encrypted to a key that the hub does not have.
        .target(name: "Backups", dependencies: ["Crypto", "Family", "Linux"], swiftSettings: strictOverC),
        // Messages on their way to people.
        .target(name: "Messaging", dependencies: ["Crypto", "Family", "HTTPClient", "Linux"], swiftSettings: strict),
        .target(name: "Bus", dependencies: ["Family"], swiftSettings: strict),
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
                "Bus", "Messaging", "PhoneNumbers", "Pictures",
            ],
            swiftSettings: strict
        ),
        .target(name: "API", dependencies: ["Family"], swiftSettings: strict),
        // The contract of the API, taken in as it stands.
        .target(name: "COpenAPI"),
        .target(
            name: "HubAPI",
            dependencies: [
                "API", "Family", "Hub", "HTTP", "Maps", "Passkeys", "PhoneProtocols", "COpenAPI", "Crypto", "CQREncode",
                "Zip",
            ],
            exclude: ["openapi.yaml"],
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
                "API", "Backups", "Bus", "CEpoll", "Crypto", "Demo", "Family", "HTTP", "HTTPClient", "Hub",
                "HubAPI",
                "LedgerLog", "Maps", "Messaging", "PhoneNumbers", "PhoneProtocols", "Linux", "Pictures", "Replay",
                "SQL", "SQLite",
                "Storage",
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
        .testTarget(
            name: "CoreTests",
            dependencies: ["Core"],
            exclude: ["runner.mjs"],
            swiftSettings: strict
        ),

        // An authenticator in memory, for the tests of passkeys.
        .target(
            name: "TestAuthenticator",
            dependencies: ["CCrypto", "Crypto", "Family"],
            path: "Tests/TestAuthenticator",
            swiftSettings: strict
        ),
        .testTarget(
            name: "PasskeysTests",
            dependencies: ["Passkeys", "Crypto", "TestAuthenticator"],
            swiftSettings: strict
        ),
        .testTarget(name: "CompressionTests", dependencies: ["Compression"], swiftSettings: strict),
        .testTarget(name: "FamilyTests", dependencies: ["Family"], swiftSettings: strict),
        .testTarget(name: "PhoneProtocolsTests", dependencies: ["PhoneProtocols", "Family"], swiftSettings: strict),
        // A bare HTTP client over sockets, shared by the tests that need one.
        .target(name: "WireClient", path: "Tests/WireClient", swiftSettings: strict),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP", "WireClient"], swiftSettings: strict),
        .testTarget(name: "ReplayTests", dependencies: ["Replay", "PhoneProtocols", "Family"], swiftSettings: strict),
        .testTarget(name: "DemoTests", dependencies: ["Demo", "Family"], swiftSettings: strict),
        // Picture files made by hand, for the tests that need some.
        .target(name: "SamplePictures", path: "Tests/SamplePictures", swiftSettings: strict),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures", "SamplePictures"], swiftSettings: strict),
        .testTarget(name: "CountriesTests", dependencies: ["Countries", "Family"], swiftSettings: strict),
        .testTarget(
            name: "PhoneNumbersTests",
            dependencies: ["Family", "PhoneNumbers"],
            exclude: ["oracle.py"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MessagingTests",
            dependencies: ["Messaging", "HTTPClient", "HTTP", "Crypto", "Family", "WireClient"],
            exclude: ["mailbox.py"],
            swiftSettings: strict
        ),
        .testTarget(name: "BackupsTests", dependencies: ["Backups", "Crypto", "Family"], swiftSettings: strict),
        .testTarget(name: "ZipTests", dependencies: ["Zip"], swiftSettings: strict),
        .testTarget(
            name: "CryptoTests",
            dependencies: ["Crypto"],
            exclude: ["push_reader.py"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "LedgerLogTests",
            dependencies: ["LedgerLog", "Crypto", "Family"],
            exclude: ["page-check.mjs"],
            swiftSettings: strict
        ),
        // A disk on which a power cut loses what was not synced, for SQLite and for what a whole program writes.
        .target(name: "ForgettingDisk", dependencies: ["CSQLite"], path: "Tests/ForgettingDisk"),
        .testTarget(
            name: "StorageTests",
            dependencies: ["SQL", "SQLite", "Storage", "Family", "ForgettingDisk"],
            swiftSettings: strict
        ),
        .testTarget(name: "LinuxTests", dependencies: ["Linux"], swiftSettings: strict),
        .testTarget(
            name: "MapsTests",
            dependencies: ["Maps", "Crypto", "SQL", "SQLite", "Linux", "Family", "HTTP", "WireClient"],
            exclude: ["Search/town.opl"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "HubTests",
            dependencies: [
                "Hub", "SQL", "SQLite", "Storage", "Family", "LedgerLog", "Bus", "Crypto", "Messaging", "Passkeys",
                "PhoneNumbers", "TestAuthenticator",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "HubAPITests",
            dependencies: [
                "HubAPI", "API", "Hub", "HTTP", "LedgerLog", "Maps", "PhoneNumbers", "SQL", "SQLite", "Storage",
                "Family", "Bus", "CSodium", "Crypto", "Messaging", "WireClient", "SamplePictures", "TestAuthenticator",
                "Zip",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "HearthClientTests",
            dependencies: [
                "HearthClient", "API", "Bus", "Crypto", "Family", "HTTP", "Hub", "HubAPI", "Maps", "SQL", "SQLite",
                "Storage", "WireClient",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["Family", "API", "ForgettingDisk", "HTTP", "Pictures", "SamplePictures", "WireClient"],
            exclude: ["House/older_database.py"],
            swiftSettings: strict
        ),
        .testTarget(name: "TidyTests", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x,
    cxxLanguageStandard: .cxx17
)
