"""The style sheets that index.html names, as one file.

A browser paints nothing before it has read each of them, and on a slow processor a sheet costs more for being asked for
than for its rules. Their order stays, so that they mean the same as they do one by one.
"""

import re
from pathlib import Path

LINK = re.compile(r' *<link rel="stylesheet" href="/(styles/[\w-]+\.css)">\n')
JOINED = "styles/first.css"


def join(output: Path, made: list[str]) -> list[str]:
    """Joins them in the folder that index.html and its files were copied to; answers what is there then."""
    page = output / "index.html"
    html = page.read_text()
    names = LINK.findall(html)
    (output / JOINED).write_text("\n".join((output / name).read_text() for name in names))
    for name in names:
        (output / name).unlink()
    before = html[: LINK.search(html).start()]
    page.write_text(f'{before}    <link rel="stylesheet" href="/{JOINED}">\n{LINK.sub("", html[len(before):])}')
    return [*(name for name in made if name not in names), JOINED]
