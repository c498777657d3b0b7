import API
import Hub
import Synchronization

/// How often each route was asked for, with what outcome, and how long the answers took.
final class RequestMeter: Sendable {
    private struct Seen: Hashable {
        let route: String
        /// `2xx` to `5xx`.
        let outcome: String
    }

    private struct State {
        var counts: [Seen: Int] = [:]
        var times: [String: Histogram] = [:]
    }

    // One entry a route: what can be asked for is what there is.
    private let state = Mutex(State())

    /// Notes an answer.
    func note(_ route: Route, status: Int, took duration: Duration) {
        let name = route.name
        state.withLock { state in
            state.counts[Seen(route: name, outcome: "\(status / 100)xx"), default: 0] += 1
            state.times[name, default: Histogram()].add(duration)
        }
    }

    /// What was noted since the start.
    var metrics: [Metric] {
        let (counts, times) = state.withLock { ($0.counts, $0.times) }
        let samples = counts.map { seen, count in
            Metric.Sample(labels: [("route", seen.route), ("outcome", seen.outcome)], value: Double(count))
        }
        let groups = times.map { (labels: [(name: "route", value: $0)], times: $1) }
        return [
            Metric(
                "hearth_http_requests_total",
                .counter,
                "Requests by route and kind of answer.",
                samples: samples.sorted { $0.labels.map(\.value).lexicographicallyPrecedes($1.labels.map(\.value)) }
            ),
            Metric(
                "hearth_http_request_seconds",
                "How long answers took, event streams apart.",
                groups.sorted { $0.labels[0].value < $1.labels[0].value }
            ),
        ]
    }
}
