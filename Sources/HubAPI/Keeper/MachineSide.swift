package import API
package import Languages

/// What only whoever wires the hub knows of the machine below it.
package struct MachineSide: Sendable {
    /// The token that opens the figures and nothing else; nil where there is none.
    package var metricsToken: @Sendable () -> String? = { nil }
    /// Figures of the machine.
    package var metrics: @Sendable () async -> [Metric] = { [] }
    /// What the doctor finds, without asking anybody outside, in a language of who asks.
    package var findings: @Sendable (Language) async -> [FindingBody] = { _ in [] }
    package var storage: @Sendable () -> StorageStateBody = { StorageStateBody() }
    /// What runs beside the hub, and when it was last done.
    package var jobs: @Sendable () -> [JobBody] = { [] }

    package init() {}
}
