import Crypto
package import Family
import SQL
import Storage

/// A family's place as one of its members is shown it.
///
/// Its other followers are not shown.
package struct FamilyPlaceInfo: Hashable, Sendable {
    package var place: FamilyPlace
    /// Whether the asker may change it or take it from the family.
    package var mayChange: Bool
    package var following: Following?

    /// The asker's own place that follows it.
    package struct Following: Hashable, Sendable {
        package var place: ID<Place>
        /// The version that the asker accepted.
        package var version: UInt32
    }
}

/// The places of one member's family within one transaction.
struct FamilyPlaceTransaction {
    let transaction: Transaction
    let vault: Vault
    let asker: MemberRow
    /// Members whose notices changed: published after the commit.
    private(set) var told: Set<ID<Member>> = []
    private let isChild: Bool

    /// Throws `PlaceRefusal.notFound` for a member who is not there or was shut out.
    init(_ member: ID<Member>, in transaction: Transaction, vault: Vault, now: Timestamp) throws {
        guard let row = try transaction.member(member), row.disabledAt == nil else { throw PlaceRefusal.notFound }
        (self.transaction, self.vault, asker) = (transaction, vault, row)
        isChild = row.isChild(now: now)
    }

    /// Everything that the family has, in the order it was made.
    func all() throws -> [FamilyPlaceInfo] {
        let rows = try transaction.familyPlaces(of: asker.family)
        guard !rows.isEmpty, let key = try transaction.familyKey(of: asker.family, vault: vault) else { return [] }
        let followed = try followed()
        return rows.compactMap { row in row.open(with: key).map { info($0, followed) } }
    }

    /// One place of the family; throws `PlaceRefusal.notFound` where the family has no such place.
    func place(_ id: ID<Place>) throws -> FamilyPlace {
        guard let place = try find(id) else { throw PlaceRefusal.notFound }
        return place
    }

    /// One place of the family, or nil.
    func find(_ id: ID<Place>) throws -> FamilyPlace? {
        guard let row = try transaction.familyPlace(id), row.family == asker.family else { return nil }
        return try transaction.familyKey(of: asker.family, vault: vault).flatMap { row.open(with: $0) }
    }

    /// One that the asker may change.
    func changeable(_ id: ID<Place>) throws -> FamilyPlace {
        let place = try place(id)
        guard place.mayChange(asker.id, isChild: isChild) else { throw PlaceRefusal.notAllowed }
        return place
    }

    /// Adds a place to the family.
    func add(_ place: FamilyPlace, requestHash: [UInt8], now: Timestamp) throws {
        let row = FamilyPlaceRow(
            id: place.place.id,
            family: asker.family,
            maker: place.maker,
            sealed: try seal(place),
            version: place.version,
            requestHash: requestHash
        )
        try transaction.addFamilyPlace(row, now: now)
    }

    /// Writes what a place says now.
    func save(_ place: FamilyPlace) throws {
        try transaction.setFamilyPlace(place.place.id, sealed: try seal(place), version: place.version)
    }

    /// The asker's own place that follows one of the family's, or nil.
    func follower(of id: ID<Place>) throws -> PlaceRow? {
        try transaction.followers(of: id).first { $0.member == asker.id }
    }

    /// A place as the asker is shown it.
    func info(_ place: FamilyPlace) throws -> FamilyPlaceInfo {
        info(place, try followed())
    }

    /// Tells a follower something about the place of theirs that follows one of the family's.
    mutating func add(_ notice: NoticeRow, about follower: PlaceRow) throws {
        var notice = notice
        notice.place = follower.id
        try transaction.addNotice(notice)
        told.insert(follower.member)
    }

    /// Puts away what a follower was told of changes that are no longer to be decided.
    mutating func removeNotices(of follower: PlaceRow) throws {
        let kind = NoticeKind.familyPlaceChanged.rawValue
        try transaction.removeNotices(of: follower.member, kind: kind, place: follower.id)
        told.insert(follower.member)
    }

    /// What a follower's own place says; nil where their key is destroyed.
    func copy(of row: PlaceRow) throws -> Place? {
        try MemberState.key(of: row.member, from: transaction, vault: vault).flatMap { MemberState.open(row, with: $0) }
    }

    /// Everyone whose pages show the family's places.
    func members() throws -> [ID<Member>] {
        try transaction.members(of: asker.family).map(\.id)
    }

    private func seal(_ place: FamilyPlace) throws -> [UInt8] {
        let key = try transaction.writingFamilyKey(of: asker.family, vault: vault)
        return key.seal(place.place.bytes, additional: Vault.Purpose.familyPlace.binding(place.place.id.bytes))
    }

    private func followed() throws -> [ID<Place>: FamilyPlaceInfo.Following] {
        var followed: [ID<Place>: FamilyPlaceInfo.Following] = [:]
        for row in try transaction.places(of: asker.id) {
            guard let follows = row.follows else { continue }
            followed[follows.familyPlace] = FamilyPlaceInfo.Following(place: row.id, version: follows.version)
        }
        return followed
    }

    private func info(_ place: FamilyPlace, _ followed: [ID<Place>: FamilyPlaceInfo.Following]) -> FamilyPlaceInfo {
        FamilyPlaceInfo(
            place: place,
            mayChange: place.mayChange(asker.id, isChild: isChild),
            following: followed[place.place.id]
        )
    }
}

extension FamilyPlaceRow {
    /// The place; nil where it was sealed under another key or for another row.
    fileprivate func open(with key: AEADKey) -> FamilyPlace? {
        key.open(sealed, additional: Vault.Purpose.familyPlace.binding(id.bytes))
            .flatMap { Place(id: id, bytes: $0) }
            .map { FamilyPlace(place: $0, maker: maker, version: version) }
    }
}
