import Family
import Glibc

extension Command {
    static let completion = Command(
        name: "completion",
        summary: "prints shell completions",
        help: """
            usage: hearth completion bash|zsh|fish

            Prints a script for the shell. The Debian package brings it along; elsewhere:

            bash: hearth completion bash > ~/.local/share/bash-completion/completions/hearth

            zsh: hearth completion zsh > a file _hearth in a folder of $fpath

            fish: hearth completion fish > ~/.config/fish/completions/hearth.fish
            """
    ) { words in
        guard words.count == 1, let shell = Completion(rawValue: words[0]) else {
            throw UsageError(words: "say for which shell: hearth completion bash, zsh or fish.")
        }
        write(shell.script(Command.all.map(CommandHelp.init)), to: STDOUT_FILENO)
    }

    static let manual = Command(
        name: "manual",
        summary: "prints the manual page",
        help: """
            usage: hearth manual

            Prints hearth(1) as man reads it, made of the help of every command. The Debian package brings it along;
            elsewhere it is read by: hearth manual | man -l -

            The page is of today, or of the second that SOURCE_DATE_EPOCH names.
            """
    ) { words in
        try Arguments(words, flags: []).noPositional()
        // The environment is read before any thread could change it.
        let named = unsafe getenv("SOURCE_DATE_EPOCH").flatMap { unsafe Int64(String(cString: $0)) }
        let now = named.map { Timestamp(milliseconds: $0 * 1_000) } ?? realTime()
        write(ManualPage(helps: Command.all.map(CommandHelp.init), now: now).text, to: STDOUT_FILENO)
    }
}
