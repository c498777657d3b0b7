"""Borders, tiles and towns, one after the other. Called by Scripts/build-world."""
import pathlib
import sys

import borders
import check
import encode
import geonames
import kosovo
import tiles
import towns
import zones

world, natural, data, out = map(pathlib.Path, sys.argv[1:])


def make_countries(path):
    segments = borders.between_countries(zones)
    outline = kosovo.outline(world, zones)
    kosovo.relabel(segments, outline, zones)
    truth = check.Truth(zones, outline)
    encoded = encode.encode(borders.simplified(segments), zones.labels, truth)
    path.write_bytes(encoded)
    check.compare(encoded, truth)


def make_map_and_towns():
    countries, found = geonames.countries(data), geonames.towns(data, world)
    towns.make(countries, found, out / "towns.sqlite.xz")
    shapes = out.parent / "shapes"
    shapes.mkdir()
    tiles.make(natural, world, countries, found, shapes, out / "world.mbtiles")


make_countries(out / "countries.bin")
make_map_and_towns()
