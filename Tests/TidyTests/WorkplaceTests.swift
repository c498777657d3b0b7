import Testing

/// Files that make threads, queues or semaphores, each with its reason.
private let threadMakers: [String: String] = [
    "Sources/Libraries/Work/DispatchLine.swift": "the port's threads",
    "Sources/Libraries/HTTP/Admission.swift": "closes sockets of libmicrohttpd, whatever the hub does",
    "Sources/Libraries/HTTP/Server.swift": "joins the threads of libmicrohttpd",
    "Sources/Libraries/HTTPClient/GuardedClient.swift": "the resolver's thread, which libc holds up",
    "Sources/Libraries/HTTPClient/HTTPClient.swift": "libcurl's thread",
    "Sources/Libraries/HTTPClient/MailClient.swift": "libcurl's thread",
    "Sources/HearthClient/Outbox/FileExecutor.swift": "belongs to an app, not to the hub",
    "Sources/Libraries/Linux/ChildProgram.swift": "waits for a child program",
    "Sources/Libraries/Linux/SpawnThread.swift": "the kernel ends a child with the thread that started it",
    "Sources/Libraries/Linux/StopSignals.swift": "waits for a signal",
]

private let threadWords = [
    "DispatchQueue(", "DispatchQueue.global", "DispatchQueue.main", "DispatchSemaphore(", "DispatchGroup(",
    "DispatchWorkItem", "DispatchSource.", "OperationQueue", "Thread(", "pthread_create(", "NSCondition",
    "NSLock(",
]

@Suite struct WorkplaceTests {
    @Test func `threads are made in one file, and where something from elsewhere needs its own`() {
        let makers = SourceTree.sources.filter { !$0.threadLines.isEmpty }
        #expect(makers.filter { threadMakers[$0.path] == nil }.flatMap(\.threadLines) == [])
        #expect(Set(threadMakers.keys).subtracting(makers.map(\.path)).sorted() == [], "exceptions that need none")
    }

    @Test func `a thread of its own is seen`() {
        let text =
            "let a = DispatchQueue(label: 1)\n// DispatchQueue(label:)\nlet b = BlockingTaskExecutor(a)\nThread(b)\n"
        let path = "Sources/Hub/A.swift"
        #expect(SourceFile(path: path, text: text).threadLines == ["\(path):1", "\(path):4"])
    }
}

/// What the simulation's judges may not know: they judge from what is sent and answered alone.
@Suite struct JudgeTests {
    @Test func `judges of the simulation import nothing of the hub`() {
        let judges = SourceTree.swift.filter { $0.path.hasPrefix("Tests/Simulation/Judges/") }
        #expect(judges.count > 1)
        let imports = judges.flatMap { judge in judge.code.filter { $0.contains("import ") } }
        #expect(Set(imports).subtracting(["import SimulatedMachine"]).sorted() == [])
    }
}

extension SourceFile {
    /// Where it makes threads.
    fileprivate var threadLines: [String] {
        code.enumerated().compactMap { index, line in
            threadWords.contains { line.containsWord($0) } ? "\(path):\(index + 1)" : nil
        }
    }
}

extension String {
    /// Whether a word that may end with a sign stands here, and not as the end of a longer name.
    fileprivate func containsWord(_ word: String) -> Bool {
        ranges(of: word).contains { range in
            guard range.lowerBound > startIndex else { return true }
            let before = self[index(before: range.lowerBound)]
            return !before.isLetter && !before.isNumber
        }
    }
}
