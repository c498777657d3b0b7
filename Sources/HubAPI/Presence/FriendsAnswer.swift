import Crypto
import Family
import HTTP
import Hub
import PhoneProtocols

extension PhoneEndpoints {
    /// What OwnTracks shows beside its owner: everyone the member sees exactly, where the member asked for it; and how
    /// often it is to report from now on, where that changes.
    ///
    /// Nil where that cannot be read just now; the phone then gets the plain answer, and its fix is stored all the same.
    func ownTracksAnswer(for credential: DeviceCredential, pace: PhonePace?, isAndroid: Bool) async -> Response? {
        do {
            let friends = credential.showsFriends ? try await friends(of: credential.member) : []
            let paced = pace.flatMap { OwnTracks.answer(friends: friends, pace: $0, isAndroid: isAndroid) }
            let bytes = paced ?? OwnTracks.answer(friends: friends)
            guard let passphrase = credential.passphrase else { return Response(200, [.json], body: bytes) }
            let box = SecretBox(passphrase: passphrase)
            return OwnTracks.encrypted(bytes, with: box.seal).map { Response(200, [.json], body: $0) }
        } catch {
            hub.outside.log(LogEntry(.error, "friends could not be read", [("reason", safeWords(error))]))
            return nil
        }
    }

    /// Marks are assigned to all that the member sees, in one order, so that nobody's changes when another is silent.
    private func friends(of member: ID<Member>) async throws -> [OwnTracks.Friend] {
        let now = hub.outside.now()
        let grants = try await hub.grants(of: member).sorted { $0.subject < $1.subject }
        let marks = TrackerIDs.assigned(to: grants.map(\.person.name))
        var friends: [OwnTracks.Friend] = []
        for (grant, mark) in zip(grants, marks) where grant.subject != member {
            guard let mark, let subject = try await hub.subject(grant.subject),
                let position = hub.view(of: subject, under: grant, now: now)?.position
            else { continue }
            hub.noteLooks(by: member, at: [grant], on: .phoneApp)
            friends.append(OwnTracks.Friend(trackerID: mark, name: grant.person.name, fix: position.fix))
        }
        return friends
    }
}

extension PositionView {
    /// The part of a view that OwnTracks can draw.
    fileprivate var fix: Fix {
        var fix = Fix(coordinate: coordinate, at: at)
        fix.accuracyMetres = accuracyMetres
        fix.altitudeMetres = altitudeMetres
        fix.speedMetresPerSecond = speedMetresPerSecond
        fix.courseDegrees = courseDegrees
        fix.batteryPercent = batteryPercent
        return fix
    }
}
