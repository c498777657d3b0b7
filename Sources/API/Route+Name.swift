extension Route {
    /// What a route is called in figures and logs: its case alone, without what it names.
    public var name: String { caseName(of: self) }
}

private func caseName(of route: Any) -> String {
    guard let inner = Mirror(reflecting: route).children.first else { return "\(route)" }
    // A group of routes is a case that holds another list of them.
    guard "\(type(of: inner.value))".hasSuffix("Route") else { return inner.label ?? "unknown" }
    return caseName(of: inner.value)
}
