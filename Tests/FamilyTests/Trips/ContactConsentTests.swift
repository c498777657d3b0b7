import Family
import Testing

/// Whether an outside contact is called, and whom a member may ask (F77).
@Suite struct ContactConsentTests {
    private let now = Timestamp(milliseconds: 90 * 86_400_000)

    @Test func `F77: only a contact who agreed is called, and one who declined or ended it has refused`() {
        var consent = ContactConsent(askedAt: now)
        #expect(!consent.isCalled && !consent.isRefusal, "asked is neither")
        let agreed = consent.answer(wantsCalls: true, now: now)
        #expect(agreed && consent.isCalled)
        let repeated = consent.answer(wantsCalls: true, now: now)
        #expect(!repeated, "a repeat changes nothing")
        let ended = consent.answer(wantsCalls: false, now: now)
        #expect(ended && consent.state == .ended && consent.isRefusal && !consent.isCalled)
        let again = consent.answer(wantsCalls: true, now: now)
        #expect(again && consent.isCalled, "the contact may change their mind")
        var other = ContactConsent(askedAt: now)
        let declined = other.answer(wantsCalls: false, now: now)
        #expect(declined && other.state == .declined && other.isRefusal)
    }

    @Test func `F29, F77: an ending during a duress alarm that the contact was told of looks like no change`() {
        for state in ContactConsent.State.allCases {
            let consent = ContactConsent(state: state, askedAt: now, answeredAt: nil)
            #expect(consent.shown(isTold: false) == state)
            #expect(consent.shown(isTold: true) == (state == .ended ? .agreed : state))
        }
    }

    @Test func `F77: a member has three contacts and asks three people a day, six in thirty days`() {
        func refusal(listed: Int, daysAgo: [Int64]) -> ContactRefusal? {
            let askedAt = daysAgo.map { now.advanced(bySeconds: -$0 * 86_400) }
            return ContactLimits.refusal(listed: listed, askedAt: askedAt, now: now)
        }
        #expect(refusal(listed: 2, daysAgo: [5, 6]) == nil)
        #expect(refusal(listed: 3, daysAgo: [50, 51, 52]) == .tooMany)
        #expect(refusal(listed: 0, daysAgo: [0, 0]) == nil)
        #expect(refusal(listed: 0, daysAgo: [0, 0, 0]) == .askedTooOften)
        #expect(refusal(listed: 0, daysAgo: [1, 5, 9, 14, 20, 29]) == .askedTooOften)
        #expect(refusal(listed: 0, daysAgo: [1, 5, 9, 14, 20, 30]) == nil, "the oldest no longer counts")
    }
}
