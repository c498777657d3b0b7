import FoundationEssentials

/// What Valhalla's programs are told: only what Hearth uses, only loopback, no log of what is asked.
struct ValhallaConfiguration {
    /// Where the roads are.
    enum Roads {
        case folder(String)
        case archive(String)
    }

    /// How the service is reached.
    struct Service {
        /// Of 127.0.0.1.
        let port: UInt16
        /// A folder for the sockets between its parts, which is the one it runs in.
        let secondsToStop: Int
    }

    private let all: Value

    init(roads: Roads, service: Service?) {
        var parts: [String: Value] = [
            "logging": ["type": "std_out", "color": false],
            "mjolnir": Self.mjolnir(roads),
            "loki": Self.loki,
            "thor": ["service": ["proxy": "ipc://thor"]],
            "odin": [
                "service": ["proxy": "ipc://odin"],
                "markup_formatter": ["markup_enabled": false, "phoneme_format": ""],
            ],
            "meili": Self.meili,
            "service_limits": Self.limits,
        ]
        if let service {
            parts["httpd"] = [
                "service": [
                    "listen": .text("tcp://127.0.0.1:\(service.port)"), "loopback": "ipc://loopback",
                    "interrupt": "ipc://interrupt", "drain_seconds": 0,
                    "shutdown_seconds": .number(Double(service.secondsToStop)), "timeout_seconds": 30,
                ]
            ]
        }
        all = .group(parts)
    }

    /// The file's bytes.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers and groups of them, which always encode.
        guard let data = try? encoder.encode(all) else { return [] }
        return [UInt8](data)
    }

    private static func mjolnir(_ roads: Roads) -> Value {
        var parts: [String: Value] = [
            "logging": ["type": "std_out", "color": false], "max_cache_size": 64_000_000,
            "id_table_size": 1_300_000_000,
            "data_processing": ["use_admin_db": false],
        ]
        switch roads {
        case .folder(let path): parts["tile_dir"] = .text(path)
        case .archive(let path):
            parts["tile_extract"] = .text(path)
            // Needed by its reader even where the archive holds all.
            parts["tile_dir"] = .text(path + ".none")
        }
        return .group(parts)
    }

    private static let loki: Value = [
        "actions": ["route", "status", "trace_route", "isochrone"], "use_connectivity": true,
        "service": ["proxy": "ipc://loki"],
        // A place more than 2 km from any way has none near.
        "service_defaults": [
            "radius": 0, "minimum_reachability": 50, "search_cutoff": 2_000, "node_snap_tolerance": 5,
            "street_side_tolerance": 5, "street_side_max_distance": 1_000, "heading_tolerance": 60,
            "mvt_min_zoom_road_class": [7, 7, 8, 11, 11, 12, 13, 14], "mvt_cache_min_zoom": 11,
        ],
    ]

    private static let meili: Value = [
        "mode": "auto", "customizable": [], "verbose": false, "service": ["proxy": "ipc://meili"],
        "grid": ["size": 500, "cache_size": 100_240],
        "default": [
            "sigma_z": 4.07, "gps_accuracy": 5, "beta": 3, "max_route_distance_factor": 5, "max_route_time_factor": 5,
            "max_search_radius": 100, "breakage_distance": 2_000, "interpolation_distance": 10, "search_radius": 50,
            "geometry": false, "route": true, "turn_penalty_factor": 0,
        ],
    ]

    /// How far apart two places may be, in metres, and what else bounds a question.
    private static var limits: Value {
        let far = ["auto", "auto_pedestrian", "bus", "taxi", "truck"]
        let near = ["bicycle", "motor_scooter", "motorcycle", "multimodal", "transit", "bikeshare", "pedestrian"]
        var parts: [String: Value] = [
            "status": ["allow_verbose": false],
            "isochrone": [
                "max_contours": 4, "max_time_contour": 120, "max_distance": 25_000, "max_locations": 1,
                "max_distance_contour": 200,
            ],
            "trace": [
                "max_distance": 200_000, "max_gps_accuracy": 100, "max_search_radius": 100, "max_shape": 16_000,
                "max_alternates": 0, "max_alternates_shape": 100,
            ],
            "skadi": ["max_shape": 1, "min_resample": 10], "centroid": ["max_distance": 200_000, "max_locations": 5],
            "max_exclude_locations": 0, "max_reachability": 100, "max_radius": 200, "max_timedep_distance": 500_000,
            "max_alternates": 0, "max_exclude_polygons_length": 0, "max_exclude_polygons_vertices": 0,
            "hierarchy_limits": ["allow_modification": false],
        ]
        for (modes, metres) in [(far, 2_000_000.0), (near, 500_000.0)] {
            for mode in modes {
                parts[mode] = [
                    "max_distance": .number(metres), "max_locations": 2, "max_matrix_distance": 0,
                    "max_matrix_location_pairs": 0, "min_multimodal_walking_distance": 1,
                    "max_multimodal_walking_distance": 10_000,
                ]
            }
        }
        return .group(parts)
    }
}

/// JSON, written as Swift writes texts, numbers, lists and dictionaries.
private indirect enum Value: Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([Value])
    case group([String: Value])

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(floatLiteral number: Double) { self = .number(number) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
    init(arrayLiteral values: Value...) { self = .list(values) }
    init(dictionaryLiteral values: (String, Value)...) {
        self = .group(Dictionary(values) { first, _ in first })
    }

    func encode(to encoder: any Encoder) throws {
        var one = encoder.singleValueContainer()
        switch self {
        case .text(let text): try one.encode(text)
        case .number(let number): try one.encode(number)
        case .flag(let flag): try one.encode(flag)
        case .list(let values): try one.encode(values)
        case .group(let values): try one.encode(values)
        }
    }
}
