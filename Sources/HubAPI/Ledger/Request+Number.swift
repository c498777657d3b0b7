import HTTP
import Languages

extension Request {
    /// A whole number of the query in a range; `otherwise` where it is absent, and refused without that.
    func number(_ name: String, in range: ClosedRange<Int>, otherwise: Int? = nil) throws(Problem) -> Int {
        guard let text = queryFields[name] else {
            guard let otherwise else { throw .invalid(name, "A field is missing.") }
            return otherwise
        }
        guard let number = Int(text), range.contains(number) else {
            let (least, most) = (range.lowerBound, range.upperBound)
            let atLeast: Phrase = "Enter a whole number of \(least) or more."
            throw .invalid(name, most == .max ? atLeast : "Enter a whole number of \(least) to \(most).")
        }
        return number
    }
}
