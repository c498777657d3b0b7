"""The lines that separate countries, from the rings of the zones; and the same with fewer points."""
import math

import numpy as np

from encode import UNITS
from zones import SCALE

LAND_METRES, SEA_METRES = 100, 2_000
METRES = 111_320


class Segments:
    """Pieces of border: from where to where, with the numbers of the countries to the left and right."""

    def __init__(self, start, end, left, right):
        self.start, self.end, self.left, self.right = start, end, left, right

    def add(self, start, end, left, right):
        self.start = np.concatenate([self.start, start])
        self.end = np.concatenate([self.end, end])
        self.left = np.concatenate([self.left, np.full(len(start), left)])
        self.right = np.concatenate([self.right, np.full(len(start), right)])


def pack(x, y):
    return (np.asarray(x, np.int64) + 180 * SCALE << 32) | (np.asarray(y, np.int64) + 90 * SCALE)


def degrees(points):
    # The sign bit is part of the longitude east of 34.7 degrees.
    return ((points >> 32 & 0xFFFFFFFF) - 180 * SCALE) / SCALE, ((points & 0xFFFFFFFF) - 90 * SCALE) / SCALE


def between_countries(zones):
    """The segments on whose sides different countries are: neighbouring zones share their points exactly."""
    low, high, is_left, kind = all_edges(zones)
    order = np.lexsort((high, low))
    low, high, is_left, kind = low[order], high[order], is_left[order], kind[order]
    is_new = np.ones(len(low), bool)
    is_new[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    first = np.flatnonzero(is_new)
    count = np.diff(np.append(first, len(low)))
    pairs = first[count == 2]
    plain = pairs[is_left[pairs] != is_left[pairs + 1]]
    left = np.where(is_left[plain], kind[plain], kind[plain + 1])
    right = np.where(is_left[plain], kind[plain + 1], kind[plain])
    differs = left != right
    segments = Segments(low[plain][differs], high[plain][differs], left[differs], right[differs])
    odd = np.concatenate([first[count == 1], first[count > 2], pairs[is_left[pairs] == is_left[pairs + 1]]])
    add_overlaps(segments, low[odd], high[odd], zones)
    (x0, y0), (x1, y1) = degrees(segments.start), degrees(segments.end)
    is_frame = ((abs(x0) == 180) & (x0 == x1)) | ((abs(y0) == 90) & (y0 == y1))
    return Segments(*(values[~is_frame] for values in (segments.start, segments.end, segments.left, segments.right)))


def all_edges(zones):
    """Each edge of each ring from its lower point on, and whether the inside is to the left of it."""
    starts, ends, kinds = [], [], []
    for ring, kind, is_hole in zones.rings():
        x, y = (np.asarray(values, np.int64) for values in ring)
        if x[0] == x[-1] and y[0] == y[-1]:
            x, y = x[:-1], y[:-1]
        start = pack(x, y)
        end = np.roll(start, -1)
        area = np.sum(x / SCALE * np.roll(y, -1) / SCALE - np.roll(x, -1) / SCALE * y / SCALE)
        if (area > 0) == is_hole:
            start, end = end, start
        keep = start != end
        starts.append(start[keep])
        ends.append(end[keep])
        kinds.append(np.full(keep.sum(), kind, np.int64))
    start, end = np.concatenate(starts), np.concatenate(ends)
    return np.minimum(start, end), np.maximum(start, end), start < end, np.concatenate(kinds)


def add_overlaps(segments, low, high, zones):
    """Where zones overlap, a point at either side of an edge says what is there."""
    found = []
    for start, end, (x0, y0), (x1, y1) in zip(low, high, zip(*degrees(low)), zip(*degrees(high))):
        dx, dy = x1 - x0, y1 - y0
        length = math.hypot(dx, dy) or 1
        east, north = -dy / length * 2e-6, dx / length * 2e-6
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        left, right = zones.label_at(x + east, y + north), zones.label_at(x - east, y - north)
        if left != right:
            found.append((start, end, left, right))
    if found:
        start, end, left, right = (np.array(values) for values in zip(*found))
        segments.start, segments.end = np.concatenate([segments.start, start]), np.concatenate([segments.end, end])
        segments.left, segments.right = np.concatenate([segments.left, left]), np.concatenate([segments.right, right])


def simplified(segments):
    """Chains of segments between the same two countries, by Douglas and Peucker, in units of the grid."""
    swap = segments.left > segments.right
    start, end = np.where(swap, segments.end, segments.start), np.where(swap, segments.start, segments.end)
    left, right = np.where(swap, segments.right, segments.left), np.where(swap, segments.left, segments.right)
    points, numbers = np.unique(np.concatenate([start, end]), return_inverse=True)
    longitudes, latitudes = degrees(points)
    for kinds, chain in chains(numbers[: len(start)], numbers[len(start) :], left, right, len(points)):
        x, y = longitudes[chain], latitudes[chain]
        # The sea is the first of all kinds.
        keep = kept(x, y, SEA_METRES if kinds[0] == 0 else LAND_METRES)
        u, v = np.rint(x[keep] * UNITS).astype(int), np.rint(y[keep] * UNITS).astype(int)
        moves = np.ones(len(u), bool)
        moves[1:] = (u[1:] != u[:-1]) | (v[1:] != v[:-1])
        if moves.sum() > 1:
            yield *kinds, u[moves], v[moves]


def chains(a, b, left, right, count):
    pair = left * 1_000 + right
    following, before = np.full(count, -1), np.full(count, -1)
    following[a], before[b] = np.arange(len(a)), np.arange(len(b))
    is_inner = (np.bincount(a, minlength=count) == 1) & (np.bincount(b, minlength=count) == 1)
    inner = np.flatnonzero(is_inner)
    is_inner[inner[pair[following[inner]] != pair[before[inner]]]] = False
    starts, ends, onward, goes_on = a.tolist(), b.tolist(), following.tolist(), is_inner.tolist()
    used = [False] * len(starts)
    for first in np.flatnonzero(~is_inner[a]).tolist() + list(range(len(starts))):
        if used[first]:
            continue
        chain, segment = [starts[first]], first
        while True:
            used[segment] = True
            chain.append(ends[segment])
            if not goes_on[ends[segment]]:
                break
            segment = onward[ends[segment]]
            if used[segment]:
                break
        yield (int(left[first]), int(right[first])), np.array(chain)


def kept(x, y, tolerance):
    """Which points stay; a ring keeps four, so that it never falls to a line."""
    keep = np.zeros(len(x), bool)
    keep[0] = keep[-1] = True
    is_ring = len(x) > 3 and x[0] == x[-1] and y[0] == y[-1]
    stack = [(0, len(x) - 1)]
    if is_ring:
        middle = int(np.argmax((x - x[0]) ** 2 + (y - y[0]) ** 2))
        keep[middle] = True
        stack = [(0, middle), (middle, len(x) - 1)]
    while stack:
        i, j = stack.pop()
        if j - i < 2:
            continue
        east = math.cos(math.radians((y[i] + y[j]) / 2)) * METRES
        px, py = (x[i + 1 : j] - x[i]) * east, (y[i + 1 : j] - y[i]) * METRES
        dx, dy = (x[j] - x[i]) * east, (y[j] - y[i]) * METRES
        square = dx * dx + dy * dy
        along = np.clip((px * dx + py * dy) / square, 0, 1) if square else 0
        distance = np.hypot(px - along * dx, py - along * dy)
        farthest = int(np.argmax(distance))
        if distance[farthest] > tolerance or (is_ring and keep.sum() < 4):
            farthest += i + 1
            keep[farthest] = True
            stack += [(i, farthest), (farthest, j)]
    return keep
