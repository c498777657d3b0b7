"""The names on the map of the world: countries from the zoom at which there is room for them, towns by their people."""
import math

import numpy as np
import shapefile
import shapely

from kosovo import largest
from shapes import WORLD, rows

ZOOMS = range(1, 7)
# A town of so many people is named from this zoom on; a capital two zooms earlier, but not before the third.
PEOPLE = {2: 3_000_000, 3: 1_000_000, 4: 400_000, 5: 150_000, 6: 60_000}
# The world is so wide at zoom 0, and a country is named where a circle of this radius fits into it.
PIXELS, RADIUS = 512, 15


def drawn(points):
    """Degrees as the map draws them, where a circle is one in Greenland too."""
    return np.column_stack([points[:, 0], np.degrees(np.arctanh(np.sin(np.radians(points[:, 1]))))])


def on_earth(x, y):
    return x, math.degrees(math.asin(math.tanh(math.radians(y))))


def of_countries(world, names):
    """Where each country's name stands, with the zoom at which it first does."""
    for shape, code in rows(world, "SELECT geom, iso_a2 FROM countries ORDER BY fid"):
        if code not in names:
            continue
        ground = shapely.transform(largest(shapely.make_valid(shape) & WORLD), drawn)
        circle = shapely.maximum_inscribed_circle(ground, tolerance=0.05)
        zoom = math.log2(RADIUS * 360 / PIXELS / max(circle.length, 0.001))
        yield names[code], on_earth(*circle.coords[0]), max(ZOOMS[0], math.ceil(zoom))


def zoom_of(town):
    first = next((zoom for zoom, people in PEOPLE.items() if town.people >= people), ZOOMS[-1] + 1)
    return min(first, max(3, first - 2)) if town.is_capital else first


def make(world, names, towns, folder):
    """Writes the names of each zoom into a folder: what begins there, the most important first."""
    found = {zoom: [] for zoom in ZOOMS}
    for name, point, zoom in of_countries(world, names):
        # A country that never has room is named by its capital alone.
        if zoom in found:
            found[zoom].append((name, "country", point))
    for town in towns:
        if zoom_of(town) in found:
            found[zoom_of(town)].append((town.name, "capital" if town.is_capital else "city", (town.x, town.y)))
    for zoom, places in found.items():
        with shapefile.Writer(str(folder / f"places{zoom}.shp"), shapeType=shapefile.POINT, encoding="utf-8") as writer:
            writer.field("name", "C", 100)
            writer.field("class", "C", 10)
            writer.field("rank", "C", 1)
            for name, kind, (x, y) in places:
                writer.point(x, y)
                writer.record(name, kind, str(zoom))
    return {zoom: len(places) for zoom, places in found.items()}
