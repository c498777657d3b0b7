public import Family

/// `GET /me/pins`.
public struct PinsBody: Codable, Hashable, Sendable {
    /// Whether there is one; of a second one nothing is said.
    public var set: Bool
    /// A new one that I asked for without the present one.
    public var reset: PinResetBody?

    public init(set: Bool, reset: PinResetBody? = nil) {
        self.set = set
        self.reset = reset
    }
}

/// New PINs that wait.
public struct PinResetBody: Codable, Hashable, Sendable {
    public var requestedAt: Timestamp
    /// Later where a trip or an alarm runs then.
    public var appliesAt: Timestamp

    public init(requestedAt: Timestamp, appliesAt: Timestamp) {
        self.requestedAt = requestedAt
        self.appliesAt = appliesAt
    }
}

/// `POST /me/pins/reset`.
public struct RequestPinResetBody: Codable, Sendable {
    public var pin: String
    public var duressPin: String?

    public init(pin: String, duressPin: String? = nil) {
        self.pin = pin
        self.duressPin = duressPin
    }
}

/// `DELETE /pin-reset`: the link of the text or the mail.
public struct CancelPinResetBody: Codable, Sendable {
    public var link: String

    public init(link: String) {
        self.link = link
    }
}

/// `PUT /me/pins`.
public struct SetPinsBody: Codable, Sendable {
    /// The PIN until now; not for the first one.
    public var presentPin: String?
    public var pin: String
    /// For when I am forced; without it the second one stays as it is.
    public var duressPin: String?
    /// Whether the second one goes.
    public var removesDuressPin: Bool?

    public init(
        presentPin: String? = nil,
        pin: String,
        duressPin: String?,
        removesDuressPin: Bool? = nil
    ) {
        self.presentPin = presentPin
        self.pin = pin
        self.duressPin = duressPin
        self.removesDuressPin = removesDuressPin
    }
}

/// My PIN.
public struct PinBody: Codable, Sendable {
    public var pin: String

    public init(pin: String) {
        self.pin = pin
    }
}
