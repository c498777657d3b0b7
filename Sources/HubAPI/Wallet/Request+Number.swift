import HTTP

extension Request {
    /// A whole number of the query in a range; `otherwise` where it is absent, and refused without that.
    func number(_ name: String, in range: ClosedRange<Int>, otherwise: Int? = nil) throws(Problem) -> Int {
        guard let text = queryFields[name] else {
            guard let otherwise else { throw .invalid(name, "A field is missing.") }
            return otherwise
        }
        guard let number = Int(text), range.contains(number) else {
            let most = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            throw .invalid(name, "This is a whole number of \(range.lowerBound) \(most).")
        }
        return number
    }
}
