import Family
import Testing

/// B5: a place that belongs to a family.
@Suite struct FamilyPlaceTests {
    private let anna = ID<Member>(high: 1, low: 1)
    private let mira = ID<Member>(high: 1, low: 2)
    private let home = Scene.place(1, "Home", east: 0, radius: 100)

    @Test func `B5: the maker and every adult change a family's place, another child does not`() {
        let mirasPlace = FamilyPlace(place: home, maker: mira)
        #expect(mirasPlace.mayChange(mira, isChild: true))
        #expect(mirasPlace.mayChange(anna, isChild: false))
        #expect(!mirasPlace.mayChange(ID(high: 1, low: 3), isChild: true))
        var orphaned = mirasPlace
        orphaned.maker = nil
        #expect(!orphaned.mayChange(mira, isChild: true))
        #expect(orphaned.mayChange(anna, isChild: false))
    }

    @Test func `B5: a change counts the version on, and one that changes nothing does not`() throws {
        var place = FamilyPlace(place: home, maker: anna)
        #expect(try !place.change(to: home.copy(as: ID(9)), seen: 1))
        #expect(place.version == 1)
        let moved = Scene.place(9, "Home", east: 500, radius: 100)
        #expect(try place.change(to: moved, seen: 1))
        #expect(place.version == 2)
        #expect(place.place == moved.copy(as: home.id), "under its own identity")
    }

    @Test(arguments: [0, 1, 3]) func `B5: a change made on another version is refused whole`(seen: UInt32) {
        var place = FamilyPlace(place: home, maker: anna, version: 2)
        let before = place
        #expect(throws: FamilyPlace.StaleVersion.self) {
            try place.change(to: Scene.place(9, "Work", east: 500, radius: 100), seen: seen)
        }
        #expect(place == before)
    }

    @Test func `B5: a follower is asked about a circle and a label, and not about a description`() {
        let place = FamilyPlace(place: home, maker: anna)
        var copy = home.copy(as: ID(7))
        #expect(place.standing(of: copy) == .current)
        copy.description = "Grandma's"
        #expect(place.standing(of: copy) == .describedOtherwise)
        #expect(place.standing(of: Scene.place(7, "Home", east: 1, radius: 100)) == .changed)
        #expect(place.standing(of: Scene.place(7, "Home", east: 0, radius: 101)) == .changed)
        #expect(place.standing(of: Scene.place(7, "home", east: 0, radius: 100)) == .changed)
    }
}
