import Foundation
import Testing
import WireClient

/// S36: a certificate of one's own that is renewed while the hub runs.
@Suite struct CertificateTests {
    @Test func `S36: a renewed certificate is in use within seconds, and a bad one leaves the one before`() async throws
    {
        try await HubFolder.run { folder in
            let (chain, key) = (folder.path + "/chain.pem", folder.path + "/key.pem")
            try await Self.makeCertificate("first", days: 90, chain, key)
            let flags = ["--tls-cert", chain, "--tls-key", key]
            let hub = try await folder.serve(flags)
            #expect(try await Self.shown(hub).contains("first"))
            #expect(try await folder.command(["doctor"]).out.contains("good    Certificate valid until"))
            try await Self.makeCertificate("second", days: 2, chain, key)
            for _ in 0..<300 where try await !Self.shown(hub).contains("second") {
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(try await Self.shown(hub).contains("second"))
            #expect(try await folder.command(["doctor"]).out.contains("weak    The certificate expires on"))
            try Data("not a key".utf8).write(to: URL(filePath: key))
            for _ in 0..<300 where try !hub.said().contains("the new certificate is not used") {
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(try await Self.shown(hub).contains("second"))
            let doctor = try await folder.command(["doctor"]).out
            #expect(doctor.contains("weak    The hub cannot use its certificate and keeps using the previous one"))
            let lines = try hub.said().split(separator: "\n")
            #expect(lines.count { $0.contains("the new certificate is not used") } == 1, "said once")
            for line in lines {
                let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect(entry?["message"] != nil, "every line of the log is one of JSON")
            }
            hub.kill()
        }
    }

    @Test func `S36: a key that others can read is refused at start and on renewal, and taken once it is closed`()
        async throws
    {
        try await HubFolder.run { folder in
            let (chain, key) = (folder.path + "/chain.pem", folder.path + "/key.pem")
            let flags = ["--tls-cert", chain, "--tls-key", key]
            try await Self.makeCertificate("first", days: 90, chain, key)
            for mode in [0o644, 0o642] {
                try Self.setMode(mode, key)
                let refused = try await folder.command(["serve", "--listen", "127.0.0.1:0"] + flags)
                #expect(refused.code != 0 && refused.said.contains("read or changed by others"), "\(refused.said)")
            }
            try Self.setMode(0o600, key)
            let hub = try await folder.serve(flags)
            // Renewed by a program that leaves the key open to all.
            try await Self.makeCertificate("second", days: 90, chain, key)
            try Self.setMode(0o644, key)
            for _ in 0..<60 where try !hub.said().contains("the new certificate is not used") {
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(try await Self.shown(hub).contains("first"))
            let doctor = try await folder.command(["doctor"]).out
            #expect(doctor.contains("keeps using the previous one: \(Self.openKey(key))"), "\(doctor)")
            #expect(doctor.contains("weak    \(Self.readable(key))"), "\(doctor)")
            #expect(doctor.contains("chmod o-rwx \(key)"))
            // Nothing but its permissions changes.
            try Self.setMode(0o600, key)
            for _ in 0..<60 where try await !Self.shown(hub).contains("second") {
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(try await Self.shown(hub).contains("second"))
            hub.kill()
        }
    }

    @Test func `S36: a certificate's key that its group can read is taken, and the doctor finds it good`() async throws
    {
        try await HubFolder.run { folder in
            let (chain, key) = (folder.path + "/chain.pem", folder.path + "/key.pem")
            try await Self.makeCertificate("first", days: 90, chain, key)
            try Self.setMode(0o640, key)
            let hub = try await folder.serve(["--tls-cert", chain, "--tls-key", key])
            #expect(try await Self.shown(hub).contains("first"))
            let good = try await folder.command(["doctor"]).out
            #expect(good.contains("the certificate's key by its group at most"), "\(good)")
            // The hub's own keys are for their owner alone.
            let own = folder.data + "/keys/hub.key"
            try Self.setMode(0o640, own)
            let weak = try await folder.command(["doctor"]).out
            #expect(weak.contains("weak    \(Self.readable(own))"), "\(weak)")
            #expect(!weak.contains(Self.readable(key)))
            hub.kill()
        }
    }

    private static func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// The words of `hearth serve` and of the doctor for a key that is open to too many.
    private static func openKey(_ path: String) -> String { "\(path) can be read or changed by others" }

    private static func readable(_ path: String) -> String { "\(path) is readable or writable by others" }

    /// Writes a fresh certificate for this machine, as its name, and its key.
    private static func makeCertificate(_ name: String, days: Int, _ chain: String, _ key: String) async throws {
        let made = try await Program(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                "\(days)", "-subj", "/CN=\(name)", "-keyout", key, "-out", chain,
            ]
        ).end()
        try #require(made.status == 0, "\(made.errors)")
    }

    /// The certificate that a new connection is shown, in words.
    private static func shown(_ hub: HubProcess) async throws -> String {
        let words = ["s_client", "-connect", "127.0.0.1:\(hub.port)", "-servername", "localhost"]
        let lines = try await Program("openssl", words).end().output.split(separator: "\n")
        return lines.first { $0.hasPrefix("subject=") }.map(String.init) ?? ""
    }
}
