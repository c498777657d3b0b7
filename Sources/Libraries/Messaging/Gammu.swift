import Family
import Linux
import Work

/// Texts through a modem on this machine, by Debian's `gammu`, one after the other.
///
/// The program is run without a shell. The text goes in by a pipe: arguments can be read by everybody on the machine, as
/// the number is for as long as it runs.
package struct Gammu: MessageSender, ProviderCheck {
    private let program: String
    private let settings: String?
    private let patience: Duration
    private let patienceForPart: Duration

    /// So many letters are read at most, as up to ten texts in a row.
    private static let lettersMax = 1_530
    /// A modem takes one thing at a time.
    private static let modem = Turns()

    /// - Parameters:
    ///   - settings: a gammurc, which says where the modem is; nil for `/etc/gammurc`.
    ///   - program: what to run.
    ///   - patience: how long a message waits for the modem, and the modem may take for an answer.
    ///   - patienceForPart: how much longer for each part of a text.
    package init(
        settings: String?,
        program: String = "gammu",
        patience: Duration = .seconds(13),
        patienceForPart: Duration = .seconds(8)
    ) {
        (self.settings, self.program) = (settings, program)
        (self.patience, self.patienceForPart) = (patience, patienceForPart)
    }

    package var atOnceMax: Int { 1 }

    package func sendingTime(of message: Message) -> Duration { patience + patienceForPart * message.textParts }

    package func send(_ message: Message) async -> SendOutcome {
        // What begins with a hyphen would be an option.
        let digits = message.to.utf8.dropFirst()
        guard message.to.hasPrefix("+"), !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .refused(why: "not a phone number")
        }
        let words = ["sendsms", "TEXT", message.to, "-autolen", "\(Gammu.lettersMax)"]
        guard let why = await run(words, input: Array(message.text.utf8), for: sendingTime(of: message)) else {
            return .sent
        }
        return .later(why: why, afterSeconds: nil)
    }

    package func trouble() async -> String? { await run(["identify"], input: [], for: patience) }

    /// Runs gammu in its turn, for so long at most; why it failed, or nil.
    private func run(_ words: [String], input: [UInt8], for limit: Duration) async -> String? {
        let begin = ContinuousClock.now
        return await Gammu.modem.alone {
            guard ContinuousClock.now - begin <= patience else { return "the modem is busy" }
            guard let pipe = BytePipe() else { return "no descriptors are left" }
            // It is less than a pipe holds, so that nothing waits for a reader.
            _ = pipe.send(input)
            pipe.end()
            defer { pipe.handOver() }
            // gammu reads letters as the language says, and a service has none.
            let settings = self.settings.map { ["-c", $0] } ?? []
            var order = ChildProgram.Order(["env", "LC_ALL=C.UTF-8", program] + settings + words)
            order.input = pipe.reading
            order.tellsErrors = false
            let child: ChildProgram
            do throws(ChildFailure) {
                child = try await ChildProgram.start(order)
            } catch {
                return "\(program) cannot be started: \(error.words)"
            }
            let watching = Task {
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                await child.stop(within: .seconds(1))
            }
            let ending = await child.ended()
            watching.cancel()
            return switch ending {
            case .exited(code: 0): nil
            // As env(1) says it.
            case .exited(code: 127): "\(program) is not installed"
            // Its own words may repeat the number.
            case .exited(let code): "gammu says \(code)"
            case .killed: "the modem did not answer in time"
            }
        }
    }
}
