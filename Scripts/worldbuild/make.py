"""Zones, borders, bytes, check: one after the other. Called by Scripts/build-world."""
import pathlib
import sys

import borders
import check
import encode
import kosovo
import zones

world, out = map(pathlib.Path, sys.argv[1:])
segments = borders.between_countries(zones)
outline = kosovo.outline(world, zones)
kosovo.relabel(segments, outline, zones)
truth = check.Truth(zones, outline)
data = encode.encode(borders.simplified(segments), zones.labels, truth)
out.write_bytes(data)
print(f"{len(data)} bytes")
check.compare(data, truth)
