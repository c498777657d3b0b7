"""Sea, lakes and borders of the world as tilemaker reads them: a shapefile of its own for what begins at another zoom.

Natural Earth as it comes here is bare shapes. Which borders are disputed is in a second, coarser copy of it.
"""
import sqlite3

import shapefile
import shapely
from shapely.geometry import box
from shapely.geometry.polygon import orient

from kosovo import HEADERS, parts

# Web Mercator ends here.
WORLD = box(-180, -85, 180, 85)
# Pieces of the sea have no more points, so that a tile clips little.
POINTS_MAX = 600
# So far the coarser copy's lines lie from the same lines of the finer one, in degrees.
COARSE = 0.04


def read(path):
    """The shapes of a shapefile, of which the .shp alone is there."""
    with shapefile.Reader(shp=path.open("rb")) as reader:
        return [shapely.geometry.shape(shape) for shape in reader.shapes() if shape.shapeType != shapefile.NULL]


def rows(world, query):
    """The rows of a GeoPackage's table, the geometry first and last in its own header."""
    for geometry, *facts in sqlite3.connect(world).execute(query):
        yield shapely.from_wkb(geometry[8 + HEADERS[geometry[3] >> 1 & 7] :]), *facts


def cut(polygon):
    """The pieces of a polygon, halved across until each has few points."""
    if shapely.get_num_coordinates(polygon) <= POINTS_MAX:
        return [polygon]
    west, south, east, north = polygon.bounds
    x, y = (west + east) / 2, (south + north) / 2
    if east - west > north - south:
        halves = box(west, south, x, north), box(x, south, east, north)
    else:
        halves = box(west, south, east, y), box(west, y, east, north)
    pieces = [part for half in halves for part in parts(polygon & half) if part.geom_type == "Polygon"]
    return [piece for part in pieces for piece in cut(part)]


def write_polygons(path, polygons):
    with shapefile.Writer(str(path), shapeType=shapefile.POLYGON) as writer:
        writer.field("none", "N")
        for polygon in polygons:
            # Of a shapefile's rings the outer run clockwise.
            turned = orient(polygon, sign=-1)
            writer.poly([list(ring.coords) for ring in [turned.exterior, *turned.interiors]])
            writer.record(0)


def write_lines(path, lines, kind):
    with shapefile.Writer(str(path), shapeType=shapefile.POLYLINE) as writer:
        # A word: of numbers tilemaker 2.2 takes all for the first.
        writer.field("class", "C", 10)
        for line in lines:
            writer.line([list(line.coords)])
            writer.record(kind)


def lines_of(shapes):
    """All of it in as few lines as there can be."""
    return [line for line in parts(shapely.line_merge(shapely.union_all(shapes))) if line.geom_type == "LineString"]


def make(natural, world, folder):
    """Writes sea, lakes, borders, provinces and disputed borders into a folder."""
    (ocean,) = read(natural / "ne_10m_ocean.shp")
    sea = [part for part in parts(shapely.make_valid(ocean) & WORLD) if part.geom_type == "Polygon"]
    write_polygons(folder / "sea.shp", [piece for part in sea for piece in cut(part)])
    lakes = [part for lake in read(natural / "ne_10m_lakes.shp") for part in parts(shapely.make_valid(lake))]
    write_polygons(folder / "lakes.shp", [lake for lake in lakes if lake.geom_type == "Polygon"])
    disputed = lines_of([shape for (shape,) in rows(world, "SELECT geom FROM disputed_borders ORDER BY fid")])
    write_lines(folder / "disputed.shp", disputed, "disputed")
    # What is drawn as disputed is not drawn as settled too.
    near = shapely.union_all([line.buffer(COARSE) for line in disputed])
    borders = read(natural / "ne_10m_admin_0_boundary_lines_land.shp")
    write_lines(folder / "countries.shp", lines_of([border - near for border in borders]), "country")
    provinces = read(natural / "ne_10m_admin_1_states_provinces_lines.shp")
    write_lines(folder / "provinces.shp", lines_of(provinces), "province")
