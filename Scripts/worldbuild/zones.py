"""The zones of the world, and which countries each is of."""
import pathlib

import numpy as np
import timezonefinder_data
from timezonefinder import TimezoneFinder

DATA = pathlib.Path(timezonefinder_data.DATA_DIR)
SCALE = 10_000_000

finder = TimezoneFinder()
names = (DATA / "timezone_names.txt").read_text().split()
zone_of = np.load(DATA / "zone_ids.npy")
boxes = [np.load(DATA / f"boundaries/{side}.npy") for side in ("xmin", "xmax", "ymin", "ymax")]


def table():
    """The countries of each zone, by zone.tab, which names one each."""
    found = {}
    for line in pathlib.Path("/usr/share/zoneinfo/zone.tab").read_text().splitlines():
        if not line.startswith("#"):
            code, _, zone = line.split("\t")[:3]
            found[zone] = (code,)
    # zone1970.tab names both: who governs it is disputed.
    found["Europe/Simferopol"] = ("RU", "UA")
    return found


# Of the open sea is no country.
_table = table()
countries = [_table.get(name, ()) for name in names]

# Kinds of ground: sets of countries, by number; the first is the sea.
labels = [()]
for codes in sorted(set(countries) - {()}, key="".join):
    labels.append(codes)
_numbers = {codes: number for number, codes in enumerate(labels)}


def label(codes):
    codes = tuple(sorted(codes))
    if codes not in _numbers:
        _numbers[codes] = len(labels)
        labels.append(codes)
    return _numbers[codes]


def label_at(longitude, latitude):
    """The countries of all zones that a point is in: zones overlap where ground is disputed."""
    x = round(((longitude + 180) % 360 - 180) * SCALE)
    y = round(max(-90, min(90, latitude)) * SCALE)
    found = set()
    for ring in np.flatnonzero((boxes[0] <= x) & (boxes[1] >= x) & (boxes[2] <= y) & (boxes[3] >= y)):
        codes = countries[zone_of[ring]]
        if not set(codes) <= found and finder.inside_of_polygon(int(ring), x, y):
            found |= set(codes)
    return label(found)


def rings():
    """Every ring with the number of its countries, and whether it is a hole."""
    for number in range(finder.nr_of_polygons):
        kind = label(countries[zone_of[number]])
        yield finder.coords_of(number), kind, False
        for hole in finder._hole_ids_of(number):
            yield finder.holes.coords_of(int(hole)), kind, True
