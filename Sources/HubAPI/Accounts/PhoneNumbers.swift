import API
import Family
import HTTP
import Hub

extension HubService {
    /// Open to everybody, as whoever logs in or registers must type a number first.
    func readPhoneNumber(_ request: Request) throws -> Response {
        try takeFromRateLimiter(request)
        let body = try JSON.read(TypedPhoneBody.self, from: request)
        let entry = try hub.phoneEntry(body.input, region: body.region, caret: body.caret)
        return .json(PhoneEntryBody(entry))
    }

    func phoneRegions(_ request: Request) throws -> Response {
        try takeFromRateLimiter(request)
        let (own, all) = hub.phoneRegions()
        let items = all.map { PhoneRegionBody(region: $0.code, callingCode: $0.callingCode) }
        return .json(PhoneRegionsBody(region: own, items: items))
    }

    private func takeFromRateLimiter(_ request: Request) throws(Problem) {
        guard let seconds = phoneNumberBudget.retryAfterSeconds(request.client.network, now: hub.outside.now()) else {
            return
        }
        throw Problem.tooManyRequests.retry(afterSeconds: seconds)
    }
}

extension PhoneEntryBody {
    fileprivate init(_ entry: PhoneEntry) {
        self.init(
            asYouType: entry.asYouType,
            caret: entry.caret,
            possible: entry.number != nil,
            valid: entry.isValid,
            message: entry.note?.rawValue
        )
        guard let number = entry.number else { return }
        e164 = number.e164
        national = entry.national
        region = entry.region
        fixedLine = entry.isFixedLine
    }
}
