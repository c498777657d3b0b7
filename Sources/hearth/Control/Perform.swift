import HubAPI

/// Does a keeper's command: asks the hub that runs in the folder, or else opens the hub that rests there.
func perform(_ command: ControlCommand, _ configuration: Configuration) async throws -> ControlAnswer {
    let folder = configuration.dataFolder
    if let answer = try ControlSocket.ask(command, folder: folder) {
        if case .refused(let words) = answer { throw CommandFailure(words: words) }
        return answer
    }
    let house = try await HubInstance.open(
        folder,
        on: try configuration.hubDatabase(),
        settings: configuration.hub,
        mayCreate: command.mayCreateHub,
        backups: BackupStore(configuration)
    )
    let service = HubService(hub: house.hub, allowHTTP: false)
    do {
        let address = "http://\(configuration.listen)"
        let answer = try await command.run(on: service, address: address, configuration, isRunning: false)
        await house.close()
        return answer
    } catch {
        await house.close()
        throw error
    }
}
