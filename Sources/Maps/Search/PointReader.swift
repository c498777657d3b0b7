import Family
import SQL

/// Finds out what is at a point.
struct PointReader {
    /// A house further away is another's.
    private static let houseMetres = 50.0
    private static let streetMetres = 250.0
    /// What has no outline is at a point so near.
    private static let nameMetres = 20.0
    /// A larger area does not say where somebody is.
    private static let namedBoxMax = 0.02e7 * 0.02e7
    private static let settlementMetres = 15_000.0

    let transaction: Transaction
    let point: Coordinate

    private var mapPoint: MapPoint { MapPoint(point) }

    func read() throws -> PointAddress {
        var answer = PointAddress(name: try name(), area: try town())
        if let house = try house() {
            (answer.street, answer.houseNumber) = (house.street, house.number)
            if answer.area == nil { answer.area = house.area }
        } else if let street = try street() {
            answer.street = street.name
            if answer.area == nil { answer.area = street.area }
        }
        return answer
    }

    private func house() throws -> (street: String, number: String, area: String?)? {
        let rows = try transaction.rows(
            SQL(
                prepared: """
                    SELECT house.latitude, house.longitude, street.name, house.number, street.area, house.is_certain
                    FROM house_box JOIN house ON house.id = house_box.id JOIN street ON street.id = house.street
                    WHERE east >= $1 AND west <= $2 AND north >= $3 AND south <= $4 LIMIT 2000
                    """,
                MapBox(around: point, metres: Self.houseMetres).values
            )
        )
        var best: (row: Row, metres: Double)?
        for row in rows {
            // A number that was reckoned is not as good as one on a sign.
            let extra = try row.bool(5) ? 0.0 : 10
            let metres = try MapPoint(x: Int32(row.integer(1)), y: Int32(row.integer(0))).metres(to: mapPoint) + extra
            if metres <= Self.houseMetres, metres < best?.metres ?? .infinity { best = (row, metres) }
        }
        guard let row = best?.row else { return nil }
        return (try row.text(2), try row.text(3), try row.textOrNull(4))
    }

    private func street() throws -> (name: String, area: String?)? {
        // Near ones first: in a dense town the large box holds hundreds.
        for metres in [40, Self.streetMetres] {
            let rows = try transaction.rows(
                SQL(
                    prepared: """
                        SELECT piece.line, street.name, street.area
                        FROM piece_box JOIN piece ON piece.id = piece_box.id JOIN street ON street.id = piece.street
                        WHERE east >= $1 AND west <= $2 AND north >= $3 AND south <= $4 LIMIT 4000
                        """,
                    MapBox(around: point, metres: metres).values
                )
            )
            var best: (row: Row, metres: Double)?
            for row in rows {
                let away = Self.metres(from: point, to: try row.blob(0))
                if away <= metres, away < best?.metres ?? .infinity { best = (row, away) }
            }
            if let row = best?.row { return (try row.text(1), try row.textOrNull(2)) }
        }
        return nil
    }

    /// What has a name and holds the point, the smallest; else what is next to it.
    private func name() throws -> String? {
        let rows = try transaction.rows(
            SQL(
                prepared: """
                    SELECT place.name, place.latitude, place.longitude, place.outline
                    FROM place_box JOIN place ON place.id = place_box.id
                    WHERE east >= $1 AND west <= $2 AND north >= $3 AND south <= $4 LIMIT 500
                    """,
                MapBox(around: point, metres: Self.nameMetres).values
            )
        )
        var inside: (name: String, size: Double)?
        var beside: (name: String, metres: Double)?
        for row in rows {
            if let outline = try row.blobOrNull(3).flatMap({ Outline($0) }), let size = outline.box?.size {
                guard size < Self.namedBoxMax, size < inside?.size ?? .infinity, outline.contains(mapPoint) else {
                    continue
                }
                inside = (try row.text(0), size)
            } else {
                let metres = try MapPoint(x: Int32(row.integer(2)), y: Int32(row.integer(1))).metres(to: mapPoint)
                if metres <= Self.nameMetres, metres < beside?.metres ?? .infinity {
                    beside = (try row.text(0), metres)
                }
            }
        }
        // A shop in a house with a name, when somebody is at its door.
        if let beside, beside.metres < Self.nameMetres / 2 { return beside.name }
        return inside?.name ?? beside?.name
    }

    private func town() throws -> String? {
        let areas = try transaction.rows(
            SQL(
                prepared: """
                    SELECT area.id, area.level, area.name FROM area_box JOIN area ON area.id = area_box.id
                    WHERE west <= $1 AND east >= $1 AND south <= $2 AND north >= $2 LIMIT 200
                    """,
                [Int(mapPoint.x).sqlValue, Int(mapPoint.y).sqlValue]
            )
        )
        for level in AreaMap.townLevels {
            for row in areas where try row.integer(1) == Int64(level) {
                let outline = try transaction.first("SELECT outline FROM area WHERE id = \(try row.integer(0))")
                if try outline.flatMap({ Outline(try $0.blob(0)) })?.contains(mapPoint) == true {
                    return try row.text(2)
                }
            }
        }
        return try settlement()
    }

    private func settlement() throws -> String? {
        let rows = try transaction.rows(
            SQL(
                prepared: """
                    SELECT settlement.name, settlement.kind, west, south
                    FROM settlement_box JOIN settlement ON settlement.id = settlement_box.id
                    WHERE east >= $1 AND west <= $2 AND north >= $3 AND south <= $4 LIMIT 2000
                    """,
                MapBox(around: point, metres: Self.settlementMetres).values
            )
        )
        var best: (name: String, part: Double)?
        for row in rows {
            guard let kind = PlaceKind(rawValue: try row.text(1)), kind.reachMetres > 0 else { continue }
            let metres = try MapPoint(x: Int32(row.integer(2)), y: Int32(row.integer(3))).metres(to: mapPoint)
            let part = metres / kind.reachMetres
            if part < 1, part < best?.part ?? 1 { best = (try row.text(0), part) }
        }
        return best?.name
    }

    /// How far a line is from a point, on the plane around the point.
    private static func metres(from point: Coordinate, to line: [UInt8]) -> Double {
        var numbers = PackedNumbers(line)
        let scale = LocalScale(latitude: point.latitude)
        let corners = (numbers.points(line.count / 8) ?? []).map { corner in
            (
                x: (Double(corner.x) / 1e7 - point.longitude) * scale.metresPerDegreeEast,
                y: (Double(corner.y) / 1e7 - point.latitude) * scale.metresPerDegreeNorth
            )
        }
        return zip(corners, corners.dropFirst()).reduce(.infinity) { best, edge in
            let (from, to) = edge
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let square = dx * dx + dy * dy
            let part = square > 0 ? min(1, max(0, -(from.x * dx + from.y * dy) / square)) : 0
            let (x, y) = (from.x + part * dx, from.y + part * dy)
            return min(best, (x * x + y * y).squareRoot())
        }
    }
}
