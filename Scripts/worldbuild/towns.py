"""The towns of the world as the hub searches them: a file of SQLite's with the tables of a region's search.

`place` is a view here: what many towns have in common, such as the name of their province, is there once.
"""
import lzma
import math
import sqlite3
import unicodedata

from geonames import scripts_of

# Of the layout, as Sources/Maps/Search/SearchTables.swift has it.
FORMAT = 1
# A cell of the map is so wide, in ten-millionths of a degree: of towns called alike the near ones are found by it.
CELL = 10_000_000
# Only larger towns are guessed at from words with mistakes, and only the largest from their other names.
GUESSED, GUESSED_EVERYWHERE = 15_000, 300_000

SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
# Letters that are not others with a mark, once they are small.
PLAIN = str.maketrans(
    {
        "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "n", "ŧ": "t", "þ": "th",
        "ƶ": "z", "ƣ": "oi", "ɓ": "b", "ɖ": "d", "ɗ": "d", "ɛ": "e", "ƒ": "f", "ɨ": "i", "ƙ": "k", "ɲ": "n", "ʉ": "u", "ƴ": "y",
        "ʻ": " ", "ʹ": "", "ʺ": "", "ʼ": "", "ʾ": "", "ʿ": "",
    }
)  # fmt: skip
# By what else somebody may name a country.
ALSO = {"US": "usa us america", "GB": "uk britain", "AE": "uae", "NL": "holland", "CZ": "czechia", "CD": "congo"}

TABLES = """
    CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
    CREATE TABLE country (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE province (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country INTEGER NOT NULL);
    CREATE TABLE town (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, names TEXT, province INTEGER NOT NULL, importance INTEGER NOT NULL,
        latitude INTEGER NOT NULL, longitude INTEGER NOT NULL
    );
    CREATE VIRTUAL TABLE words USING fts5(
        name, context, cell, content = '', columnsize = 0, detail = column, tokenize = "ascii tokenchars '~'"
    );
    CREATE TABLE vocabulary (words BLOB NOT NULL);
    CREATE VIEW place AS SELECT
        town.id, town.name, ifnull(town.names, replace(lower(town.name), '-', ' ')) AS names,
        CASE WHEN province.name IN ('', town.name, country.name) THEN nullif(country.name, town.name)
            ELSE province.name || ', ' || country.name END AS address,
        CASE WHEN importance >= 82 THEN 'city' WHEN importance >= 74 THEN 'town' ELSE 'village' END AS kind,
        importance, latitude * 10000 AS latitude, longitude * 10000 AS longitude, NULL AS street
    FROM town JOIN province ON province.id = town.province JOIN country ON country.id = province.country;
"""


def folded(text):
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def plain(text):
    """In the letters a to z, as far as there are rules for it."""
    marked = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return "".join(letter for letter in marked if unicodedata.category(letter) != "Mn").translate(PLAIN)


def is_ideograph(letter):
    blocks = [(0x3040, 0x3100), (0x3400, 0xA000), (0xF900, 0xFB00), (0x20000, 0x32000)]
    return any(first <= ord(letter) < end for first, end in blocks)


def words(text):
    """Its words, which hold letters and digits alone; of a script without gaps each sign is one."""
    kept = ""
    for letter in text:
        if unicodedata.category(letter) not in {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"}:
            kept += " "
        else:
            kept += f" {letter} " if is_ideograph(letter) else letter
    return " ".join(kept.split())


def forms(name):
    """Every way to write a name, as Sources/Maps/Search/WordForms.swift has them; one of another script as it is alone."""
    text = folded(name)
    if scripts_of(text) - {"LATIN"}:
        return [words(text)]
    return [words(plain(text)), words(plain(text.translate(SPELLED_OUT)))]


def names(town):
    """The ways to write each of a town's names, once each."""
    return list(dict.fromkeys(form for name in [town.name, *town.names] for form in forms(name) if form))


def importance(people):
    """On the scale of Sources/Maps/Search/PlaceKind.swift, where a village has 68 and a city 88."""
    return round(40 + 8.5 * math.log10(max(people, 100)))


def cell(town):
    """The word for where it is, as Sources/Maps/Search/MapCell.swift has them."""
    column, row = (math.floor(degrees * 1e7 / CELL) for degrees in (town.x, town.y))
    return f"~{CELL // 125_000}x{'w' * (column < 0)}{abs(column)}y{'s' * (row < 0)}{abs(row)}"


def context(town, country):
    """The words by which somebody may say where it is."""
    said = [country, town.province, ALSO.get(town.country, ""), town.state or ""]
    return " ".join(dict.fromkeys(word for text in said for form in forms(text) for word in form.split()))


def fill(database, countries, towns):
    numbers = {name: number for number, name in enumerate(sorted(set(countries.values())))}
    database.executemany("INSERT INTO country (name, id) VALUES (?, ?)", numbers.items())
    provinces, guessed = {}, set()
    for number, town in enumerate(towns, 1):
        country = countries[town.country]
        province = provinces.setdefault((town.province, numbers[country]), len(provinces))
        found, around = names(town), context(town, country)
        own = None if found == [town.name.lower().replace("-", " ")] else "\n".join(found)
        place = (round(town.y * 1_000), round(town.x * 1_000))
        row = (number, town.name, own, province, importance(town.people), *place)
        database.execute("INSERT INTO town VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        called = " ".join(dict.fromkeys(word for form in found for word in form.split()))
        database.execute(
            "INSERT INTO words (rowid, name, context, cell) VALUES (?, ?, ?, ?)", (number, called, around, cell(town))
        )
        if town.people >= GUESSED:
            known = called if town.people >= GUESSED_EVERYWHERE else found[0]
            guessed.update(known.split(), around.split())
    rows = [(number, *province) for province, number in provinces.items()]
    database.executemany("INSERT INTO province VALUES (?, ?, ?)", rows)
    plain_words = sorted(word for word in guessed if len(word) >= 3 and word.isascii() and word.isalpha())
    database.execute("INSERT INTO vocabulary VALUES (?)", ("".join(f"{word}\n" for word in plain_words).encode(),))
    database.execute("INSERT INTO words (words) VALUES ('optimize')")
    database.executemany("INSERT INTO fact VALUES (?, ?)", [("cell", CELL), ("format", FORMAT)])


def make(countries, towns, path):
    """Writes the file, compressed; `towns` come with the largest first, which is the order of the rows."""
    scratch = path.with_suffix("")
    database = sqlite3.connect(scratch)
    database.executescript(TABLES)
    fill(database, countries, towns)
    database.commit()
    database.execute("VACUUM")
    database.close()
    path.write_bytes(lzma.compress(scratch.read_bytes(), preset=9))
    print(f"{len(towns)} towns, {scratch.stat().st_size} bytes, {path.stat().st_size} compressed")
    scratch.unlink()
