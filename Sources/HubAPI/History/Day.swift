import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func day(_ member: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let fields = request.queryFields
        let date = fields["date"] ?? ""
        let offset = fields["utcOffsetMinutes"] ?? "0"
        guard let midnight = Timestamp(text: "\(date)T00:00:00Z"), date.utf8.count == 10 else {
            throw Problem.invalid("date", "Write a date like 2026-03-01.")
        }
        guard let offset = Int64(offset), (-1_080...1_080).contains(offset) else {
            throw Problem.invalid("utcOffsetMinutes", "Enter an offset of -1080 to 1080 minutes east of UTC.")
        }
        let from = midnight.advanced(bySeconds: -60 * offset)
        let day = try await hub.day(
            of: member,
            for: caller.member,
            from..<from.advanced(bySeconds: 86_400),
            on: request.screen.union(.day)
        )
        return .json(DayBody(day, date: date))
    }
}

extension DayBody {
    fileprivate init(_ day: ReadDay, date: String) {
        self.init(
            date: date,
            from: day.period.lowerBound,
            to: day.period.upperBound,
            stays: day.summary.stays.map { stay in
                StayBody(
                    from: stay.from,
                    to: stay.to,
                    place: stay.place.flatMap { day.labels[$0] },
                    latitude: stay.coordinate.latitude,
                    longitude: stay.coordinate.longitude
                )
            },
            trips: day.summary.trips.map { trip in
                TripBody(
                    from: trip.from,
                    to: trip.to,
                    motion: MotionName(trip.motion),
                    distanceMetres: Int64(trip.distanceMetres.rounded())
                )
            },
            motion: DayMotionBody(
                activities: day.summary.activities.map { activity in
                    DayMotionBody.Activity(
                        motion: MotionName(activity.motion),
                        distanceMetres: Int64(activity.distanceMetres.rounded()),
                        seconds: activity.seconds
                    )
                },
                strip: day.summary.strip.map { segment in
                    DayMotionBody.Segment(from: segment.from, to: segment.to, motion: MotionName(segment.motion))
                }
            )
        )
    }
}
