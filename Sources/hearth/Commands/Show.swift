import Family
import API
import FoundationEssentials

/// Prints what a command was answered: as JSON, or as lines for people.
func show(_ answer: ControlAnswer, asJSON: Bool) throws {
    switch answer {
    case .done: asJSON ? result("{}") : say("done")
    case .member(let member):
        if asJSON { return try json(member) }
        result(line(member))
        if let link = member.link { result("to set a password, once, within 24 hours: \(link)") }
    case .members(let members):
        if asJSON { try json(members) } else { for member in members { result(line(member)) } }
    case .device(let device): asJSON ? try json(device) : describe(device)
    case .devices(let devices):
        if asJSON { try json(devices) } else { for device in devices { result(line(device)) } }
    case .outbox(let items): try json(items)
    case .securityLog(let lines): try json(lines)
    case .ledgers(let lines): try json(lines)
    case .findings(let findings): try json(findings)
    case .importing(let state): try json(state)
    case .backup(let backup): asJSON ? try json(backup) : result(backup.words)
    case .deputyCode(let code): asJSON ? try json(code) : describe(code)
    case .deputies(let deputies):
        if asJSON { try json(deputies) } else { for deputy in deputies { result(line(deputy)) } }
    case .refused(let words): throw CommandFailure(words: words)
    }
}

/// Prints one result as JSON.
package func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    result(String(decoding: try encoder.encode(value), as: UTF8.self))
}

private func line(_ member: MemberLine) -> String {
    let notes = [member.keeper ? "keeper" : nil, member.disabled ? "disabled" : nil].compactMap { $0 }
    return "\(member.id.text)  \(member.role)  \(member.name)"
        + (notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))")
}

private func line(_ device: DeviceBody) -> String {
    let heard = device.heardAt.map { "last heard \($0.text)" } ?? "never heard"
    let clock = device.clockOffsetSeconds.map { ", its clock is \(abs($0)) s \($0 > 0 ? "ahead" : "behind")" } ?? ""
    return "\(device.id.text)  \(device.name)  \(heard)\(clock)"
}

private func line(_ deputy: KeeperDeputyBody) -> String {
    let heard = deputy.heardAt.map { "last heard \($0.text)" } ?? "never heard"
    let state = deputy.heard ? heard : "SILENT, \(heard)"
    let reads = "texts: \(deputy.texts.rawValue)"
    return "\(deputy.id.text)  \(deputy.name)  \(reads)  \(state)  guards \(deputy.members) members"
}

private func describe(_ code: DeputyCodeLine) {
    result("code  \(code.code)   (valid once, for \(code.validMinutes) minutes)")
    result("On the other machine: \(code.command)")
}

private func describe(_ device: DeviceIssuedBody) {
    result("device \(device.name), \(device.id.text)")
    result("token  \(device.token)   (shown this once)")
    let apps = [
        ("OwnTracks", device.setup.owntracks), ("Overland", device.setup.overland),
        ("Traccar Client", device.setup.traccar), ("GPSLogger", device.setup.gpslogger),
        ("Colota", device.setup.colota), ("Traccar server", device.setup.traccarServer),
    ]
    for (name, app) in apps {
        result("")
        result(name)
        result("  address  \(app.url)")
        if let link = app.link { result("  link     \(link)") }
        if let copy = app.copy { result(copy) }
        for (number, step) in app.steps.enumerated() { result("  \(number + 1). \(step)") }
    }
}
