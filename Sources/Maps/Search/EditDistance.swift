/// How many letters were mistyped: wrong, missing, too many, or two exchanged.
struct EditDistance {
    /// The mistakes in a word, and in the best of its beginnings.
    struct Mistakes {
        var whole: Int
        var beginning: Int
    }

    private let word: [UInt8]
    /// The rows of the table: one for no letter of the other word, then one for each of its letters.
    private var rows: [[Int]]
    private var other: [UInt8] = []
    /// How many letters of the other word were looked at: more make nothing better.
    private(set) var looked = 0

    /// Compares others with this word.
    init(from word: String) {
        self.word = Array(word.utf8)
        rows = [Array(0...self.word.count)]
    }

    /// How many mistakes a word of so many letters is forgiven.
    static func forgiven(_ letters: Int) -> Int {
        switch letters {
        case ..<4: 0
        case ..<8: 1
        default: 2
        }
    }

    /// The mistakes of one word in another, where more than `most` all count the same.
    static func between(_ word: String, and other: String, most: Int) -> Mistakes {
        var distance = EditDistance(from: word)
        return distance.compare(Array(other.utf8)[...], shared: 0, most: most)
    }

    /// Goes on with another word, whose first `shared` letters are those of the last.
    mutating func compare(_ next: ArraySlice<UInt8>, shared: Int, most: Int) -> Mistakes {
        let kept = min(shared, other.count)
        rows.removeLast(rows.count - kept - 1)
        other.removeLast(other.count - kept)
        var isDead = false
        for byte in next.dropFirst(kept) {
            add(byte)
            isDead = (rows[rows.count - 1].min() ?? 0) > most
            if isDead { break }
        }
        looked = other.count
        let beginning = rows.reduce(most + 1) { min($0, $1[word.count]) }
        return Mistakes(
            whole: isDead ? most + 1 : min(rows[rows.count - 1][word.count], most + 1),
            beginning: beginning
        )
    }

    private mutating func add(_ byte: UInt8) {
        let before = rows[rows.count - 1]
        var row = [before[0] + 1]
        row.reserveCapacity(word.count + 1)
        for column in 1..<(word.count + 1) {
            let change = word[column - 1] == byte ? 0 : 1
            var best = min(before[column] + 1, row[column - 1] + 1, before[column - 1] + change)
            if column > 1, word[column - 2] == byte, other.last == word[column - 1] {
                best = min(best, rows[rows.count - 2][column - 2] + 1)
            }
            row.append(best)
        }
        rows.append(row)
        other.append(byte)
    }
}
