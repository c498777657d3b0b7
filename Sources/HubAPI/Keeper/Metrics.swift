import API
import Crypto
import Family
import HTTP
import Hub
import Maps

extension HubService {
    /// `GET /metrics`: figures for whoever runs the hub, as Prometheus reads them (S44).
    ///
    /// For the keeper, or for a program with the token that only this opens.
    func metrics(_ reader: MetricsReader, _ request: Request) async throws -> Response {
        var metrics = meter.metrics + traffic
        // Where the database does not answer, what is known in memory is said all the same.
        let figures = try? await hub.figures()
        metrics.append(Metric("hearth_database_up", .gauge, "Whether the database answers.", figures == nil ? 0 : 1))
        if let figures { metrics += HubService.metrics(of: figures) }
        metrics += await machine.metrics()
        return Response(
            200,
            [Header("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), .noStore],
            body: Array(metrics.map(\.text).joined().utf8)
        )
    }

    func isMetricsToken(_ token: String?) -> Bool {
        guard let token, let secret = machine.metricsToken() else { return false }
        return isEqualInConstantTime(Array(token.utf8), Array(secret.utf8))
    }

    /// What passed through the hub since it started.
    private var traffic: [Metric] {
        let tally = hub.tally
        let refused = [("not_stored", Double(tally.notStored)), ("too_fast", Double(tally.throttled))]
        let sent = tally.messages.sorted { $0.key < $1.key }.map { tries, count in
            Metric.Sample(labels: [("channel", tries.channel), ("outcome", tries.outcome)], value: Double(count))
        }
        let router = atlas.routerStatus
        let search = atlas.searchStatus
        return [
            Metric(
                "hearth_ingest_requests_total",
                .counter,
                "Requests of phones that were stored.",
                Double(tally.requests)
            ),
            Metric("hearth_ingest_refused_total", .counter, "Those that were not.", by: "reason", refused),
            Metric("hearth_ingest_seconds", "From a phone's report to its answer.", [([], tally.ingest)]),
            Metric("hearth_fixes_stored_total", .counter, "Fixes stored.", Double(tally.fixesStored)),
            Metric(
                "hearth_fixes_repeated_total",
                .counter,
                "Fixes that were there already.",
                Double(tally.fixesRepeated)
            ),
            Metric("hearth_event_streams", .gauge, "Open event streams.", Double(feed.streamCount)),
            Metric("hearth_messages_total", .counter, "Tries to send a message.", samples: sent),
            Metric(
                "hearth_scheduler_round_timestamp_seconds",
                .gauge,
                "When deadlines were last looked at.",
                tally.lastRound.map { Double($0.milliseconds) / 1_000 }
            ),
            Metric(
                "hearth_database_writes_waiting",
                .gauge,
                "Changes that wait for the database.",
                Double(hub.waitingWrites)
            ),
            Metric("hearth_disk_low", .gauge, "Whether phones are asked to keep their fixes.", hub.isDiskLow ? 1 : 0),
            Metric(
                "hearth_clock_doubtful",
                .gauge,
                "Whether the machine's clock is not trusted.",
                hub.outside.clockDoubt() == nil ? 0 : 1
            ),
            Metric("hearth_routes_found_total", .counter, "Routes found.", Double(router?.found ?? 0)),
            Metric(
                "hearth_routes_refused_total",
                .counter,
                "Routes asked for where there is no way.",
                Double(router?.refused ?? 0)
            ),
            Metric(
                "hearth_routes_failed_total",
                .counter,
                "Routes that no engine answered.",
                Double(router?.failed ?? 0)
            ),
            Metric(
                "hearth_router_starts_total",
                .counter,
                "Starts of the hub's own engine.",
                Double(router?.starts ?? 0)
            ),
            Metric(
                "hearth_router_up",
                .gauge,
                "Whether the hub's own engine answers.",
                router?.isUp.map { $0 ? 1 : 0 }
            ),
            Metric("hearth_searches_total", .counter, "Searches that were answered.", Double(search?.answered ?? 0)),
            Metric(
                "hearth_searches_failed_total",
                .counter,
                "Searches without an answer.",
                Double(search?.failed ?? 0)
            ),
        ]
    }

    /// What the database says: counts and delays, which name nobody.
    private static func metrics(of figures: HubFigures) -> [Metric] {
        let waiting = figures.waiting.map { ($0.channel, Double($0.count)) }
        return [
            Metric("hearth_members", .gauge, "Members.", Double(figures.members)),
            Metric("hearth_families", .gauge, "Families.", Double(figures.families)),
            Metric("hearth_sessions", .gauge, "Sessions.", Double(figures.sessions)),
            Metric("hearth_devices", .gauge, "Devices that may report.", Double(figures.devices)),
            Metric(
                "hearth_devices_heard",
                .gauge,
                "Those that were heard in the last day.",
                Double(figures.devicesHeard)
            ),
            Metric(
                "hearth_push_subscriptions",
                .gauge,
                "Browsers that take messages.",
                Double(figures.pushSubscriptions)
            ),
            Metric("hearth_outbox_waiting", .gauge, "Messages that wait to be sent.", by: "channel", waiting),
            Metric(
                "hearth_outbox_oldest_seconds",
                .gauge,
                "For how long the oldest of them has waited.",
                Double(figures.oldestMessageMilliseconds) / 1_000
            ),
            Metric(
                "hearth_outbox_given_up",
                .gauge,
                "Messages that were given up in the last day.",
                Double(figures.failedMessages)
            ),
            Metric(
                "hearth_deadline_delay_seconds",
                .gauge,
                "How late the earliest deadline is that is not met.",
                Double(figures.deadlineDelayMilliseconds) / 1_000
            ),
        ]
    }
}
