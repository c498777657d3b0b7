public import Family

extension ID: Codable where Subject: ~Copyable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ID(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a UUID")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let timestamp = Timestamp(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "must be a date and time such as 2026-03-01T08:05:00.000Z"
            )
        }
        self = timestamp
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// A level as the API writes it.
public enum PrecisionName: String, Codable, Sendable {
    case off
    case place
    case coarse
    case exact

    /// The name of a level.
    public init(_ precision: Precision) {
        self =
            switch precision {
            case .off: .off
            case .place: .place
            case .coarse: .coarse
            case .exact: .exact
            }
    }

    /// The level this name stands for.
    public var precision: Precision {
        switch self {
        case .off: .off
        case .place: .place
        case .coarse: .coarse
        case .exact: .exact
        }
    }
}

/// A motion as the API writes it; `unknown` where neither phone nor movement tell.
public enum MotionName: String, Codable, Sendable {
    case stationary
    case walking
    case running
    case cycling
    case automotive
    case unknown

    /// The name of a motion.
    public init(_ motion: Motion?) {
        self =
            switch motion {
            case .stationary: .stationary
            case .walking: .walking
            case .running: .running
            case .cycling: .cycling
            case .automotive: .automotive
            case nil: .unknown
            }
    }

    /// The motion this name stands for.
    public var motion: Motion? {
        switch self {
        case .stationary: .stationary
        case .walking: .walking
        case .running: .running
        case .cycling: .cycling
        case .automotive: .automotive
        case .unknown: nil
        }
    }
}
