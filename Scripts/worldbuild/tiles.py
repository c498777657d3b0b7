"""Tiles of the world by tilemaker, and the file that the hub reads: in order, each tile that is there twice once."""
import gzip
import pathlib
import shutil
import sqlite3
import subprocess

import labels
import shapes

HERE = pathlib.Path(__file__).resolve().parent
FACTS = {
    "name": "Hearth world",
    "format": "pbf",
    "bounds": "-180,-85,180,85",
    "minzoom": "0",
    "maxzoom": "6",
    "attribution": "Natural Earth, GeoNames",
}
TABLES = """
    PRAGMA page_size = 1024;
    CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE image (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
    CREATE TABLE place (
        zoom INTEGER NOT NULL, col INTEGER NOT NULL, line INTEGER NOT NULL, image INTEGER NOT NULL,
        PRIMARY KEY (zoom, col, line)
    ) WITHOUT ROWID;
    CREATE VIEW tiles AS
        SELECT zoom AS zoom_level, col AS tile_column, line AS tile_row, bytes AS tile_data
        FROM place JOIN image ON image.id = place.image;
"""


def make(natural, world, names, towns, folder, out):
    """Makes the tiles at `out`, by way of shapefiles in a folder."""
    shapes.make(natural, world, folder)
    print("names by zoom:", labels.make(world, names, towns, folder))
    for name in ("tilemaker.json", "tilemaker.lua"):
        shutil.copy(HERE / name, folder)
    subprocess.run(
        # Several threads would put a tile's shapes in another order each time.
        ["tilemaker", "--output", "made.mbtiles", "--bbox", "-180,-85,180,85", "--threads", "1"]
        + ["--config", "tilemaker.json", "--process", "tilemaker.lua"],
        cwd=folder,
        check=True,
        stdout=(folder / "tilemaker.log").open("w"),
        stderr=subprocess.STDOUT,
    )
    pack(folder / "made.mbtiles", out)


def pack(made, out):
    out.unlink(missing_ok=True)
    sizes = {}
    with sqlite3.connect(out) as file:
        file.executescript(TABLES)
        file.executemany("INSERT INTO metadata VALUES (?, ?)", FACTS.items())
        known = {}
        query = "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles ORDER BY 1, 2, 3"
        for zoom, column, row, compressed in sqlite3.connect(made).execute(query):
            tile = gzip.decompress(compressed)
            if not tile:
                continue
            if tile not in known:
                known[tile] = len(known) + 1
                smaller = gzip.compress(tile, 9, mtime=0)
                sizes[zoom] = sizes.get(zoom, 0) + len(smaller)
                file.execute("INSERT INTO image VALUES (?, ?)", (known[tile], smaller))
            file.execute("INSERT INTO place VALUES (?, ?, ?, ?)", (zoom, column, row, known[tile]))
    print("bytes by zoom:", sizes)
