import Hub
import Languages

extension DeviceRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .nameEmptyOrTooLong: .invalid("name", "Enter a name of 1 to 60 visible characters, on one line.")
        case .tooMany: Problem(409, "tooManyDevices", "You have \(Hub.devicesMax) devices. Revoke one first.")
        case .passphraseTooLong: .invalid("passphrase", "Passphrase too long. At most 32 bytes.")
        case .alreadyIssued:
            Problem(
                409,
                "alreadyIssued",
                "This device exists. Its token is shown only once.",
                detail: "Add it again with a new id to get a new token.",
                field: "id"
            )
        case .tokenOfGuardian:
            Problem(
                409,
                "tokenOfGuardian",
                "A guardian knows this device's token and would see whom you see.",
                detail: "Renew the token first.",
                field: "friends"
            )
        case .trackerBound:
            Problem(
                409,
                "trackerBound",
                "This tracker is bound to another device of yours.",
                detail: "Remove the tracker. It is offered again when it is heard next.",
                field: "device"
            )
        case .idUsedOtherwise: .idUsedOtherwise
        case .notFound: .notFound
        }
    }
}
