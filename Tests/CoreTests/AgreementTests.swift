import Foundation
import Testing

/// The page's core and this machine's, asked the same: 40 000 questions by chance, and those written down.
@Suite struct AgreementTests {
    @Test func `both answer random questions alike`() throws {
        var random = SeededRandom(seed: 3)
        var questions = Questions()
        for _ in 0..<10_000 { questions.askForDistance(&random) }
        for _ in 0..<5_000 { questions.askWhetherLive(&random) }
        for _ in 0..<5_000 { questions.askForHands(&random) }
        for _ in 0..<10_000 { questions.askForCountdown(&random) }
        try AgreementTests.compare(questions)
    }

    @Test func `both hear the same shakes`() throws {
        var random = SeededRandom(seed: 5)
        var questions = Questions()
        for _ in 0..<300 { questions.askForShakes(&random) }
        try AgreementTests.compare(questions)
        #expect(questions.answers.contains { $0.map { !$0.isEmpty && $0[0] >= 0 } ?? false }, "some fire")
    }

    @Test func `both cores agree on presence after the same fixes`() throws {
        var random = SeededRandom(seed: 7)
        var questions = Questions()
        for _ in 0..<120 { questions.askForPresence(&random) }
        try AgreementTests.compare(questions)
        let states = Set(questions.answers.compactMap { $0.flatMap { $0.count == 8 ? $0[0] : nil } })
        #expect(states == [0, 1, 2, 3], "every state is met")
    }

    @Test func `both cores agree on progress along a route`() throws {
        var random = SeededRandom(seed: 9)
        var questions = Questions()
        for _ in 0..<200 { questions.askForRoute(&random) }
        questions.ask("route-fix", [91, 0, 10, 1e12])
        questions.ask("new-route", [1, 47, 9])
        questions.ask("route-fix", [47, 9, 10, 1e12])
        try AgreementTests.compare(questions)
        #expect(questions.answers.count { $0 == nil } == 2)
    }

    @Test func `both cores refuse invalid questions and answer the next one`() throws {
        var questions = Questions()
        questions.ask("new-shake", [9, 0])
        questions.ask("new-shake", [1, 0])
        questions.ask("hands", [7, 7])
        questions.ask("hands", [7, -1])
        questions.ask("hands", [0, 0])
        questions.ask("hands", [65])
        questions.ask("new-presence", [1, 48, 11, 5])
        questions.ask("new-presence", [1, 91, 11, 50])
        questions.ask("new-presence", [])
        questions.ask("presence", [1e12])
        questions.ask("distance", [91, 0, 0, 0])
        questions.ask("hands", [7, 6])
        try AgreementTests.compare(questions)
        #expect(questions.answers.count { $0 == nil } == 7)
    }

    @Test func `an instance that trapped is replaced, and what was going on goes on`() throws {
        let answers = try PageCore.answers(to: [
            "new-shake 1 0", "shake 0 20 0 0 100 -20 0 0 200 20 0 0", "trap",
            "shake 300 -20 0 0 400 20 0 0 500 -20 0 0",
        ])
        try #require(answers.count == 4)
        #expect(answers[2] == [-.infinity, -.infinity], "refused RuntimeError")
        #expect(answers[3] == [2])
    }

    @Test func `both answer what is written down`() throws {
        var questions = Questions()
        let golden = try GoldenAnswer.all()
        for answer in golden { questions.ask(answer.rule, answer.numbers) }
        try AgreementTests.compare(questions)
        for (answer, given) in zip(golden, questions.answers) {
            #expect(agree(given, answer.answer), "\(answer.line)")
        }
    }

    private static func compare(_ questions: Questions) throws {
        let page = try PageCore.answers(to: questions.lines)
        try #require(page.count == questions.lines.count)
        let apart = questions.lines.indices.filter { !agree(questions.answers[$0], page[$0]) }
        for index in apart.prefix(5) {
            Issue.record(
                """
                line \(index), \(questions.lines[index]):
                here \(String(describing: questions.answers[index])), in the page \(String(describing: page[index]))
                """
            )
        }
        #expect(apart.isEmpty, "\(apart.count) of \(page.count) differ")
    }
}

/// A line of Tests/Fixtures/core/golden.txt: a question, "=" and the answer.
private struct GoldenAnswer {
    let line: String
    let rule: String
    let numbers: [Double]
    /// Nil for "refused".
    let answer: [Double]?

    static func all() throws -> [GoldenAnswer] {
        let file = PageCore.root.appending(path: "Tests/Fixtures/core/golden.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return try lines.filter { !$0.hasPrefix("#") }.map(GoldenAnswer.init)
    }

    private init(line: Substring) throws {
        let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        try #require(sides.count == 2)
        let words = sides[0].split(separator: " ")
        self.line = String(line)
        rule = String(try #require(words.first))
        numbers = try words.dropFirst().map { try #require(Double(String($0))) }
        let told = sides[1].split(separator: " ")
        answer = told == ["refused"] ? nil : try told.map { try #require(Double($0)) }
    }
}
