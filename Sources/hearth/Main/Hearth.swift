import HearthProgram

@main
struct Hearth {
    static func main() async {
        await Command.run(Array(CommandLine.arguments.dropFirst()))
    }
}
