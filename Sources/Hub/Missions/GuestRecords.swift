package import Family
import SQL
import Storage

/// What somebody did, bought or wished for as a guest, before it is checked.
package struct GuestRecordRequest: Hashable, Sendable {
    package var id: ID<GuestRecord>
    package var kind: GuestRecord.Kind
    package var name: String
    package var gold: Amount
    package var at: Timestamp

    /// Of the request's fields, none of them checked.
    package init(id: ID<GuestRecord>, kind: GuestRecord.Kind, name: String, gold: Amount, at: Timestamp) {
        (self.id, self.kind, self.name, self.gold, self.at) = (id, kind, name, gold, at)
    }
}

/// What members bring along from before they had an account (E1): a list to look at, apart from all that is gold here.
extension Hub {
    /// Records of one member.
    package static let guestRecordsMax = 2_000
    /// Records of one request.
    package static let guestRecordsAtOnceMax = 200

    /// Keeps what a member brings along: each record by itself, and one that is there already changes nothing.
    package func addGuestRecords(
        _ requests: [GuestRecordRequest],
        by member: ID<Member>
    ) async throws -> [MissionIntake] {
        guard requests.count <= Hub.guestRecordsAtOnceMax else { throw MissionsRefusal.tooMany }
        return try await atMissions(of: member) { turn in
            var count = try turn.transaction.guestRecordCount(of: member)
            let intakes = try requests.map { request throws -> MissionIntake in
                let record: GuestRecord
                do throws(MissionsRefusal) { record = try request.record(now: turn.now) } catch {
                    return .refused(error)
                }
                guard count < Hub.guestRecordsMax else { return .refused(.tooMany) }
                guard try turn.transaction.add(record, of: member) else { return .known }
                count += 1
                return .added
            }
            turn.news.changed([member])
            return intakes
        }
    }

    /// What a member brought along, the newest first.
    package func guestRecords(of member: ID<Member>) async throws -> [GuestRecord] {
        try await seeMissions(of: member) { try $0.transaction.guestRecords(of: member) }
    }

    /// Forgets what a member brought along.
    package func removeGuestRecords(of member: ID<Member>) async throws {
        try await atMissions(of: member) { turn in
            try turn.transaction.removeGuestRecords(of: member)
            turn.news.changed([member])
        }
    }
}

extension GuestRecordRequest {
    /// The record that is asked for; a device whose clock is ahead did it just now.
    fileprivate func record(now: Timestamp) throws(MissionsRefusal) -> GuestRecord {
        guard let name = shownName(name, charactersMax: 80).flatMap({ MissionName($0) }) else {
            throw .nameEmptyOrTooLong
        }
        guard let record = GuestRecord(id: id, kind: kind, name: name, gold: gold, at: min(at, now)) else {
            throw .priceOutOfRange
        }
        return record
    }
}
