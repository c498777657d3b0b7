extension Command {
    static let setup = Command(
        name: "setup",
        summary: "sets up settings, HTTPS, service and keys on this machine",
        help: """
            usage: hearth setup DOMAIN [FLAGS]

            Makes this machine ready for a hub that phones reach as DOMAIN: its settings in /etc/hearth/hearth.toml, Caddy
            before it, which gets the certificate, or a certificate of your own, a service of systemd where no package
            brought one, and \(Setup.data) with its keys. Says what it wrote and what is left to do. Run it as often
            as you like: what is right stays, and what you changed stays and is named.

            \(Configuration.help(SetupOrder.settings + SetupOrder.switches))
            """
    ) { words in
        var order = try SetupOrder(words)
        if try Setup(order).lacksRegion() { try order.askForRegion() }
        var setup = Setup(order)
        let report = try setup.run()
        if order.asJSON { return try json(report) }
        if order.isDry { result("Nothing is written; without --dry-run this would be so:") }
        for step in report.steps { result(step.line) }
        result("\nNext:")
        for (number, words) in report.next.enumerated() { result("\(number + 1). \(words)") }
    }
}
