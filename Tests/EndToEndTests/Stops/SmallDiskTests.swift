import Foundation
import Testing
import WireClient

/// Disks that are too small for a backup, or for what is in one: said in words before anything is written.
@Suite(.serialized, .sweep) struct SmallDiskTests {
    @Test(.enabled(if: Machine.mayMount, "only root may mount"))
    func `on a disk that is too small no backup is begun, and the doctor says so`() async throws {
        try await HubFolder.run { folder in
            let store = BackupDisk(folder)
            try await Machine.withSmallDisk(at: store.path, megabytes: 24) {
                // With the key it would take one by itself.
                try await folder.serve().kill()
                try await store.makeKey()
                let refused = try await folder.command(["backup"] + store.flags)
                #expect(refused.code == 1 && refused.said.contains("too little room for a backup"), "\(refused.said)")
                #expect(refused.said.contains("\(store.path) has 2") && refused.said.contains("name another disk"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: store.path) == [])
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.data)
                #expect(!left.contains("backup-work"))
                let doctor = try await folder.command(["doctor"] + store.flags)
                #expect(doctor.out.contains("The last backup failed: too little room for a backup"), "\(doctor.out)")
            }
        }
    }

    @Test(.enabled(if: Machine.mayMount, "only root may mount"))
    func `on a disk that is too small no restore is begun`() async throws {
        try await HubFolder.run { folder in
            let store = BackupDisk(folder)
            try await folder.serve().kill()
            try await store.makeKey()
            let backup = try await store.backUp()
            let small = folder.path + "/small"
            try await Machine.withSmallDisk(at: small, megabytes: 24) {
                let words = ["restore", backup, "--key", store.key] + store.flags
                let refused = try await folder.command(words, data: small + "/hub")
                #expect(refused.code == 1 && refused.said.contains("too little room for"), "\(refused.said)")
                #expect(refused.said.contains("MiB are free, and"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: small) == [])
            }
        }
    }
}
