import Family
import HubAPI

/// The manual page `hearth(1)`, made of every command's help.
struct ManualPage {
    let helps: [CommandHelp]
    let now: Timestamp

    /// The page as man(7) writes it.
    var text: String {
        ([head] + helps.map(section) + [tail]).joined(separator: "\n") + "\n"
    }

    private var head: String {
        """
        .TH HEARTH 1 "\(now.text.prefix(10))" "Hearth \(HubService.version)" "User Commands"
        .SH NAME
        hearth \\- a family's own hub
        .SH SYNOPSIS
        .B hearth
        .I COMMAND
        \\&...
        .SH DESCRIPTION
        Hearth runs on a family's own machine and serves an installable web page. It takes positions from the phone apps
        that people already have, shows them to those who may see them, watches over trips until somebody has arrived,
        and keeps the family's missions and money.
        .PP
        A command that touches a hub's data works beside the hub that runs in the data folder, through its control
        socket there, or on the one that rests there. Messages for people go to standard error, results to standard
        output; with
        .B \\-\\-json
        a result is JSON for programs.
        .SH COMMANDS
        """
    }

    private func section(_ help: CommandHelp) -> String {
        var lines = [".SS hearth " + escaped(help.name)]
        for (index, usage) in help.usages.enumerated() {
            if index > 0 { lines.append(".br") }
            lines.append(guarded(escaped(usage)))
        }
        for block in help.blocks {
            switch block {
            case .paragraph(let text): lines += [".PP", guarded(escaped(text))]
            case .row(let term, let words):
                lines += [".TP", ".B " + escaped(term), words.isEmpty ? "\\&" : guarded(escaped(words))]
            }
        }
        return lines.joined(separator: "\n")
    }

    private var tail: String {
        """
        .SH EXIT STATUS
        .TP
        .B 0
        done
        .TP
        .B 1
        failed
        .TP
        .B 2
        used wrongly; nothing was changed
        .SH ENVIRONMENT
        .TP
        .B HEARTH_TOKEN
        a token, where a command takes one: other users of the machine see a command line and not this
        .TP
        .B HEARTH_PASSWORD
        a password, likewise
        .PP
        Every flag of
        .B hearth serve
        is a variable as well:
        .B \\-\\-public\\-url
        is
        .BR HEARTH_PUBLIC_URL .
        .SH FILES
        .TP
        .I hearth.toml
        settings, in the working folder; of the Debian package, and wherever its data is named,
        .I /etc/hearth/hearth.toml
        .TP
        .I hearth\\-data
        everything the hub keeps; of the Debian package
        .I /var/lib/hearth
        .SH EXAMPLES
        .TP
        A made\\-up family on this machine:
        .B hearth demo
        .TP
        A hub, and its first member, who is its keeper:
        .B hearth serve
        .br
        .B hearth member add \\-\\-phone +41446681800 \\-\\-name Anna
        .TP
        What is weak, for a program that watches:
        .B hearth doctor \\-\\-json
        .SH SEE ALSO
        .BR systemctl (1)
        for the service;
        .I /usr/share/doc/hearth/operating.md
        for running a hub
        """
    }

    /// What roff would take for its own, and marks beyond ASCII that every reader knows.
    private func escaped(_ text: String) -> String {
        var out = ""
        for character in text {
            switch character {
            case "\\": out += "\\e"
            case "-": out += "\\-"
            case "…": out += "..."
            case "`": out += "\\(ga"
            case "×": out += "\\(mu"
            default: out.append(character)
            }
        }
        return out
    }

    /// A line that begins with a dot or a quote would be an order.
    private func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
