"""Kosovo has no time zone of its own: its outline is Natural Earth's, where it lies inside Serbia's zone."""
import sqlite3

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.ops import unary_union

from borders import degrees, pack
from zones import SCALE

HEADERS = [0, 32, 48, 48, 64]


def parts(shape):
    return getattr(shape, "geoms", [shape])


def largest(shape):
    return max(parts(shape), key=lambda part: part.area)


def outline(world, zones):
    """What of Serbia's zone is Kosovo, and that zone.

    Natural Earth's borders are coarse: slivers between its outline and the zone's own border are Kosovo's too.
    """
    (row,) = sqlite3.connect(world).execute("SELECT geom FROM countries WHERE NAME = 'Kosovo'")
    drawn = shapely.from_wkb(row[0][8 + HEADERS[row[0][3] >> 1 & 7] :])
    zone = unary_union([polygon(zones, number) for number in numbers(zones)])
    rest = zone - drawn
    serbia = largest(rest.buffer(-0.03)).buffer(0.031) & rest
    near, touching = drawn.buffer(0.12), drawn.buffer(0.002)
    slivers = [part for part in parts(rest - serbia) if near.contains(part) and touching.intersects(part)]
    return largest(((zone & drawn) | unary_union(slivers)).buffer(0)), zone


def numbers(zones):
    return [n for n in range(zones.finder.nr_of_polygons) if zones.names[zones.zone_of[n]] == "Europe/Belgrade"]


def polygon(zones, number):
    holes = [np.asarray(zones.finder.holes.coords_of(int(h))).T / SCALE for h in zones.finder._hole_ids_of(number)]
    return Polygon(np.asarray(zones.finder.coords_of(number)).T / SCALE, holes).buffer(0)


def relabel(segments, found, zones):
    """Serbia's border along Kosovo becomes Kosovo's, and the line between both is added."""
    kosovo, zone = found
    xk, rs = zones.label(("XK",)), zones.label(("RS",))
    (x0, y0), (x1, y1) = degrees(segments.start), degrees(segments.end)
    touched = (segments.left == rs) | (segments.right == rs)
    wide = kosovo.buffer(0.0005)
    shapely.prepare(wide)
    inside = np.zeros(len(touched), bool)
    inside[touched] = shapely.contains_xy(wide, ((x0 + x1) / 2)[touched], ((y0 + y1) / 2)[touched])
    segments.left = np.where(inside & (segments.left == rs), xk, segments.left)
    segments.right = np.where(inside & (segments.right == rs), xk, segments.right)
    ring = np.array(kosovo.exterior.coords)
    if not kosovo.exterior.is_ccw:
        ring = ring[::-1]
    middles = shapely.points((ring[:-1] + ring[1:]) / 2)
    shapely.prepare(zone.boundary)
    own = ~shapely.dwithin(zone.boundary, middles, 0.0006)
    points = pack(*np.rint(ring.T * SCALE).astype(np.int64))
    start, end = points[:-1][own], points[1:][own]
    segments.add(start[start != end], end[start != end], xk, rs)
