public import API
public import Family

extension HearthClient {
    /// My family's places, with those that I follow.
    public func familyPlaces() async throws(ClientFailure) -> [FamilyPlaceBody] {
        try await all(.familyPlaces)
    }

    /// Gives a place of mine to my family; I follow it from then on.
    @discardableResult
    public func sharePlace(_ body: SharePlaceBody) async throws(ClientFailure) -> FamilyPlaceBody {
        try await ask(.sharePlace, sending: body, mayRepeat: true)
    }

    /// Changes a place of my family; what is absent stays.
    ///
    /// Other followers keep the circle and the label that they accepted until they follow this version.
    @discardableResult
    public func changeFamilyPlace(
        _ id: ID<Place>,
        _ body: ChangeFamilyPlaceBody
    ) async throws(ClientFailure) -> FamilyPlaceBody {
        try await ask(.changeFamilyPlace(id), sending: body)
    }

    /// Takes a place from my family; everyone who follows it keeps it as their own.
    public func removeFamilyPlace(_ id: ID<Place>, version: UInt32) async throws(ClientFailure) {
        try await send(.removeFamilyPlace(id), [QueryField("version", "\(version)")])
    }

    /// Follows a place of my family as a version says it, or accepts that version.
    @discardableResult
    public func followFamilyPlace(_ id: ID<Place>, version: UInt32) async throws(ClientFailure) -> FamilyPlaceBody {
        try await ask(.followFamilyPlace(id), sending: FollowPlaceBody(version: version), mayRepeat: true)
    }

    /// Stops following a place of my family; my own place that followed it goes.
    public func stopFollowing(_ id: ID<Place>) async throws(ClientFailure) {
        try await send(.stopFollowing(id), mayRepeat: true)
    }
}
