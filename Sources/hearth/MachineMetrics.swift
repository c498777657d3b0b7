import API
import Family
import Glibc
import Hub
import HubAPI
import Languages
import Maps
import Postgres

/// Figures of the machine below a running hub, and of what runs beside it.
struct MachineMetrics: Sendable {
    private let folder: String
    private let hub: Hub
    private let startedAt: Timestamp
    private let watchdog: WatchdogLog?
    /// Of the server that has the rows; nil where a file has them.
    private let connections: PostgresCounts?

    init(_ house: HubInstance, watchdog: WatchdogLog?) {
        (folder, hub, self.watchdog) = (house.folder, house.hub, watchdog)
        connections = house.place.server?.counts
        startedAt = realTime()
    }

    /// What the hub's face asks of this machine.
    func side(_ configuration: Configuration, _ atlas: InstalledMaps) -> MachineSide {
        var side = MachineSide()
        side.metricsToken = { configuration.metricsToken }
        side.metrics = { all }
        side.findings = { language in
            let doctor = Doctor(configuration: configuration, hub: hub, atlas: atlas, isRunning: true)
            return (await doctor.findings(asksOutside: false)).bodies(in: language)
        }
        side.storage = { storage }
        side.jobs = { jobs }
        return side
    }

    /// All of them now.
    var all: [Metric] { disk + process + watching + server }

    /// Those of a database on a server.
    private var server: [Metric] {
        guard let connections else { return [] }
        func counter(_ name: String, _ meaning: String, _ count: Int) -> Metric {
            Metric("hearth_postgres_\(name)_total", .counter, meaning, Double(count))
        }
        return [
            counter("connections", "Connections made to the database's server.", connections.connections),
            counter("lost_connections", "Connections to it that broke.", connections.lostConnections),
            counter("settled_commits", "Commits whose lost answer was found out.", connections.settledCommits),
            counter("unknown_commits", "Commits that were told as unknown.", connections.unknownCommits),
        ]
    }

    private var disk: [Metric] {
        var facts = statvfs()
        let isRead = unsafe statvfs(folder, &facts) == 0
        let files = [("database", "hearth.db"), ("log", "hearth.db-wal"), ("tiles", "tiles.sqlite")].compactMap {
            part in
            bytes(of: "\(folder)/\(part.1)").map { (part.0, $0) }
        }
        return [
            Metric("hearth_database_bytes", .gauge, "What the database takes on the disk.", by: "file", files),
            Metric(
                "hearth_disk_free_bytes",
                .gauge,
                "What is left of the disk under the data.",
                isRead ? Double(facts.f_bavail) * Double(facts.f_frsize) : nil
            ),
            Metric(
                "hearth_disk_bytes",
                .gauge,
                "The size of that disk.",
                isRead ? Double(facts.f_blocks) * Double(facts.f_frsize) : nil
            ),
        ]
    }

    /// Under the names that programs of other makers use for these.
    private var process: [Metric] {
        let seconds = Double(milliseconds(of: CLOCK_PROCESS_CPUTIME_ID)) / 1_000
        var limit = rlimit()
        let isRead = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        return [
            Metric("hearth_build_info", .gauge, "Which Hearth this is.", by: "version", [(HubService.version, 1)]),
            Metric(
                "process_start_time_seconds",
                .gauge,
                "When the hub started, in seconds since 1970.",
                Double(startedAt.milliseconds) / 1_000
            ),
            Metric("process_cpu_seconds_total", .counter, "Processor time that the hub took.", seconds),
            Metric("process_resident_memory_bytes", .gauge, "Memory that the hub has.", residentBytes),
            Metric("process_open_fds", .gauge, "Files and connections that are open.", Double(openFiles)),
            Metric(
                "process_max_fds",
                .gauge,
                "As many as may be open.",
                isRead ? Double(limit.rlim_cur) : nil
            ),
        ]
    }

    private var watching: [Metric] {
        let log = watchdog?.read
        let backups = hub.outside.backups()
        return [
            Metric("hearth_backups", .gauge, "Whole backups that are kept.", Double(backups?.count ?? 0)),
            Metric(
                "hearth_backup_newest_timestamp_seconds",
                .gauge,
                "When the newest was taken.",
                backups?.newestAt.map { Double($0.milliseconds) / 1_000 }
            ),
            Metric("hearth_backup_newest_bytes", .gauge, "Its size.", backups.map { Double($0.newestBytes) }),
            Metric(
                "hearth_backup_drilled_timestamp_seconds",
                .gauge,
                "When one was last restored on trial.",
                backups?.drilledAt.map { Double($0.milliseconds) / 1_000 }
            ),
            Metric(
                "hearth_backup_failing",
                .gauge,
                "Whether the last try failed.",
                backups.map { $0.failedAt == nil ? 0 : 1 }
            ),
            Metric("hearth_watchdog_set", .gauge, "Whether a watchdog outside is told.", watchdog == nil ? 0 : 1),
            Metric(
                "hearth_watchdog_told_timestamp_seconds",
                .gauge,
                "When it last took our word.",
                log?.toldAt.map { Double($0.milliseconds) / 1_000 }
            ),
            Metric(
                "hearth_watchdog_failures_total",
                .counter,
                "Words that it did not take.",
                Double(log?.failures ?? 0)
            ),
        ]
    }

    private var storage: StorageStateBody {
        var facts = statvfs()
        guard unsafe statvfs(folder, &facts) == 0 else { return StorageStateBody() }
        return StorageStateBody(
            databaseBytes: Int(bytes(of: folder + "/hearth.db") ?? 0),
            logBytes: Int(bytes(of: folder + "/hearth.db-wal") ?? 0),
            freeBytes: Int(clamping: UInt64(facts.f_bavail) * UInt64(facts.f_frsize)),
            diskBytes: Int(clamping: UInt64(facts.f_blocks) * UInt64(facts.f_frsize))
        )
    }

    private var jobs: [JobBody] {
        let backups = hub.outside.backups().map { backups in
            [JobBody(job: "backup", at: backups.newestAt), JobBody(job: "drill", at: backups.drilledAt)]
        }
        return (watchdog.map { [JobBody(job: "watchdog", at: $0.read.toldAt)] } ?? []) + (backups ?? [])
    }

    private var residentBytes: Double? {
        // Its second number is the pages in memory (proc(5)).
        guard let text = try? String(decoding: fileBytes("/proc/self/statm", bytesMax: 256), as: UTF8.self) else {
            return nil
        }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return pages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private var openFiles: Int {
        guard let directory = unsafe opendir("/proc/self/fd") else { return 0 }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // Not ".", ".." and the folder itself.
        return max(0, count - 3)
    }

    private func bytes(of path: String) -> Double? {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? Double(facts.st_size) : nil
    }
}
