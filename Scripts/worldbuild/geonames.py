"""Countries and towns of the world, as GeoNames has them, with the province that each town lies in."""
import json
import unicodedata

import shapely

from shapes import rows

# Of smaller towns other names are left out, but those in letters of their country: they would double the file.
NAMED_ALSO, NAMED_EVERYWHERE = 15_000, 100_000
# So far from a province as it is drawn a town may lie, in degrees.
NEAR = 0.3
# Where which letters stand on signs, beside the Latin ones.
LETTERS = {
    "ARABIC": "AE AF BH DJ DZ EG EH ER IL IQ IR JO KM KW LB LY MA MR OM PK PS QA SA SD SO SY TD TN YE",
    "ARMENIAN": "AM",
    "BENGALI": "BD IN",
    "CJK": "CN HK JP KR MO SG TW",
    "CYRILLIC": "BA BG BY KG KZ ME MK MN RS RU TJ UA UZ XK",
    "DEVANAGARI": "IN NP",
    "ETHIOPIC": "ER ET",
    "GEORGIAN": "GE",
    "GREEK": "CY GR",
    "GUJARATI": "IN",
    "GURMUKHI": "IN PK",
    "HANGUL": "KP KR",
    "HEBREW": "IL PS",
    "HIRAGANA": "JP",
    "KANNADA": "IN",
    "KATAKANA": "JP",
    "KHMER": "KH",
    "LAO": "LA",
    "MALAYALAM": "IN",
    "MYANMAR": "MM",
    "ORIYA": "IN",
    "SINHALA": "LK",
    "TAMIL": "IN LK SG",
    "TELUGU": "IN",
    "THAANA": "MV",
    "THAI": "TH",
    "TIBETAN": "BT CN",
}


class Town:
    def __init__(self, facts):
        self.name = facts["name"].strip()
        self.country = facts["countrycode"]
        self.division = (self.country, facts["admin1code"])
        self.people = facts["population"]
        self.x, self.y = facts["longitude"], facts["latitude"]
        self.state = facts["admin1code"] if self.country == "US" else None
        self.names = [name for name in facts["alternatenames"] if self.is_called(name)]
        self.province = ""
        self.is_capital = False

    def is_called(self, name):
        """Whether it is called so by somebody who may look for it.

        GeoNames also lists codes, and what programs made of other scripts.
        """
        if not 2 <= len(name) <= 40 or any(sign.isdigit() or sign in ":/|\t,;،()" for sign in name):
            return False
        scripts = scripts_of(name)
        if scripts == {"LATIN"}:
            return self.people >= NAMED_ALSO and name[0].isupper() and not name.isupper()
        if not scripts or "LATIN" in scripts:
            return False
        return self.people >= NAMED_EVERYWHERE or all(self.country in LETTERS.get(script, "") for script in scripts)


def scripts_of(text):
    """Whose letters a text has; marks that stand by themselves are nobody's."""
    letters = (letter for letter in text if letter.isalpha() and unicodedata.category(letter) != "Lm")
    return {unicodedata.name(letter, "?").split()[0] for letter in letters}


def read(data, name):
    return json.loads((data / name).read_text())


def countries(data):
    """Their names by their two letters, as they stand on the map."""
    gone = {"AN", "CS"}
    # GeoNames writes these without their marks.
    marked = {"AX": "Åland", "BL": "Saint Barthélemy", "CW": "Curaçao", "RE": "Réunion", "ST": "São Tomé and Príncipe"}
    shorter = {"BQ": "Caribbean Netherlands", "CD": "DR Congo", "CG": "Congo", "NL": "Netherlands", "PS": "Palestine"}
    names = {code: facts["name"].strip() for code, facts in read(data, "countries.json").items() if code not in gone}
    return names | marked | shorter


def towns(data, world):
    """All of more than 1 000 people, the largest first."""
    states = {code: facts["name"] for code, facts in read(data, "us_states.json").items()}
    capitals = {(code, facts["capital"]) for code, facts in read(data, "countries.json").items()}
    found = [Town(facts) for facts in read(data, "cities1000.json").values()]
    found.sort(key=lambda town: (-town.people, town.country, town.name, town.x, town.y))
    find_provinces(found, world)
    for town in found:
        town.province = states.get(town.state, town.province)
        if (town.country, town.name) in capitals:
            capitals.remove((town.country, town.name))
            town.is_capital = True
    return found


def find_provinces(towns, world):
    """Says of each town in which province it lies, if Natural Earth draws one of its country there.

    What is drawn is coarse: a town on the shore has the nearest province that others of its division, as GeoNames has
    them, lie in.
    """
    named = list(rows(world, "SELECT geom, iso_a2, name FROM states_provinces WHERE name IS NOT NULL ORDER BY fid"))
    tree = shapely.STRtree([shape for shape, *_ in named])
    points = shapely.points([(town.x, town.y) for town in towns])
    at, inside = tree.query(points, predicate="intersects")
    for index, number in zip(at.tolist(), inside.tolist()):
        _, country, name = named[number]
        if country == towns[index].country and not towns[index].province:
            towns[index].province = name
    known = {(town.division, town.province) for town in towns}
    alone = [index for index, town in enumerate(towns) if not town.province]
    at, near = tree.query(points[alone], predicate="dwithin", distance=NEAR)
    distances = shapely.distance(points[alone][at], tree.geometries[near])
    for _, number, index in sorted(zip(distances.tolist(), near.tolist(), at.tolist())):
        town, (_, country, name) = towns[alone[index]], named[number]
        if not town.province and country == town.country and (town.division, name) in known:
            town.province = name
