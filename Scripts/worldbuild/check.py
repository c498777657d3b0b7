"""Reads the bytes as the hub does, and compares 100 000 points with the zones that they were simplified from."""
import math
from collections import defaultdict

import numpy as np
import shapely

from encode import CELL, COLUMNS, KNOWN, ROWS, UNITS

BANDS = [0, 50, 100, 250, 500, 1_000, 3_000, math.inf]


class Truth:
    """The number of the countries of points, by the zones as they are."""

    def __init__(self, zones, outline):
        self.zones, self.kosovo = zones, outline[0]
        shapely.prepare(self.kosovo)

    def __call__(self, xs, ys):
        zones = self.zones
        xs, ys = np.asarray(xs, float), np.asarray(ys, float)
        ids = zones.finder.timezone_ids_at(lngs=xs, lats=ys)
        found = np.array([zones.label(zones.countries[number] if number >= 0 else ()) for number in ids])
        (serbia,) = np.nonzero(found == zones.label(("RS",)))
        found[serbia[shapely.contains_xy(self.kosovo, xs[serbia], ys[serbia])]] = zones.label(("XK",))
        return found


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 4
        self.labels = []
        for _ in range(self.number()):
            length = self.number()
            self.labels.append(data[self.at : self.at + length].decode())
            self.at += length
        self.ground = []
        while len(self.ground) < COLUMNS * ROWS:
            length = self.number()
            self.ground += [self.number()] * length
        self.edges = np.array(list(self.read_edges()), np.int64)
        self.cells = defaultdict(list)
        low, high = (pick(self.edges[:, 0:2], self.edges[:, 2:4]) + [180 * UNITS, 90 * UNITS] for pick in (np.minimum, np.maximum))
        for index, ((x0, y0), (x1, y1)) in enumerate(zip((low // CELL).tolist(), (high // CELL).tolist())):
            for x in range(x0, x1 + 1):
                for y in range(y0, y1 + 1):
                    self.cells[x, y].append(index)

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def step(self):
        value = self.number()
        return (value >> 1) ^ -(value & 1)

    def read_edges(self):
        x = y = 0
        for _ in range(self.number()):
            left, right, count = self.number(), self.number(), self.number()
            before = None
            for _ in range(count):
                x, y = x + self.step(), y + self.step()
                if before:
                    yield *before, x, y, left, right
                before = (x, y)

    def cell(self, longitude, latitude):
        x, y = int((longitude + 180) * UNITS // CELL), int((latitude + 90) * UNITS // CELL)
        return min(COLUMNS - 1, x), min(ROWS - 1, y)

    def answer(self, longitude, latitude):
        x, y = self.cell(longitude, latitude)
        own = self.ground[y * COLUMNS + x]
        edges = self.edges[self.cells.get((x, y), [])]
        if len(edges) == 0:
            return self.labels[own]
        start = np.array([x * CELL - 180 * UNITS + KNOWN[0], y * CELL - 90 * UNITS + KNOWN[1]])
        dx, dy = np.array([longitude, latitude]) * UNITS - start
        (ax, ay), (bx, by) = (edges[:, 0:2] - start).T, (edges[:, 2:4] - start).T
        of_start = (by - ay) * ax - (bx - ax) * ay
        of_end = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
        crossed = ((dx * ay - dy * ax >= 0) != (dx * by - dy * bx >= 0)) & (of_start != of_end)
        share = np.where(crossed, of_start / np.where(crossed, of_start - of_end, 1), -1)
        share = np.where(share <= 1, share, -1)
        last = int(np.argmax(share))
        return self.labels[own if share[last] <= 0 else edges[last, 4 if of_end[last] > 0 else 5]]

    def metres(self, longitude, latitude):
        """To the nearest border between two countries, as far as a cell around."""
        x, y = self.cell(longitude, latitude)
        near = [index for east in (-1, 0, 1) for north in (-1, 0, 1) for index in self.cells.get((x + east, y + north), [])]
        edges = self.edges[near]
        edges = edges[(edges[:, 4] != 0) & (edges[:, 5] != 0)] if near else edges
        if len(edges) == 0:
            return math.inf
        unit = 111_320 / UNITS * np.array([math.cos(math.radians(latitude)), 1])
        a, b = ((edges[:, columns] - np.array([longitude, latitude]) * UNITS) * unit for columns in (slice(0, 2), slice(2, 4)))
        d = b - a
        square = np.maximum(1e-9, (d * d).sum(axis=1))
        along = np.clip(-(a * d).sum(axis=1) / square, 0, 1)
        return float(np.hypot(*(a + d * along[:, None]).T).min())


def compare(data, truth):
    """Half of the points anywhere, half within 3 km of a border; more than a handful wrong beyond 100 m is a fault."""
    reader = Reader(data)
    random = np.random.default_rng(20)
    half = 50_000
    xs = random.uniform(-180, 180, half)
    ys = np.degrees(np.arcsin(random.uniform(-1, 1, half)))
    edges = reader.edges[(reader.edges[:, 4] != 0) & (reader.edges[:, 5] != 0)]
    edges = edges[random.integers(0, len(edges), half)]
    radius, angle = random.uniform(0, 3_000, half), random.uniform(0, 2 * np.pi, half)
    middle = (edges[:, 0:2] + edges[:, 2:4]) / 2 / UNITS
    xs = np.append(xs, middle[:, 0] + radius * np.cos(angle) / 111_320 / np.cos(np.radians(middle[:, 1])))
    ys = np.append(ys, middle[:, 1] + radius * np.sin(angle) / 111_320)
    xs, ys = np.clip(xs, -180, 180), np.clip(ys, -89.99, 89.99)
    wrong, total = np.zeros(len(BANDS) - 1, int), np.zeros(len(BANDS) - 1, int)
    for x, y, kind in zip(xs.tolist(), ys.tolist(), truth(xs, ys).tolist()):
        wanted, found = "".join(truth.zones.labels[kind]), reader.answer(x, y)
        band = int(np.searchsorted(BANDS, reader.metres(x, y), side="right")) - 1
        total[min(band, len(total) - 1)] += 1
        # Disputed ground has both where the zones name one; the limits at sea are simplified more.
        is_right = wanted == found or (wanted and wanted in (found[:2], found[2:])) or "" in (wanted, found)
        wrong[min(band, len(wrong) - 1)] += not is_right
    for low, high, errors, points in zip(BANDS, BANDS[1:], wrong, total):
        print(f"{low} to {high} m from a border: {errors} of {points} points in another country")
    if wrong[2:].sum() > 10:
        raise SystemExit("the simplified borders are too far off")
