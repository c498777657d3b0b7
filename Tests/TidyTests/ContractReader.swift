import Foundation
import Programs

/// A value of the contract's YAML; truths and numbers are texts as they are written.
indirect enum ContractValue: Equatable, Sendable {
    case mapping([String: ContractValue])
    case list([ContractValue])
    case text(String)

    subscript(key: String) -> ContractValue? { values[key] }

    var values: [String: ContractValue] { if case .mapping(let values) = self { values } else { [:] } }
    var items: [ContractValue] { if case .list(let items) = self { items } else { [] } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The texts of a list; of a single text, it alone.
    var texts: [String] { text.map { [$0] } ?? items.compactMap(\.text) }

    fileprivate init(json: Any) {
        switch json {
        case let values as [String: Any]: self = .mapping(values.mapValues(ContractValue.init(json:)))
        case let items as [Any]: self = .list(items.map(ContractValue.init(json:)))
        default: self = .text(json as? String ?? "")
        }
    }
}

/// Reads YAML with PyYAML, which also makes the page's types of the contract.
func readContract(_ yaml: String) throws -> ContractValue {
    // The base loader reads every scalar as the text that it is written as.
    let program = """
        import json, sys, yaml
        json.dump(yaml.load(sys.stdin, getattr(yaml, "CBaseLoader", yaml.BaseLoader)), sys.stdout)
        """
    let json = try StartedProgram.output(of: ["python3", "-c", program], input: Data(yaml.utf8)).output
    return ContractValue(json: try JSONSerialization.jsonObject(with: json))
}
