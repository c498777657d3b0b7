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

extension LocalDay: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = LocalDay(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a date such as 2026-03-01")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// Reads a date such as `2026-03-01`; nil for anything else.
    public init?(text: String) {
        guard let midnight = Timestamp(text: text + "T00:00:00.000Z") else { return nil }
        self.init(number: midnight.milliseconds / 86_400_000)
        guard self.text == text else { return nil }
    }

    /// The date as ISO 8601 writes it.
    public var text: String {
        String(Timestamp(milliseconds: number * 86_400_000).text.prefix(10))
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
