/// What a shell is told of the commands, so that it completes what is being typed.
enum Completion: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The script for this shell.
    func script(_ helps: [CommandHelp]) -> String {
        switch self {
        case .bash: Self.bashScript(helps)
        case .zsh: Self.zshScript(helps)
        case .fish: Self.fishScript(helps)
        }
    }

    private static func bashScript(_ helps: [CommandHelp]) -> String {
        var values: [String] = []
        for help in helps {
            for flag in help.flags {
                let action: String? =
                    switch flag.kind {
                    case .none: nil
                    case .words(let words): "$(compgen -W \(quoted(words.joined(separator: " "))) -- \"$word\")"
                    case .file: "$(compgen -f -- \"$word\")"
                    case .folder: "$(compgen -d -- \"$word\")"
                    case .anything: ""
                    }
                guard let action else { continue }
                values.append("        '\(help.name) --\(flag.name)') COMPREPLY=(\(action)); return ;;")
            }
        }
        let words = helps.map { help in
            let words = help.verbs + help.flags.map { "--" + $0.name }
            let files = help.takesFiles ? "; files=1" : ""
            return "        \(help.name)) words='\(words.joined(separator: " "))'\(files) ;;"
        }
        return """
            # bash completion for hearth; hearth completion bash wrote it.
            _hearth() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]-}
                local words='' files=''
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '\(helps.map(\.name).joined(separator: " ")) help' -- "$word"))
                    return
                fi
                case "$command $before" in
            \(values.joined(separator: "\n"))
                esac
                case $command in
            \(words.joined(separator: "\n"))
                    help) words='\(helps.map(\.name).joined(separator: " "))' ;;
                esac
                COMPREPLY=($(compgen -W "$words --help" -- "$word"))
                if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$word")); fi
            }
            complete -o filenames -F _hearth hearth

            """
    }

    private static func zshScript(_ helps: [CommandHelp]) -> String {
        let cases = helps.map { help in
            var specs = help.flags.map { flag in
                let action =
                    switch flag.kind {
                    case .none: ""
                    case .words(let words): ":\(flag.name):(\(words.joined(separator: " ")))"
                    case .file: ":file:_files"
                    case .folder: ":folder:_files -/"
                    case .anything: ":\(flag.name):"
                    }
                return quoted("--\(flag.name)[\(plain(flag.words))]\(action)")
            }
            specs.append("'--help[says more]'")
            if !help.verbs.isEmpty { specs.append("'1:verb:(\(help.verbs.joined(separator: " ")))'") }
            if help.takesFiles { specs.append("'*:file:_files'") }
            return "        \(help.name))\n            _arguments \\\n                "
                + specs.joined(separator: " \\\n                ") + "\n            ;;"
        }
        return """
            #compdef hearth
            # zsh completion for hearth; hearth completion zsh wrote it.
            _hearth() {
                local -a commands
                commands=(
            \(helps.map { "        " + quoted("\($0.name):\(plain($0.summary))") }.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            # Read by itself it is called; as a function of fpath it calls itself.
            if [ "$funcstack[1]" = _hearth ]; then _hearth "$@"; else compdef _hearth hearth; fi

            """
    }

    private static func fishScript(_ helps: [CommandHelp]) -> String {
        var lines: [String] = []
        for help in helps {
            lines.append("complete -c hearth -n __hearth_begins -a \(help.name) -d \(fishQuoted(help.summary))")
            let here = "complete -c hearth -n '__hearth_is \(help.name)'"
            if !help.verbs.isEmpty {
                let verbs = help.verbs.joined(separator: " ")
                lines.append("complete -c hearth -n '__hearth_verb \(help.name)' -a '\(verbs)'")
            }
            if help.takesFiles { lines.append(here + " -F") }
            for flag in help.flags {
                let value =
                    switch flag.kind {
                    case .none: ""
                    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
                    case .file: " -r -F"
                    case .folder: " -x -a '(__fish_complete_directories)'"
                    case .anything: " -x"
                    }
                lines.append(here + " -l \(flag.name)\(value) -d \(fishQuoted(flag.words))")
            }
        }
        return """
            # fish completion for hearth; hearth completion fish wrote it.
            function __hearth_begins
                test (count (commandline -opc)) -eq 1
            end
            function __hearth_is
                set -l words (commandline -opc)
                test (count $words) -ge 2; and test $words[2] = $argv[1]
            end
            function __hearth_verb
                __hearth_is $argv[1]; and test (count (commandline -opc)) -eq 2
            end
            complete -c hearth -f
            complete -c hearth -n 'not __hearth_begins' -l help -d 'says more'
            \(lines.joined(separator: "\n"))

            """
    }

    /// As one word of bash and zsh.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// As one word of fish, which knows `\'` within quotes.
    private static func fishQuoted(_ text: String) -> String {
        var quoted = "'"
        for character in text {
            if character == "'" || character == "\\" { quoted += "\\" }
            quoted.append(character)
        }
        return quoted + "'"
    }

    /// Without what zsh gives a meaning within a description.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for character in text {
            if "[]:\\".contains(character) { plain += "\\" }
            plain.append(character)
        }
        return plain
    }
}
