"""The bytes: Sources/CLibraries/CCountries/README.md has their form."""
import numpy as np

UNITS = 5_000
CELL, COLUMNS, ROWS = 2_500, 720, 360
KNOWN = (1_237, 1_171)


class Bytes:
    def __init__(self):
        self.data = bytearray(b"HCI1")

    def number(self, value):
        while value >= 128:
            self.data.append(value & 127 | 128)
            value >>= 7
        self.data.append(value)

    def step(self, value):
        self.number(value << 1 if value >= 0 else (-value << 1) - 1)


def encode(borders, labels, truth):
    borders = sorted(borders, key=lambda border: (int(border[3][0]) // CELL, int(border[2][0])))
    column, row = np.meshgrid(np.arange(COLUMNS), np.arange(ROWS))
    x = (column.ravel() * CELL - 180 * UNITS + KNOWN[0]) / UNITS
    y = (row.ravel() * CELL - 90 * UNITS + KNOWN[1]) / UNITS
    ground = truth(x, y).tolist()
    used = set(ground) | {kind for border in borders for kind in border[:2]}
    order = [0] + [number for number in range(1, len(labels)) if number in used]
    place = {number: index for index, number in enumerate(order)}
    out = Bytes()
    out.number(len(order))
    for number in order:
        letters = "".join(labels[number]).encode()
        out.number(len(letters))
        out.data += letters
    runs(out, [place[kind] for kind in ground])
    out.number(len(borders))
    last = (0, 0)
    for left, right, xs, ys in borders:
        for value in (place[left], place[right], len(xs)):
            out.number(value)
        for point in zip(xs.tolist(), ys.tolist()):
            out.step(point[0] - last[0])
            out.step(point[1] - last[1])
            last = point
    return bytes(out.data)


def runs(out, values):
    start = 0
    for index in range(1, len(values) + 1):
        if index == len(values) or values[index] != values[start]:
            out.number(index - start)
            out.number(values[start])
            start = index
