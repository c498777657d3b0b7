"""Inter as the page loads it: two weights, each in a file for western letters and one for the rest of Europe."""

import re
from pathlib import Path

FOLDER = Path("/usr/share/fonts/opentype/inter")
WEIGHTS = {400: FOLDER / "Inter-Regular.otf", 600: FOLDER / "Inter-SemiBold.otf"}

# Kerning and what letters need to be whole, figures of equal width, and brackets that fit capitals.
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "case"]


def cut(stylesheet: Path, output: Path) -> list[str]:
    """Writes the files that the style sheet names, with the letters that it gives to each."""
    # Slow to import, and needed only when something changed.
    from fontTools import subset

    (output / "fonts").mkdir(parents=True, exist_ok=True)
    made = []
    for weight, name, letters in faces(stylesheet.read_text()):
        options = subset.Options()
        options.flavor = "woff2"
        options.layout_features = FEATURES
        options.hinting = False
        options.desubroutinize = True
        font = subset.load_font(str(WEIGHTS[weight]), options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=letters)
        cutter.subset(font)
        subset.save_font(font, str(output / "fonts" / name), options)
        made.append(f"fonts/{name}")
    return made


def faces(css: str):
    """Weight, file name and code points of each @font-face."""
    for face in re.findall(r"@font-face\s*{(.*?)}", css, re.DOTALL):
        weight = int(re.search(r"font-weight:\s*(\d+)", face)[1])
        name = re.search(r'url\("\.\./fonts/([^"]+)"\)', face)[1]
        letters = set()
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face):
            letters.update(range(int(first, 16), int(last or first, 16) + 1))
        yield weight, name, letters
