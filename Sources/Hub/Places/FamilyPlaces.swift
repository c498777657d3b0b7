import Bus
package import Family
import SQL
import Storage

extension Hub {
    /// Places of one family.
    package static let familyPlacesMax = PlaceSet.countMax

    /// The places of a member's family, in the order they were made.
    package func familyPlaces(for member: ID<Member>) async throws -> [FamilyPlaceInfo] {
        let (vault, now) = (vault, outside.now())
        return try await database.read { try FamilyPlaceTransaction(member, in: $0, vault: vault, now: now).all() }
    }

    /// Gives a place of a member's own to their family, whose maker they are and which they follow from then on.
    ///
    /// A repeat of the same request answers as the first did.
    package func shareWithFamily(
        _ own: ID<Place>,
        as id: ID<Place>,
        by member: ID<Member>
    ) async throws -> FamilyPlaceInfo {
        let requestHash = vault.hash(request: ["family place", own.text], by: member)
        return try await changeFamilyPlaces(by: member) { turn, subject, now in
            if let known = try turn.transaction.familyPlace(id) {
                guard known.family == turn.asker.family, known.requestHash == requestHash else {
                    throw PlaceRefusal.idUsedOtherwise
                }
                return try turn.info(turn.place(id))
            }
            guard let row = try turn.transaction.place(own), row.member == member,
                let place = subject.places.first(where: { $0.id == own })
            else { throw PlaceRefusal.notFound }
            guard row.follows == nil else { throw PlaceRefusal.isFamilys }
            guard try turn.transaction.familyPlaces(of: turn.asker.family).count < Hub.familyPlacesMax else {
                throw PlaceRefusal.tooManyInFamily
            }
            let shared = FamilyPlace(place: place.copy(as: id), maker: member)
            try turn.add(shared, requestHash: requestHash, now: now)
            try turn.transaction.setFollowing(own, PlaceRow.Following(id, version: shared.version))
            return try turn.info(shared)
        }
    }

    /// Changes a family's place on the sight of one version; `change` gets it as it is.
    ///
    /// The changer's own following goes with it. Every other follower keeps the circle and the label that they accepted,
    /// and is told.
    package func changeFamilyPlace(
        _ id: ID<Place>,
        seen version: UInt32,
        by member: ID<Member>,
        _ change: @escaping @Sendable (inout PlaceRequest) -> Void
    ) async throws -> FamilyPlaceInfo {
        try await changeFamilyPlaces(by: member) { turn, subject, _ in
            var place = try turn.changeable(id)
            var request = PlaceRequest(place.place)
            change(&request)
            let wanted = try validPlace(id, request)
            guard try place.takes(wanted, seen: version) else { return try turn.info(place) }
            try turn.save(place)
            for follower in try turn.transaction.followers(of: id) {
                if follower.member == member {
                    try turn.accept(place, in: follower, of: &subject)
                } else {
                    try self.notify(follower, of: place, by: member, in: &turn)
                }
            }
            return try turn.info(place)
        }
    }

    /// Takes a place from its family on the sight of one version.
    ///
    /// Each follower keeps what they accepted as a place of their own; all but the member who did this are told.
    package func removeFamilyPlace(_ id: ID<Place>, seen version: UInt32, by member: ID<Member>) async throws {
        try await changeFamilyPlaces(by: member) { turn, _, _ in
            let place = try turn.changeable(id)
            guard place.version == version else { throw PlaceRefusal.changedMeanwhile }
            for follower in try turn.transaction.followers(of: id) {
                try turn.removeNotices(of: follower)
                guard follower.member != member else { continue }
                try turn.add(self.notice(.familyPlaceRemoved, for: follower.member, about: member), about: follower)
            }
            try turn.transaction.removeFamilyPlace(id)
        }
    }

    /// Follows a family's place as one version says it, or accepts that version where the member follows it already.
    package func followFamilyPlace(
        _ id: ID<Place>,
        seen version: UInt32,
        by member: ID<Member>
    ) async throws -> FamilyPlaceInfo {
        let (own, requestHash) = (outside.newID(of: Place.self), vault.hash(request: ["follow", id.text], by: member))
        return try await changeFamilyPlaces(by: member) { turn, subject, now in
            let place = try turn.place(id)
            guard place.version == version else { throw PlaceRefusal.changedMeanwhile }
            if let follower = try turn.follower(of: id) {
                try turn.accept(place, in: follower, of: &subject)
                return try turn.info(place)
            }
            guard subject.places.count < Hub.placesMax else { throw PlaceRefusal.tooMany }
            let copy = place.place.copy(as: own)
            let row = PlaceRow(
                id: own,
                member: member,
                sealed: subject.seal(copy),
                requestHash: requestHash,
                follows: PlaceRow.Following(id, version: version)
            )
            try turn.transaction.addPlace(row, now: now)
            subject.places.append(copy)
            return try turn.info(place)
        }
    }

    /// Ends following a family's place: the member's own place goes, and where they follow it not, that is done already.
    package func stopFollowing(_ id: ID<Place>, by member: ID<Member>) async throws {
        try await changeFamilyPlaces(by: member) { turn, subject, _ in
            let place = try turn.place(id)
            guard let follower = try turn.follower(of: place.place.id) else { return }
            try turn.removeNotices(of: follower)
            try turn.transaction.removePlace(follower.id)
            subject.places.removeAll { $0.id == follower.id }
        }
    }

    /// The place of the family as it is now that a follower did not accept yet; nil where they did, or follow nothing.
    func pendingChange(of own: ID<Place>, for member: ID<Member>) async throws -> FamilyPlace? {
        let (vault, now) = (vault, outside.now())
        return try await database.read { transaction in
            guard let row = try transaction.place(own), row.member == member, let follows = row.follows,
                let place = try FamilyPlaceTransaction(member, in: transaction, vault: vault, now: now)
                    .find(follows.familyPlace)
            else { return nil }
            return place.version == follows.version ? nil : place
        }
    }

    /// Tells a follower of a change that another member made, unless their copy says the same.
    private func notify(
        _ follower: PlaceRow,
        of place: FamilyPlace,
        by member: ID<Member>,
        in turn: inout FamilyPlaceTransaction
    ) throws {
        guard let copy = try turn.copy(of: follower) else { return }
        // The one about an earlier version asks about nothing that is there.
        try turn.removeNotices(of: follower)
        switch place.standing(of: copy) {
        case .current:
            let follows = PlaceRow.Following(place.place.id, version: place.version)
            try turn.transaction.setFollowing(follower.id, follows)
        case .describedOtherwise: break
        case .changed:
            try turn.add(notice(.familyPlaceChanged, for: follower.member, about: member), about: follower)
        }
    }

    /// Runs `change` among the places of a member's family and their own, and has everyone of the family look again.
    private func changeFamilyPlaces<Answer: Sendable>(
        by member: ID<Member>,
        _ change: @escaping @Sendable (inout FamilyPlaceTransaction, inout MemberState, Timestamp) throws -> Answer
    ) async throws -> Answer {
        let vault = vault
        let (answer, members, told) = try await changePlaces(of: member) { transaction, subject, now in
            var turn = try FamilyPlaceTransaction(member, in: transaction, vault: vault, now: now)
            let answer = try change(&turn, &subject, now)
            return (answer, try turn.members(), turn.told)
        }
        bus.publish(members.filter { $0 != member }.map { .places($0) } + told.sorted().map { .notice($0) })
        return answer
    }
}

extension FamilyPlaceTransaction {
    /// Makes the asker's own place what the family's says, which they accept with it.
    fileprivate mutating func accept(_ place: FamilyPlace, in row: PlaceRow, of subject: inout MemberState) throws {
        guard let index = subject.places.firstIndex(where: { $0.id == row.id }) else { throw PlaceRefusal.notFound }
        let copy = place.place.copy(as: row.id)
        try transaction.setPlace(row.id, sealed: subject.seal(copy))
        try transaction.setFollowing(row.id, PlaceRow.Following(place.place.id, version: place.version))
        try removeNotices(of: row)
        subject.places[index] = copy
    }
}

extension FamilyPlace {
    fileprivate mutating func takes(_ wanted: Place, seen version: UInt32) throws(PlaceRefusal) -> Bool {
        do throws(StaleVersion) {
            return try change(to: wanted, seen: version)
        } catch {
            throw .changedMeanwhile
        }
    }
}
