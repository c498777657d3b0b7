// swift-tools-version: 6.3
import PackageDescription

/// Every target: Swift 6, nothing implicit, no warning survives.
let strict: [SwiftSetting] =
    [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
        "InferIsolatedConformances", "ImmutableWeakCaptures",
    ].map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]

/// Targets that import a C module also mark each unsafe use.
let strictOverC: [SwiftSetting] = strict + [.strictMemorySafety()]

/// Tests of what they depend on; `files` of other languages lie beside them.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], without files: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: strict)
}

/// A module in Swift: a part of the hub, what it is built from, or what tests share.
func module(
    _ name: String,
    _ needs: [Target.Dependency] = [],
    in folder: String = "Sources",
    at path: String? = nil,
    without files: [String] = [],
    embedding embedded: [String] = [],
    _ settings: [SwiftSetting] = strict
) -> Target {
    .target(
        name: name,
        dependencies: needs,
        path: path ?? "\(folder)/\(name)",
        exclude: files,
        resources: embedded.map { .embedInCode($0) },
        swiftSettings: settings
    )
}

/// What a hub is built from.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = strict) -> Target {
    module(name, dependencies, in: "Sources/Libraries", settings)
}

/// A library of the system's, by its headers.
func system(_ name: String, _ package: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// C of our own.
func c(_ name: String, _ needs: [Target.Dependency] = [], linked: [String] = [], without: [String] = []) -> Target {
    let linker = linked.map { LinkerSetting.linkedLibrary($0) }
    let path = "Sources/CLibraries/\(name)"
    return .target(name: name, dependencies: needs, path: path, exclude: without, linkerSettings: linker)
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
        c("CDomainMath", linked: ["m"]),
        module("Family", ["CDomainMath"]),
        // The scanner borrows the request it reads: a type that cannot escape, which has to name its lifetime.
        library("PhoneProtocols", ["Family"], strict + [.enableExperimentalFeature("Lifetimes")]),
        // Where the hub's own work runs: on threads, or in the order of a seed.
        library("Work"),
        // Storage.
        system("CSQLite", "libsqlite3-dev", pkgConfig: "sqlite3"),
        library("SQL", ["Work"]),
        library("SQLite", ["SQL", "CSQLite", "Work"], strictOverC),
        system("CPostgres", "libpq-dev", pkgConfig: "libpq"),
        library("Postgres", ["SQL", "CPostgres", "Work"], strictOverC),
        module("Storage", ["Family", "SQL"], embedding: ["Migrations", "PostgresMigrations"]),
        // The map behind everything, the ways and the places on it.
        module(
            "Maps",
            ["Crypto", "Family", "HTTPClient", "Linux", "PhoneProtocols", "SQL", "TextNormalization", "Work"],
            embedding: [
                "style.json", "openmaptiles.json", "raster.json", "World/world.json", "World/ground.json",
                "World/labels.json", "Tilemaker/config.json", "Tilemaker/process.lua",
            ]
        ),
        // What Linux does and Swift has no word for: programs beside the hub that end with it, folders exchanged.
        c("CLinux"),
        library("Linux", ["CLinux"], strictOverC),
        // The outside: sockets, secrets, codes to scan.
        system("CMicroHTTPD", "libmicrohttpd-dev", pkgConfig: "libmicrohttpd"),
        system("CGnuTLS", "libgnutls28-dev", pkgConfig: "gnutls"),
        system("CZlib", "zlib1g-dev", pkgConfig: "zlib"),
        library("Compression", ["CZlib"], strictOverC),
        c("CStrictReads", ["CGnuTLS"]),
        library("HTTP", ["CGnuTLS", "CMicroHTTPD", "CStrictReads", "Compression"], strictOverC),
        system("CSodium", "libsodium-dev", pkgConfig: "libsodium"),
        system("CCrypto", "libssl-dev", pkgConfig: "libcrypto"),
        c("CUnicode", linked: ["icuuc", "icui18n"]),
        library("TextNormalization", ["CUnicode"], strictOverC),
        library("Crypto", ["CSodium", "CCrypto", "TextNormalization"], strictOverC),
        // A ledger's log: the tree over its entries, signed heads, and a check of all of it.
        library("LedgerLog", ["Crypto", "Family"]),
        // What authenticators say, and whether it is genuine.
        library("Passkeys", ["Crypto"]),
        system("CQREncode", "libqrencode-dev", pkgConfig: "libqrencode"),
        // Members' pictures, made anew from their pixels. Only the headers: libgd is loaded by who makes a picture.
        system("CGD", "libgd-dev"),
        c("CConfined"),
        library("Pictures", ["CConfined", "CGD"], strictOverC),
        system("CZip", "libzip-dev", pkgConfig: "libzip"),
        library("Zip", ["CZip"], strictOverC),
        // libphonenumber is C++, whose headers the compiler cannot import: a file of C stands between.
        c("CPhoneNumber", linked: ["phonenumber"]),
        library("PhoneNumbers", ["CPhoneNumber"], strictOverC),
        // The borders of the world, taken in as they were made.
        c("CCountries", without: ["README.md", "countries.bin"]),
        library("Countries", ["CCountries", "Family"], strictOverC),
        system("CCurl", "libcurl4-openssl-dev", pkgConfig: "libcurl"),
        c("CEpoll"),
        library("HTTPClient", ["CCurl", "Work"], strictOverC),
        // Backups: one file each, encrypted to a key that the hub does not have.
        library("Backups", ["Crypto", "Family", "Linux"], strictOverC),
        library("Messaging", ["Crypto", "Family", "HTTPClient", "Linux", "Work"]),
        // A second machine that notifies the recipients when the hub is silent: the rules of both sides, and its own file.
        module(
            "Deputy",
            ["Crypto", "Family", "HTTPClient", "Languages", "Messaging", "SQL"],
            embedding: ["File/Migrations"]
        ),
        // Coins with a chain of their own: what is read of it, by a program beside the hub.
        module("Coins", ["Crypto", "Family", "HTTPClient", "Linux", "Work"]),
        // The languages in which the hub writes to people, and its words in each.
        module("Languages", in: "Sources/Libraries", embedding: ["Translations"]),
        library("Bus", ["Family", "Work"]),
        module("Replay", ["Family", "PhoneProtocols"]),
        module("Demo", ["CDomainMath", "Family"], without: ["Ways/README.md"], embedding: ["Ways/ways.txt"]),
        // Use cases, their HTTP face, and the one executable.
        module(
            "Hub",
            [
                "Family", "LedgerLog", "TextNormalization", "SQL", "Storage", "Compression", "Countries", "Crypto",
                "Passkeys",
                "Bus", "Coins", "Deputy", "Languages", "Messaging", "PhoneNumbers", "Pictures", "Work",
            ]
        ),
        module("API", ["Family"]),
        // The contract of the API, in parts by feature, taken in as they stand.
        .target(name: "COpenAPI", path: "Sources/Contract", exclude: ["Parts"]),
        module(
            "HubAPI",
            [
                "API", "Coins", "Deputy", "Family", "Hub", "HTTP", "Languages", "Maps", "Passkeys", "PhoneProtocols",
                "COpenAPI", "Crypto", "CQREncode", "Zip",
            ],
            strictOverC
        ),
        // The same API from the other side, for apps: Foundation and nothing else.
        module("HearthClient", ["API", "Family"]),
        .executableTarget(
            name: "hearth-follow",
            dependencies: ["API", "Family", "HearthClient"],
            swiftSettings: strict
        ),
        // The command line, the settings, a hub's folder and its server: what `hearth` and `hearth-bench` run.
        module(
            "HearthProgram",
            [
                "API", "Backups", "Bus", "CEpoll", "Coins", "Crypto", "Demo", "Deputy", "Family", "HTTP",
                "HTTPClient", "Hub", "HubAPI", "LedgerLog", "Maps", "Messaging", "PhoneNumbers", "PhoneProtocols",
                "Languages", "Linux", "Pictures", "Postgres", "Replay", "SQL", "SQLite", "Storage", "Work",
            ],
            at: "Sources/hearth",
            without: ["Main"],
            embedding: ["Setup/hearth.service", "Setup/hearth.toml"],
            strictOverC
        ),
        .executableTarget(
            name: "hearth",
            dependencies: ["HearthProgram"],
            path: "Sources/hearth/Main",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "hearth-bench",
            dependencies: [
                "API", "CEpoll", "Crypto", "Family", "HearthProgram", "HTTP", "HTTPClient", "Hub", "HubAPI", "Linux",
                "Maps", "PhoneProtocols", "SQL", "SQLite", "Storage", "Work",
            ],
            swiftSettings: strictOverC
        ),
        // What core.wasm exports, compiled for this machine so that the tests can ask both. No product holds it.
        module("Core", ["Family"], at: "Web/core", without: ["build", "imports.txt", "rt.c"]),
        .target(name: "CPrograms", path: "Tests/CPrograms"),
        module("Programs", ["CPrograms"], in: "Tests"),
        tests("CoreTests", ["Core", "Programs"], without: ["runner.mjs"]),
        // An authenticator in memory, for the tests of passkeys.
        module("TestAuthenticator", ["CCrypto", "Crypto", "Family"], in: "Tests"),
        tests("PasskeysTests", ["Passkeys", "Crypto", "TestAuthenticator"]),
        tests("CompressionTests", ["Compression"]),
        tests("FamilyTests", ["Family", "WireClient"]),
        tests("PhoneProtocolsTests", ["PhoneProtocols", "Family", "WireClient"]),
        // A bare HTTP client over sockets, shared by the tests that need one.
        module("WireClient", in: "Tests"),
        tests("HTTPTests", ["HTTP", "WireClient"]),
        tests("ReplayTests", ["Replay", "PhoneProtocols", "Family"]),
        tests("DemoTests", ["Demo", "Family", "Languages"]),
        // Picture files made by hand, for the tests that need some.
        module("SamplePictures", in: "Tests"),
        tests("PicturesTests", ["Pictures", "Programs", "SamplePictures"]),
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
        module("LocalChain", ["Coins", "Family", "HTTPClient", "Linux"], in: "Tests"),
        tests("CoinsTests", ["Coins", "Crypto", "Family", "HTTPClient", "Linux", "LocalChain", "Programs"]),
        tests("ZipTests", ["Programs", "Zip"]),
        tests("CryptoTests", ["Crypto", "Programs"], without: ["push_reader.py"]),
        tests("LedgerLogTests", ["LedgerLog", "Crypto", "Family", "Programs"], without: ["page-check.mjs"]),
        // A disk on which a power cut loses what was not synced, for SQLite and for what a whole program writes.
        .target(name: "ForgettingDisk", dependencies: ["CSQLite"], path: "Tests/ForgettingDisk"),
        module(
            "PostgresServer",
            ["CPostgres", "Crypto", "Postgres", "Programs", "SQL", "SQLite", "Storage"],
            in: "Tests",
            without: ["serve"],
            strictOverC
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
