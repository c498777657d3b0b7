import Bus
package import Family
import SQL
import Storage

/// What a member wants of a place, before it is checked.
package struct PlaceRequest: Sendable {
    package var label: String
    package var description: String
    package var latitude: Double
    package var longitude: Double
    package var radiusMetres: Double

    package init(label: String, description: String, latitude: Double, longitude: Double, radiusMetres: Double) {
        self.label = label
        self.description = description
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMetres = radiusMetres
    }
}

extension Hub {
    /// Places of one member.
    package static let placesMax = PlaceSet.countMax

    /// A member's places, in the order they were made.
    ///
    /// Nobody else may ask.
    package func places(of member: ID<Member>) async throws -> [Place] {
        let vault = vault
        let recent = inbox.rows(of: member)
        return try await database.read { transaction in
            try MemberState.load(member, from: transaction, vault: vault, inbox: recent)?.places ?? []
        }
    }

    /// Adds a place; a repeat of the same request answers as the first did.
    package func addPlace(_ id: ID<Place>, for member: ID<Member>, _ request: PlaceRequest) async throws -> Place {
        let place = try validPlace(id, request)
        let requestHash = vault.hash(request: request.fields, by: member)
        return try await changePlaces(of: member) { transaction, subject, now in
            if let before = try transaction.place(id) {
                guard before.member == member, before.requestHash == requestHash else {
                    throw PlaceRefusal.idUsedOtherwise
                }
                return place
            }
            guard subject.places.count < Hub.placesMax else { throw PlaceRefusal.tooMany }
            let sealed = subject.seal(place)
            try transaction.addPlace(
                PlaceRow(id: id, member: member, sealed: sealed, requestHash: requestHash),
                now: now
            )
            subject.places.append(place)
            return place
        }
    }

    /// Changes a place; `change` gets it as it is.
    package func changePlace(
        _ id: ID<Place>,
        of member: ID<Member>,
        _ change: @escaping @Sendable (inout PlaceRequest) -> Void
    ) async throws -> Place {
        try await changePlaces(of: member) { transaction, subject, _ in
            guard let index = subject.places.firstIndex(where: { $0.id == id }) else { throw PlaceRefusal.notFound }
            guard try transaction.place(id)?.follows == nil else { throw PlaceRefusal.isFamilys }
            var request = PlaceRequest(subject.places[index])
            change(&request)
            let place = try validPlace(id, request)
            try transaction.setPlace(id, sealed: subject.seal(place))
            subject.places[index] = place
            return place
        }
    }

    /// Removes a place; one that follows a place of the family follows it no longer.
    package func removePlace(_ id: ID<Place>, of member: ID<Member>) async throws {
        try await changePlaces(of: member) { transaction, subject, _ in
            guard let index = subject.places.firstIndex(where: { $0.id == id }) else { throw PlaceRefusal.notFound }
            try transaction.removePlace(id)
            subject.places.remove(at: index)
        }
    }

    /// Runs `change`, looks silently where the member now is (geofence rule 7), and tells who watches.
    func changePlaces<Answer: Sendable>(
        of member: ID<Member>,
        _ change: @escaping @Sendable (Transaction, inout MemberState, Timestamp) throws -> Answer
    ) async throws -> Answer {
        let now = outside.now()
        let (subjects, vault, changes, inbox) = (subjects, vault, changes, inbox)
        let answer = try await database.transaction { transaction in
            guard var subject = try subjects.subject(member, in: transaction, vault: vault, inbox: inbox) else {
                throw PlaceRefusal.notFound
            }
            let before = subject.places
            let answer = try change(transaction, &subject, now)
            // A repeated request changes nothing, and what was sure of the member stays sure.
            guard subject.places != before else { return answer }
            subject.lookAgain(now: now)
            subject.changed = changes.next(now: now)
            try subject.save(to: transaction)
            subjects.keep([subject])
            return answer
        } undo: {
            subjects.forget(member)
        }
        bus.publish([.presence(member), .places(member)])
        return answer
    }
}

func validPlace(_ id: ID<Place>, _ request: PlaceRequest) throws(PlaceRefusal) -> Place {
    guard let label = shownName(request.label, charactersMax: 40) else { throw .labelEmptyOrTooLong }
    guard !holdsAddress(label) else { throw .labelHoldsAddress }
    guard !ClockLabels.isReserved(label) else { throw .labelReserved }
    guard let description = trimmed(request.description, charactersMax: 200) else {
        throw .descriptionEmptyOrTooLong
    }
    guard let centre = Coordinate(latitude: request.latitude, longitude: request.longitude) else { throw .offTheGlobe }
    guard
        let place = Place(
            id: id,
            label: label,
            description: description,
            centre: centre,
            radiusMetres: request.radiusMetres
        )
    else { throw .radiusOutOfRange }
    return place
}

extension PlaceRequest {
    init(_ place: Place) {
        self.init(
            label: place.label,
            description: place.description,
            latitude: place.centre.latitude,
            longitude: place.centre.longitude,
            radiusMetres: place.radiusMetres
        )
    }

    fileprivate var fields: [String] {
        [label, description, "\(latitude)", "\(longitude)", "\(radiusMetres)"]
    }
}
