import API
import Family
import HTTP
import Hub
import PhoneProtocols

/// A phone whose app can be told how often to report.
struct PacedPhone: Sendable {
    let app: PhoneProtocol
    /// How it reports now, in its protocol's own words; nil where that is to stay.
    let usual: String?
    let isAndroid: Bool
    let status: Int

    /// Nil for an app that cannot be told; `heardBefore` is when it sent the time before this.
    init?(
        _ request: Request,
        _ app: PhoneProtocol,
        _ report: PhoneReport,
        at receivedAt: Timestamp,
        heardBefore: Timestamp?
    ) {
        switch app {
        case .owntracks: usual = OwnTracks.usualPace(report)
        case .overland:
            usual = Overland.usualPace(everyMilliseconds: heardBefore.map { receivedAt.milliseconds(since: $0) })
        case .osmand, .gpslogger, .traccarServer: return nil
        }
        self.app = app
        isAndroid = request.headers["User-Agent"]?.hasPrefix("Owntracks-Android") ?? false
        status = request.path.hasPrefix("/api/") ? 201 : 200
    }
}

extension PhoneEndpoints {
    /// An answer that says more than that all was stored: friends, and how often to report from now on.
    ///
    /// Nil where there is nothing more to say, or it cannot be said just now.
    func fullAnswer(to phone: PacedPhone?, of credential: DeviceCredential, _ app: PhoneProtocol) async -> Response? {
        let pace = await pace(of: phone, credential)
        guard app == .owntracks else {
            return pace.flatMap(Overland.answer(pace:)).map { Response(phone?.status ?? 200, [.json], body: $0) }
        }
        guard pace != nil || credential.showsFriends else { return nil }
        return await ownTracksAnswer(for: credential, pace: pace, isAndroid: phone?.isAndroid ?? false)
    }

    /// A phone that cannot be told now reports as it does: the fixes that it sent are stored all the same.
    private func pace(of phone: PacedPhone?, _ credential: DeviceCredential) async -> PhonePace? {
        guard let phone else { return nil }
        do {
            return switch try await hub.changePace(of: credential, usual: phone.usual) {
            case .hurry: .hurried
            case .relax(let usual): .usual(usual)
            case nil: nil
            }
        } catch {
            hub.outside.log(LogEntry(.error, "a phone could not be hurried", [("reason", safeWords(error))]))
            return nil
        }
    }
}
