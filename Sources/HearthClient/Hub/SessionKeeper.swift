/// The credentials in use, read from their store once.
actor SessionKeeper {
    private let store: any TokenStore
    private var known: Credentials?
    private var isRead = false

    init(_ store: any TokenStore) {
        self.store = store
    }

    /// The credentials in use; nil where nobody is logged in.
    func credentials() async throws(ClientFailure) -> Credentials? {
        if isRead { return known }
        do {
            let stored = try await store.load()
            // Somebody may have logged in while the store was read.
            guard !isRead else { return known }
            known = stored
            isRead = true
            return known
        } catch {
            throw .device("the token store cannot be read")
        }
    }

    /// Uses credentials without keeping them.
    func use(_ credentials: Credentials?) {
        known = credentials
        isRead = true
    }

    /// Takes the credentials of a new session.
    func keep(_ credentials: Credentials) async throws(ClientFailure) {
        known = credentials
        isRead = true
        try await save(credentials)
    }

    /// Forgets credentials that the hub no longer takes, unless others are in use by now.
    func forget(_ credentials: Credentials?) async throws(ClientFailure) {
        guard isRead, let credentials, known == credentials else { return }
        known = nil
        try await save(nil)
    }

    private func save(_ credentials: Credentials?) async throws(ClientFailure) {
        do {
            try await store.save(credentials)
        } catch {
            throw .device("the token store cannot be written")
        }
    }
}
