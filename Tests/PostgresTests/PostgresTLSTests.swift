import Foundation
import Postgres
import PostgresServer
import Programs
import SQL
import Testing
import WireClient

@Suite struct PostgresTLSTests {
    @Test func `speaks to a server on a network by TLS alone, whose certificate is for its name`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // a temporary folder
        try makeCertificates(in: folder.path)
        let port = try portNobodyIsGiven()
        let server = try PostgresServer(
            [
                "listen_addresses = '127.0.0.1'", "port = \(port)", "ssl = on",
                "ssl_cert_file = '\(folder.path)/server.pem'", "ssl_key_file = '\(folder.path)/server.key'",
            ],
            port: port
        )
        try server.run("CREATE DATABASE hub TEMPLATE template0")
        func connection(_ host: String, _ authority: String, _ rest: String = "") -> String {
            "host=\(host) port=\(port) user=hearth dbname=hub sslrootcert=\(folder.path)/\(authority).pem \(rest)"
        }
        // Weaker settings than the hub's are without effect.
        for rest in ["", "sslmode=disable", "sslmode=require"] {
            let database = try Database(Postgres(connection("localhost", "authority", rest)))
            let uses = try await database.transaction {
                try $0.first("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")?.bool(0)
            }
            #expect(uses == true)
            await database.close()
        }
        for refused in [connection("127.0.0.1", "authority"), connection("localhost", "other")] {
            let error = #expect(throws: StorageError.self) { try Database(Postgres(refused)) }
            #expect(error?.code == .unavailable)
        }
        try server.run("ALTER SYSTEM SET ssl = off")
        try server.run("SELECT pg_reload_conf()")
        let isRefused = try await asked {
            do throws(StorageError) {
                try await Database(Postgres(connection("localhost", "authority"))).close()
            } catch {
                return true
            }
            return false
        }
        #expect(isRefused)
    }

    /// Two authorities, and a server's certificate for `localhost` by the first.
    private func makeCertificates(in folder: String) throws {
        for name in ["authority", "other"] {
            try openssl(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name)"
                    + " -keyout \(folder)/\(name).key -out \(folder)/\(name).pem"
            )
        }
        try openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
                + " -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE"
                + " -CA \(folder)/authority.pem -CAkey \(folder)/authority.key"
                + " -keyout \(folder)/server.key -out \(folder)/server.pem"
        )
        // PostgreSQL reads a key that is its own alone.
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        if getuid() == 0 { attributes[.ownerAccountName] = "postgres" }
        try FileManager.default.setAttributes(attributes, ofItemAtPath: folder + "/server.key")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    }

    private func openssl(_ arguments: String) throws {
        let words = ["openssl"] + arguments.split(separator: " ").map(String.init)
        let status = try StartedProgram(words, errors: .nothing).wait()
        #expect(status == 0, "openssl \(arguments)")
    }
}
