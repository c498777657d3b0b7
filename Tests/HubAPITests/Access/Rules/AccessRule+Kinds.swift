import API
import Family

extension Route {
    /// About the one who asks.
    func own(
        _ status: Int,
        _ body: String = "{}",
        except others: [Asking: Int] = [:],
        isAboutAsker: Bool = true
    ) -> AccessRule {
        AccessRule(route: self, body: body, isAboutAsker: isAboutAsker) {
            $0 == .nobody ? 401 : others[$0] ?? status
        }
    }

    /// The keeper's alone.
    func keepers(_ status: Int) -> AccessRule {
        AccessRule(route: self, namesMembers: self == .keeper) { [.nobody: 401, .keeper: status][$0] ?? 403 }
    }

    /// The owner's alone, and not there for anybody else.
    func owners(
        _ route: Route,
        _ status: Int,
        _ body: String = "{}",
        else refused: Int = 404
    ) -> AccessRule {
        AccessRule(route: route, body: body) { $0 == .nobody ? 401 : $0 == .owner ? status : refused }
    }

    /// The owner's, and of everyone who sees them at a level or a higher one.
    func seers(
        _ route: Route,
        _ status: Int,
        from least: Precision,
        _ body: String = "{}",
        else refused: Int = 404,
        owner: Int? = nil
    ) -> AccessRule {
        AccessRule(route: route, body: body) { asking in
            switch asking {
            case .nobody, .device, .tripGuest, .alarmGuest, .liveGuest, .wall, .deputy, .disabled, .expired: 401
            case .held: 401
            case .stranger, .keeper, .child, .hiddenGuardian: refused
            case .owner, .aged: owner ?? status
            case .adult: status
            case .seer(let precision): precision >= least ? status : refused
            }
        }
    }
}
