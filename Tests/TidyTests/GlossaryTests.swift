import Foundation
import Testing

/// One term per idea, the field's own: what a declaration was called once, and is not called again.
@Suite struct GlossaryTests {
    @Test func `no declaration bears a name that the glossary replaced`() {
        let found = SourceTree.swift.flatMap { file in
            file.declaredNames.filter { replaced[$0] != nil }.map { "\(file.path): \($0) is \(replaced[$0] ?? "")" }
        }
        #expect(found == [])
    }

    @Test func `no type in Family or Hub has a name that ends in Error`() {
        let found = SourceTree.swift.filter { ["Family", "Hub"].contains($0.target ?? "") }.flatMap { file in
            file.declaredNames.filter { $0.hasSuffix("Error") && $0.first?.isUppercase == true }
        }
        #expect(found == [])
    }

    @Test func `declared names are read from a file's code, not from its comments or strings`() {
        let text = """
            package final class Budget<Sender>: Sendable {
                func setMark() {}
                let a = Asker()  // struct Visitor
                case callOff(Int), other
                let b = "enum Lane"
            """
        let file = SourceFile(path: "Sources/Hub/A.swift", text: text)
        #expect(file.declaredNames == ["Budget", "setMark", "a", "callOff", "b"])
    }
}

/// Each name that was replaced, with the one that is used.
private let replaced = [
    "setMark": "setSavepoint", "releaseMark": "releaseSavepoint", "undoMark": "rollbackToSavepoint",
    "emptyLog": "truncateWAL", "readingFixed": "immutable", "Lane": "ConnectionQueue", "upkeep": "maintenance",
    "FixInbox": "FixWriteBuffer", "GhostRow": "DepartedContactRow", "SetAside": "RetryBackoff",
    "Budget": "RateLimiter", "secondsToWait": "retryAfterSeconds", "strangerBudget": "anonymousRateLimiter",
    "Asker": "RequestOrigin", "Visitor": "AuthenticatedSession", "Outside": "HubDependencies",
    "Sighting": "DeviceReport", "SightingLane": "IngestQueue", "SightingTurn": "IngestTransaction",
    "LedgerTurn": "LedgerTransaction", "SafetyTurn": "SafetyTransaction", "MissionTurn": "MissionTransaction",
    "FamilyPlaceTurn": "FamilyPlaceTransaction", "LedgerLine": "LedgerPipeline", "LedgerMemory": "LedgerSnapshot",
    "LedgerMemories": "LedgerCache", "KnownLedger": "PartialLedger", "LedgerSight": "LedgerVisibility",
    "TripSight": "TripVisibility", "StatementPlace": "StatementCursor", "SlowWork": "BackgroundQueue",
    "SteadyTime": "TrustedClock", "ClockDoubt": "ClockAnomaly", "meetDeadlines": "handleDeadlines",
    "sendWhatIsDue": "sendDue", "deleteWhatIsOld": "purgeExpired", "callOff": "cancelCountdown",
    "Shelf": "TemporaryBlobStore", "ShelvedBytes": "StoredBlob", "NamelessFile": "UnlinkedFile",
    "Roster": "ShutdownRegistry", "giveBackPages": "releasePages", "BodyCondenser": "BodyFilter",
    "PieceTaker": "BodyChunkHandler", "WaitingThread": "BlockingTaskExecutor", "PhoneDoors": "PhoneEndpoints",
    "PhoneApp": "PhoneProtocol", "Patience": "RetryPolicy", "LifelongThread": "SpawnThread",
    "FolderClaim": "DirectoryLock", "HubHouse": "HubInstance", "TimedCode": "TOTP", "PushVoucher": "VAPIDToken",
    "SealingStream": "EncryptingStream", "OpeningStream": "DecryptingStream", "PassphraseBox": "SecretBox",
    "SealingKey": "AEADKey", "WholeSubtrees": "SubtreeHashSource", "Spell": "DwellPeriod", "HalfSwing": "HalfCycle",
    "LookUps": "CoalescingLoader", "RegionDesk": "RegionImportService", "TrackTaker": "TrackConsumer",
    "NoPhoneNumber": "PhoneNumberParseError", "MissionRules": "MissionPermissions",
    "visitor": "caller", "LookBook": "AccessLogBuffer", "MissionTold": "MissionPostCommit",
    "LedgerNews": "LedgerPostCommit", "SafetyDone": "SafetyPostCommit", "TravellerFace": "TravellerVisibleState",
    "AlarmWave": "NotificationRound", "RunningHub": "HubServer", "HeldWrites": "PendingWrites",
    "TripViewer": "GuestViewer", "MissionSight": "MissionVisibility", "Atlas": "InstalledMaps",
    "Protection": "ProtectionStatus", "moveHome": "flush", "looksCleared": "appearsCleared", "Keeping": "KeyCustody",
]

extension SourceFile {
    /// The names of what this file declares, the first of each declaration.
    fileprivate var declaredNames: [String] {
        let words = "struct|class|enum|actor|protocol|typealias|func|var|let|case"
        let text = "\\b(?:\(words)) (\\w+)"
        // Foundation's, as Swift's own takes minutes for all files where it is not optimized.
        guard let pattern = try? NSRegularExpression(pattern: text)  // a constant that compiles
        else { return ["no pattern"] }
        let all = code.joined(separator: "\n") as NSString
        return pattern.matches(in: all as String, range: NSRange(location: 0, length: all.length))
            .map { all.substring(with: $0.range(at: 1)) }
    }
}
