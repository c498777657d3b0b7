import SQL

/// The tables of a region's search file, and how they are filled.
///
/// `words` and `place` share their numbers, which count from the most important place on: a question that stops early
/// has seen the most important.
struct SearchTables {
    /// Of the layout: a file of another is not opened.
    static let format: Int64 = 1

    /// A place that can be found by its names.
    struct Place {
        var name: String
        var names: [String]
        /// Words by which it is found beside its names.
        var context: [String]
        var address: String?
        var kind: PlaceKind
        var importance: Int
        var point: MapPoint
        var street: Int?
        var outline: Outline?
    }

    private let transaction: Transaction

    init(_ transaction: Transaction) throws {
        self.transaction = transaction
        for table in Self.tables { try transaction.run(table) }
    }

    func add(_ place: Place) throws {
        let forms = place.names.flatMap { WordForms.all(of: $0) }.map { $0.joined(separator: " ") }
        var seen: Set<String> = []
        let names = forms.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(40)
        guard !names.isEmpty else { return }
        try transaction.run(
            SQL(
                prepared: """
                    INSERT INTO gathered (importance, name, names, context, cells, address, kind, latitude, longitude,
                        street, outline)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                    """,
                [
                    place.importance.sqlValue, place.name.sqlValue, names.joined(separator: "\n").sqlValue,
                    place.context.joined(separator: " ").sqlValue, MapCell.words(of: place.point).sqlValue,
                    place.address.sqlValue, place.kind.rawValue.sqlValue, Int(place.point.y).sqlValue,
                    Int(place.point.x).sqlValue, place.street.sqlValue, place.outline?.bytes.sqlValue ?? .null,
                ]
            )
        )
    }

    func addHouse(street: Int, number: String, postcode: String?, at point: MapPoint, isCertain: Bool) throws {
        let (x, y) = (Int(point.x).sqlValue, Int(point.y).sqlValue)
        let row = try transaction.returning(
            SQL(
                prepared: """
                    INSERT INTO house (street, number, postcode, latitude, longitude, is_certain)
                    VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
                    """,
                [street.sqlValue, number.sqlValue, postcode.sqlValue, y, x, isCertain.sqlValue]
            )
        )
        guard let id = try row.first?.integer(0) else { return }
        try transaction.run(
            SQL(prepared: "INSERT INTO house_box VALUES ($1, $2, $2, $3, $3)", [.integer(id), x, y])
        )
        for key in HouseNumber.keys(number) {
            try transaction.run(
                SQL(
                    prepared: "INSERT OR IGNORE INTO house_key (street, number, house) VALUES ($1, $2, $3)",
                    [street.sqlValue, key.sqlValue, .integer(id)]
                )
            )
        }
    }

    /// The houses at exactly this point, with their streets.
    func houses(at point: MapPoint) throws -> [(street: Int, number: String)] {
        try transaction.rows(
            SQL(
                prepared: """
                    SELECT house.street, house.number FROM house_box JOIN house ON house.id = house_box.id
                    WHERE west = $1 AND east = $1 AND south = $2 AND north = $2 LIMIT 20
                    """,
                [Int(point.x).sqlValue, Int(point.y).sqlValue]
            )
        )
        .map { (Int(try $0.integer(0)), try $0.text(1)) }
    }

    func hasHouse(_ number: Int, street: Int) throws -> Bool {
        try transaction.first(
            SQL(
                prepared: "SELECT 1 FROM house_key WHERE street = $1 AND number = $2",
                [street.sqlValue, String(number).sqlValue]
            )
        ) != nil
    }

    /// A way of a street, in pieces that are near to all of their box.
    func addLine(street: Int, _ line: [MapPoint]) throws {
        var start = 0
        while start < line.count - 1 {
            let piece = Array(line[start..<min(line.count, start + 24)])
            start += piece.count - 1
            guard let box = MapBox(piece) else { continue }
            var bytes: [UInt8] = []
            PackedNumbers.append(piece, to: &bytes)
            let row = try transaction.returning(
                SQL(
                    prepared: "INSERT INTO piece (street, line) VALUES ($1, $2) RETURNING id",
                    [street.sqlValue, .blob(bytes)]
                )
            )
            guard let id = try row.first?.integer(0) else { continue }
            try transaction.run(
                SQL(prepared: "INSERT INTO piece_box VALUES ($1, $2, $3, $4, $5)", [.integer(id)] + box.values)
            )
        }
    }

    func addStreet(_ index: Int, _ street: StreetBook.Street) throws {
        try transaction.run(
            SQL(
                prepared: "INSERT INTO street (id, name, area) VALUES ($1, $2, $3)",
                [index.sqlValue, street.name.sqlValue, street.surroundings.townName.sqlValue]
            )
        )
    }

    func addArea(_ name: String, level: Int, _ outline: Outline) throws {
        guard let box = outline.box else { return }
        let row = try transaction.returning(
            SQL(
                prepared: "INSERT INTO area (name, level, outline) VALUES ($1, $2, $3) RETURNING id",
                [name.sqlValue, level.sqlValue, .blob(outline.bytes)]
            )
        )
        guard let id = try row.first?.integer(0) else { return }
        try transaction.run(
            SQL(prepared: "INSERT INTO area_box VALUES ($1, $2, $3, $4, $5)", [.integer(id)] + box.values)
        )
    }

    func addSettlement(_ name: String, _ kind: PlaceKind, _ point: MapPoint) throws {
        let row = try transaction.returning(
            SQL(
                prepared: "INSERT INTO settlement (name, kind) VALUES ($1, $2) RETURNING id",
                [name.sqlValue, kind.rawValue.sqlValue]
            )
        )
        guard let id = try row.first?.integer(0) else { return }
        let (x, y) = (Int(point.x).sqlValue, Int(point.y).sqlValue)
        try transaction.run(
            SQL(prepared: "INSERT INTO settlement_box VALUES ($1, $2, $2, $3, $3)", [.integer(id), x, y])
        )
    }

    /// Numbers the places by importance, and writes what is found by them.
    func finish() throws {
        for change in Self.finish { try transaction.run(change) }
        try writeBoxes()
        let words = try transaction.rows("SELECT DISTINCT term FROM words_found WHERE col IN ('name', 'context')")
            .map { try $0.text(0) }
            // A cell of the map is no word, and a number has no mistakes.
            .filter { $0.utf8.count >= 3 && $0.utf8.allSatisfy { !(48...57).contains($0) && $0 != 0x7E } }
        try transaction.run(
            SQL(prepared: "INSERT INTO vocabulary (words) VALUES ($1)", [.blob(Vocabulary.write(words))])
        )
        try transaction.run("DROP TABLE words_found")
        try transaction.run("INSERT INTO words (words) VALUES ('optimize')")
        try transaction.run("INSERT INTO fact VALUES ('format', \(Self.format))")
    }

    /// Where the places are that name the point at which somebody is.
    private func writeBoxes() throws {
        let kinds = PlaceKind.allCases.filter(\.namesAPoint).map(\.rawValue)
        let rows = try transaction.rows(
            "SELECT id, latitude, longitude, outline FROM place WHERE kind IN (\(list: kinds))"
        )
        for row in rows {
            let point = MapPoint(x: Int32(try row.integer(2)), y: Int32(try row.integer(1)))
            let outline = try row.blobOrNull(3).flatMap { Outline($0) }
            guard let box = outline?.box ?? MapBox([point]) else { continue }
            try transaction.run(
                SQL(
                    prepared: "INSERT INTO place_box VALUES ($1, $2, $3, $4, $5)",
                    [.integer(try row.integer(0))] + box.values
                )
            )
        }
    }

    private static let tables: [SQL] = [
        "CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER NOT NULL)",
        """
        CREATE TABLE place (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, names TEXT NOT NULL, address TEXT, kind TEXT NOT NULL,
            importance INTEGER NOT NULL, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL, street INTEGER,
            outline BLOB
        )
        """,
        """
        CREATE VIRTUAL TABLE words USING fts5(
            name, context, cell, content = '', columnsize = 0, detail = column, prefix = '1 2 3 4',
            tokenize = "ascii tokenchars '~'"
        )
        """,
        "CREATE VIRTUAL TABLE words_found USING fts5vocab(words, col)",
        "CREATE TABLE vocabulary (words BLOB NOT NULL)",
        "CREATE TABLE street (id INTEGER PRIMARY KEY, name TEXT NOT NULL, area TEXT)",
        """
        CREATE TABLE house (
            id INTEGER PRIMARY KEY, street INTEGER NOT NULL, number TEXT NOT NULL, postcode TEXT,
            latitude INTEGER NOT NULL, longitude INTEGER NOT NULL, is_certain INTEGER NOT NULL
        )
        """,
        """
        CREATE TABLE house_key (
            street INTEGER NOT NULL, number TEXT NOT NULL, house INTEGER NOT NULL, PRIMARY KEY (street, number, house)
        ) WITHOUT ROWID
        """,
        "CREATE TABLE piece (id INTEGER PRIMARY KEY, street INTEGER NOT NULL, line BLOB NOT NULL)",
        "CREATE TABLE area (id INTEGER PRIMARY KEY, name TEXT NOT NULL, level INTEGER NOT NULL, outline BLOB NOT NULL)",
        "CREATE TABLE settlement (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL)",
        "CREATE VIRTUAL TABLE house_box USING rtree_i32(id, west, east, south, north)",
        "CREATE VIRTUAL TABLE piece_box USING rtree_i32(id, west, east, south, north)",
        "CREATE VIRTUAL TABLE area_box USING rtree_i32(id, west, east, south, north)",
        "CREATE VIRTUAL TABLE settlement_box USING rtree_i32(id, west, east, south, north)",
        "CREATE VIRTUAL TABLE place_box USING rtree_i32(id, west, east, south, north)",
        """
        CREATE TEMPORARY TABLE gathered (
            id INTEGER PRIMARY KEY, importance INTEGER, name TEXT, names TEXT, context TEXT, cells TEXT, address TEXT,
            kind TEXT, latitude INTEGER, longitude INTEGER, street INTEGER, outline BLOB
        )
        """,
    ]

    private static let finish: [SQL] = [
        """
        CREATE TEMPORARY TABLE ranked AS SELECT id AS gathered FROM gathered ORDER BY importance DESC, id
        """,
        """
        INSERT INTO place
        SELECT ranked.rowid, name, names, address, kind, importance, latitude, longitude, street, outline
        FROM ranked JOIN gathered ON gathered.id = ranked.gathered ORDER BY ranked.rowid
        """,
        """
        INSERT INTO words (rowid, name, context, cell)
        SELECT ranked.rowid, names, context, cells
        FROM ranked JOIN gathered ON gathered.id = ranked.gathered ORDER BY ranked.rowid
        """,
        "DROP TABLE gathered",
        "DROP TABLE ranked",
    ]
}

extension MapBox {
    /// In the order of the tables' columns.
    var values: [SQLValue] { [west, east, south, north].map { Int($0).sqlValue } }
}
