"""Letters for the map: signed-distance pictures in ranges of 256, as MapLibre asks for them.

A range is a protocol buffer of Mapbox's glyphs.proto: stacks (1) of name (1), range (2) and glyphs (3), each with its
id (1), bitmap (2), width (3), height (4), left (5), top (6) and advance (7).
"""

from pathlib import Path

FOLDER = Path("/usr/share/fonts/opentype/inter")
STACKS = {"inter-regular": FOLDER / "Inter-Regular.otf", "inter-semibold": FOLDER / "Inter-SemiBold.otf"}

# What MapLibre expects of a picture: drawn at 24 pixels, 3 more on each side, 8 pixels of distance over 255 steps, of
# which a quarter lies outside the letter. It sets text 25 pixels below the top of a line.
SIZE, BUFFER, RADIUS, CUTOFF, ASCENDER = 24, 3, 8, 0.25, 25

# FreeType draws distances up to 8 pixels by itself (FT_RENDER_MODE_SDF), 128 on the outline.
RENDER_DISTANCES, SPREAD = 5, 8

# Beyond stand signs and private letters, which no street is called; the triangle of a peak is within.
LAST_CODE_POINT = 0x25FF


def make(output: Path) -> list[str]:
    """Writes every range in which a font has letters."""
    # Slow to import, and needed only when something changed.
    import freetype

    made = []
    for stack, file in STACKS.items():
        face = freetype.Face(str(file))
        face.set_pixel_sizes(0, SIZE)
        letters = sorted(code for code, _ in face.get_chars() if code <= LAST_CODE_POINT)
        (output / "glyphs" / stack).mkdir(parents=True, exist_ok=True)
        for first in sorted({code // 256 * 256 for code in letters}):
            name = f"{first}-{first + 255}"
            glyphs = [glyph(face, code) for code in letters if first <= code < first + 256]
            path = f"glyphs/{stack}/{name}.pbf"
            body = text(1, stack) + text(2, name) + b"".join(chunk(3, one) for one in glyphs)
            (output / path).write_bytes(chunk(1, body))
            made.append(path)
    return made


def glyph(face, code: int) -> bytes:
    """One letter with its picture; a blank has none."""
    import freetype

    face.load_char(chr(code), freetype.FT_LOAD_NO_HINTING | freetype.FT_LOAD_NO_BITMAP)
    advance = round(face.glyph.linearHoriAdvance / 65536)
    if face.glyph.outline.n_points == 0:
        return number(1, code) + number(3, 0) + number(4, 0) + signed(5, 0) + signed(6, 0) + number(7, advance)
    face.glyph.render(RENDER_DISTANCES)
    bitmap = face.glyph.bitmap
    # FreeType leaves its whole spread around a letter, MapLibre wants less.
    spare = SPREAD - BUFFER
    rows = range(spare, bitmap.rows - spare)
    columns = range(spare, bitmap.width - spare)
    source = bytes(bitmap.buffer)
    starts = (row * bitmap.pitch + spare for row in rows)
    picture = b"".join(source[start : start + len(columns)] for start in starts).translate(DISTANCES)
    return (
        number(1, code)
        + chunk(2, picture)
        + number(3, len(columns) - 2 * BUFFER)
        + number(4, len(rows) - 2 * BUFFER)
        + signed(5, face.glyph.bitmap_left + SPREAD)
        + signed(6, face.glyph.bitmap_top - SPREAD - ASCENDER)
        + number(7, advance)
    )


def distance(value: int) -> int:
    """FreeType's measure of a pixel in MapLibre's."""
    inside = (value - 128) / 128 * SPREAD
    return max(0, min(255, round(255 * (1 - CUTOFF + inside / RADIUS))))


DISTANCES = bytes(distance(value) for value in range(256))


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def signed(field: int, value: int) -> bytes:
    return number(field, value * 2 if value >= 0 else -value * 2 - 1)


def chunk(field: int, value: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(value)) + value


def text(field: int, value: str) -> bytes:
    return chunk(field, value.encode())
