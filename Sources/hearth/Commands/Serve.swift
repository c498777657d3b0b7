import Dispatch
import Glibc
import HTTP
import HubAPI
import Maps

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "runs the hub",
        help: """
            usage: hearth serve [FLAGS]

            Runs the hub until it is told to stop (Ctrl-C or SIGTERM); what it acknowledged is on disk.
            Every flag is also an environment variable, --public-url as HEARTH_PUBLIC_URL, and a line
            of hearth.toml in the working folder, public-url = "…"; flags come first, then the environment.

            \(Configuration.flagHelp)
            """
    ) { words in
        try await runHub(try Configuration.read(words))
    }
}

/// Runs the hub until a signal ends it.
private func runHub(_ configuration: Configuration) async throws {
    let web = try WebAssets.of(configuration)
    let basemap = try await Basemap.of(configuration)
    let house = try await HubHouse.open(configuration.dataFolder, settings: configuration.hub, mayCreate: true)
    let service = HubService(hub: house.hub, allowHTTP: configuration.allowHTTP, web: web, basemap: basemap)
    let server = try Server(try serverConfiguration(configuration)) { service.handle($0, $1) }
    let address = address(configuration, port: server.port)
    let control = try ControlSocket(folder: house.folder) { command in
        do {
            return try await command.run(on: service, address: address)
        } catch {
            return .refused(words: wordsFor(error))
        }
    }
    let heartbeat = Task {
        while !Task.isCancelled {
            await service.beat()
            // Cancelled at the end, which is all that can go wrong here.
            try? await Task.sleep(for: .seconds(15))
        }
    }
    result("listening on \(address)")
    if configuration.listen.hasPrefix("127.0.0.1:"), configuration.certificateFile == nil {
        result("on this machine also http://localhost:\(server.port)")
    }
    await stopSignal()
    say("stopping…")
    heartbeat.cancel()
    control.stop()
    service.close()
    let cut = await server.stop(within: .seconds(10))
    await basemap?.close()
    await house.close()
    say(cut == 0 ? "stopped" : "stopped; \(cut) requests were cut off")
}

private func serverConfiguration(_ configuration: Configuration) throws -> ServerConfiguration {
    var server = ServerConfiguration(listen: configuration.listen)
    server.connectionsMax = configuration.connectionsMax
    server.trustedProxies = configuration.trustedProxies
    server.commonHeaders = HubService.securityHeaders
    server.bodyPolicy = HubService.bodyPolicy
    server.onFault = { say("http: \($0)") }
    if let chain = configuration.certificateFile, let key = configuration.keyFile {
        server.certificate = ServerConfiguration.Certificate(
            chain: try fileBytes(chain, bytesMax: 1 << 20),
            key: try fileBytes(key, bytesMax: 1 << 20)
        )
    }
    return server
}

private func address(_ configuration: Configuration, port: UInt16) -> String {
    let scheme = configuration.certificateFile == nil ? "http" : "https"
    let host = configuration.listen.split(separator: ":").dropLast().joined(separator: ":")
    return "\(scheme)://\(host):\(port)"
}

/// Waits for SIGTERM or SIGINT; a second one ends the process at once.
func stopSignal() async {
    let (signals, continuation) = AsyncStream<Void>.makeStream()
    let sources = [SIGTERM, SIGINT].map { number in
        // The default action would end the process before the source hears of it.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler {
            if case .terminated = continuation.yield() { exit(1) }
        }
        source.resume()
        return source
    }
    for await _ in signals { break }
    continuation.finish()
    withExtendedLifetime(sources) {}
}
