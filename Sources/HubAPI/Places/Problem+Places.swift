import Hub
import Languages

extension PlaceRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .labelEmptyOrTooLong: .invalid("label", "Enter a label of 1 to 40 characters, on one line.")
        case .labelHoldsAddress: .holdsAddress("label")
        case .labelReserved:
            .invalid("label", "Travelling, Unknown, Lost and In Danger are reserved. Choose another label.")
        case .descriptionEmptyOrTooLong:
            .invalid("description", "Enter a description of 1 to 200 characters, on one line.")
        case .offTheGlobe:
            .invalid("latitude", "Latitude is -90 to 90 and longitude -180 to 180 degrees.")
        case .radiusOutOfRange: .invalid("radiusMetres", "Enter a radius of 10 to 50 000 metres.")
        case .tooMany: Problem(409, "tooManyPlaces", "You have \(Hub.placesMax) places. Remove one first.")
        case .tooManyInFamily:
            Problem(409, "tooManyPlaces", "Your family has \(Hub.familyPlacesMax) places. Remove one first.")
        case .isFamilys:
            Problem(
                409,
                "placeIsFamilys",
                "This place belongs to your family.",
                detail: "Change it for the family, or stop following it and set a place of your own."
            )
        case .notAllowed:
            Problem(403, "notAllowed", "Only adults, and the member who made a place, change it for the family.")
        case .changedMeanwhile:
            Problem(
                409,
                "changedMeanwhile",
                "This place was changed in the meantime. Nothing was saved.",
                detail: "Load it again to see the newest version, then repeat your change.",
                field: "version"
            )
        case .idUsedOtherwise: .idUsedOtherwise
        case .notFound: .notFound
        }
    }
}
