import Crypto
package import Family
import SQL
import Storage

/// A place without reception as its member wrote it, before it is checked.
package struct DeadZoneRequest: Codable, Hashable, Sendable {
    package var name: String
    package var latitude: Double
    package var longitude: Double
    package var radiusMetres: Double

    package init(name: String, latitude: Double, longitude: Double, radiusMetres: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMetres = radiusMetres
    }
}

extension Hub {
    /// Places without reception of one member.
    package static let deadZonesMax = 50
    private static let deadZoneNameMax = 80

    /// A member's places without reception, in the order they were written; nobody else may ask.
    package func deadZones(of member: ID<Member>) async throws -> [DeadZone] {
        try await database.read { transaction in
            guard let key = try MemberState.key(of: member, from: transaction, vault: self.vault) else { return [] }
            return try self.deadZones(of: member, key, in: transaction)
        }
    }

    /// Replaces them: from the next fix on they explain a silence (F11).
    ///
    /// Throws `SafetyRefusal.deadZones` where one of them is none or there are too many, or `StorageError`; what was
    /// refused changed nothing.
    package func setDeadZones(_ requests: [DeadZoneRequest], of member: ID<Member>) async throws {
        let zones = try valid(requests)
        try await database.transaction { transaction in
            guard let key = try MemberState.key(of: member, from: transaction, vault: self.vault) else {
                throw SafetyRefusal.notFound
            }
            let sealing = SealedJSON(key: key, purpose: .deadZones, owner: member.bytes)
            let sealed = try zones.isEmpty ? nil : sealing.seal(zones.map(DeadZoneRequest.init))
            try transaction.setDeadZones(sealed, of: member)
        }
    }

    /// Refuses what no list of such places can be, before anything is asked of whoever sent it.
    @discardableResult
    package func valid(_ requests: [DeadZoneRequest]) throws(SafetyRefusal) -> [DeadZone] {
        guard requests.count <= Hub.deadZonesMax else { throw .deadZones }
        var zones: [DeadZone] = []
        for request in requests {
            guard let name = shownName(request.name, charactersMax: Hub.deadZoneNameMax),
                let centre = Coordinate(latitude: request.latitude, longitude: request.longitude),
                let zone = DeadZone(name: name, centre: centre, radiusMetres: request.radiusMetres)
            else { throw .deadZones }
            zones.append(zone)
        }
        return zones
    }

    /// The same as they are kept.
    func deadZones(of member: ID<Member>, _ key: AEADKey, in transaction: Transaction) throws -> [DeadZone] {
        guard let sealed = try transaction.deadZones(of: member) else { return [] }
        let sealing = SealedJSON(key: key, purpose: .deadZones, owner: member.bytes)
        let kept: [DeadZoneRequest] = try sealing.open(sealed)
        return try valid(kept)
    }
}

extension DeadZoneRequest {
    init(_ zone: DeadZone) {
        self.init(
            name: zone.name,
            latitude: zone.centre.latitude,
            longitude: zone.centre.longitude,
            radiusMetres: zone.radiusMetres
        )
    }
}
