import Bus
import Crypto
package import Family
import Pictures
import SQL
import Storage

/// A member's picture.
package struct MemberPicture: Sendable {
    /// A square JPEG of 256 pixels.
    package var jpeg: [UInt8]
    /// Another for each picture.
    package var version: String
}

extension Hub {
    /// Bytes of a file that may become a picture.
    package static let pictureFileBytesMax = Portrait.fileBytesMax

    /// Makes a member's picture of a JPEG, PNG or WebP file, of which only the pixels are kept (S25).
    ///
    /// Throws `PictureRefusal`, `StorageError`, or why none can be made at all; what was refused changed nothing.
    package func setPicture(of member: ID<Member>, file: [UInt8]) async throws -> MemberProfile {
        let portrait = try await makePortrait(of: file)
        let version = newToken()
        let (vault, now) = (vault, outside.now())
        let (row, told) = try await database.transaction { transaction in
            guard let key = try MemberState.key(of: member, from: transaction, vault: vault) else {
                throw PictureRefusal.notFound
            }
            let sealed = key.seal(portrait.jpeg, additional: Vault.Purpose.picture.binding(member.bytes))
            try transaction.setPicture(of: member, sealed: sealed, version: version)
            guard let row = try transaction.member(member) else { throw PictureRefusal.notFound }
            return (row, try transaction.acquaintances(of: member, now: now))
        }
        tellAcquaintances(told)
        return profile(row)
    }

    /// A square picture of what is in a file, made anew pixel by pixel.
    ///
    /// Throws `PictureRefusal`, or why none can be made at all.
    func makePortrait(of file: [UInt8]) async throws -> Portrait {
        let make = outside.portrait
        guard let made = await pictureWork.run({ Result { try make(file) } }) else {
            throw PictureRefusal.tooManyAtOnce
        }
        return try made.mapError { error in
            (error as? UnusablePicture).map { PictureRefusal($0) } ?? error
        }.get()
    }

    /// Removes a member's picture; where there is none, that is done already.
    package func removePicture(of member: ID<Member>) async throws {
        let now = outside.now()
        let told = try await database.transaction { transaction -> Set<ID<Member>> in
            try transaction.removePicture(of: member) ? try transaction.acquaintances(of: member, now: now) : []
        }
        tellAcquaintances(told)
    }

    /// A member's picture for the member and for everyone who finds them among their connections, at whatever level.
    ///
    /// For anybody else it is not there, as for a member who does not exist.
    package func picture(of member: ID<Member>, for viewer: ID<Member>) async throws -> MemberPicture {
        let (vault, now) = (vault, outside.now())
        return try await database.read { transaction in
            guard try transaction.isAcquainted(viewer, with: member, now: now),
                let version = try transaction.member(member)?.pictureVersion,
                let key = try MemberState.key(of: member, from: transaction, vault: vault),
                let sealed = try transaction.picture(of: member),
                let jpeg = key.open(sealed, additional: Vault.Purpose.picture.binding(member.bytes))
            else { throw PictureRefusal.notFound }
            return MemberPicture(jpeg: jpeg, version: version)
        }
    }
}

extension PictureRefusal {
    fileprivate init(_ unusable: UnusablePicture) {
        self =
            switch unusable {
            case .unknownKind: .unknownKind
            case .tooManyPixels: .tooManyPixels
            case .broken: .broken
            }
    }
}

extension Transaction {
    /// A member and all at the other end of their open connections: who has their name before them.
    func acquaintances(of member: ID<Member>, now: Timestamp) throws(StorageError) -> Set<ID<Member>> {
        var members: Set = [member]
        for connection in try connections(subject: member) where connection.isOpen(now: now) {
            members.insert(connection.viewer)
        }
        for connection in try connections(viewer: member) where connection.isOpen(now: now) {
            members.insert(connection.subject)
        }
        return members
    }

    /// Whether one member finds another among their connections; everybody knows themselves.
    fileprivate func isAcquainted(
        _ viewer: ID<Member>,
        with member: ID<Member>,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        if viewer == member { return true }
        guard let row = try self.member(member), row.disabledAt == nil else { return false }
        let between = [
            try connection(viewer: viewer, subject: member), try connection(viewer: member, subject: viewer),
        ]
        return between.contains { $0?.isOpen(now: now) ?? false }
    }
}
