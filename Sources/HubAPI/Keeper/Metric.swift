import Hub

/// One figure of the hub as Prometheus reads it, with its samples.
///
/// Labels name parts of the program alone: never a member, a family, a place or a number.
package struct Metric: Sendable {
    /// How it is to be read.
    package enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    /// One value of it.
    package struct Sample: Sendable {
        /// What stands behind the metric's name, such as `_bucket`.
        var suffix = ""
        var labels: [(name: String, value: String)]
        var value: Double
    }

    package let name: String
    package let kind: Kind
    package let help: String
    package private(set) var samples: [Sample] = []

    /// A figure without labels; nil where there is nothing to say now.
    package init(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        (self.name, self.kind, self.help) = (name, kind, help)
        if let value { samples.append(Sample(labels: [], value: value)) }
    }

    /// A figure that is told apart by one label.
    package init(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, Double)]) {
        (self.name, self.kind, self.help) = (name, kind, help)
        samples = values.map { Sample(labels: [(label, $0)], value: $1) }
    }

    /// A figure with samples of the caller's own.
    init(_ name: String, _ kind: Kind, _ help: String, samples: [Sample]) {
        (self.name, self.kind, self.help, self.samples) = (name, kind, help, samples)
    }

    /// How long things took, each group with its labels.
    init(_ name: String, _ help: String, _ groups: [(labels: [(name: String, value: String)], times: Histogram)]) {
        (self.name, kind, self.help) = (name, .histogram, help)
        for (labels, times) in groups {
            var below = 0
            for (bound, count) in zip(Histogram.bounds, times.counts) {
                below += count
                let bounds = labels + [(name: "le", value: "\(bound)")]
                samples.append(Sample(suffix: "_bucket", labels: bounds, value: Double(below)))
            }
            let all = labels + [(name: "le", value: "+Inf")]
            samples.append(Sample(suffix: "_bucket", labels: all, value: Double(times.count)))
            samples.append(Sample(suffix: "_sum", labels: labels, value: times.seconds))
            samples.append(Sample(suffix: "_count", labels: labels, value: Double(times.count)))
        }
    }

    /// The lines of Prometheus' text format, version 0.0.4.
    var text: String {
        var lines = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(quoted($0.value))\"" }.joined(separator: ",")
            lines += name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(written(sample.value))\n"
        }
        return lines
    }

    private func quoted(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }.joined()
    }

    private func written(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
