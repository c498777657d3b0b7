"""Countries and towns of the world, as GeoNames has them, with the province that each town lies in."""
import json
import unicodedata

import shapely

from shapes import rows

# Of smaller towns other names are left out: they would double the list.
NAMED_ALSO = 15_000
NAMES_MAX = 24


class Town:
    def __init__(self, facts, names):
        self.name = facts["name"].strip()
        self.country = facts["countrycode"]
        self.people = facts["population"]
        self.x, self.y = facts["longitude"], facts["latitude"]
        self.state = facts["admin1code"] if self.country == "US" else None
        self.names = names
        self.province = ""
        self.is_capital = False


def is_name(text, own):
    """Whether a town is called so by somebody: GeoNames also lists codes and what programs made of other scripts."""
    if not 2 <= len(text) <= 40 or text == own or any(letter.isdigit() or letter in ":/|\t" for letter in text):
        return False
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return False
    if all("LATIN" in unicodedata.name(letter, "") for letter in letters):
        return text[0].isupper() and not text.isupper()
    return not any("LATIN" in unicodedata.name(letter, "") for letter in letters)


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
    found = []
    for facts in read(data, "cities1000.json").values():
        names = []
        if facts["population"] >= NAMED_ALSO:
            names = [name for name in facts["alternatenames"] if is_name(name, facts["name"])][:NAMES_MAX]
        found.append(Town(facts, names))
    found.sort(key=lambda town: (-town.people, town.country, town.name, town.x, town.y))
    named = list(rows(world, "SELECT geom, iso_a2, name FROM states_provinces WHERE name IS NOT NULL ORDER BY fid"))
    tree = shapely.STRtree([shape for shape, *_ in named])
    at, inside = tree.query(shapely.points([(town.x, town.y) for town in found]), predicate="intersects")
    for index, number in zip(at.tolist(), inside.tolist()):
        _, country, name = named[number]
        if country == found[index].country and not found[index].province:
            found[index].province = name
    for town in found:
        town.province = states.get(town.state, town.province)
        if (town.country, town.name) in capitals:
            capitals.remove((town.country, town.name))
            town.is_capital = True
    return found
