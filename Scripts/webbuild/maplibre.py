"""MapLibre GL JS out of its wheel, with the worker as a file of its own.

The published script carries the code of its worker as a text and starts it from a blob, which a strict
Content-Security-Policy refuses. It is made of three modules; here the page gets "shared" and "index", the worker
"shared" and "worker", and the page names the worker's file by `maplibregl.setWorkerUrl`.
"""

import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

BANNER = """/**
 * MapLibre GL JS %s, Copyright (c) 2023 MapLibre contributors, Copyright (c) 2020 Mapbox
 * 3-Clause BSD: https://github.com/maplibre/maplibre-gl-js/blob/v%s/LICENSE.txt
 * Cut in two by Hearth's build: this is the part for the %s.
 */
"""


def unpack(requirements: Path, downloads: Path, output: Path) -> list[str]:
    """Writes the two scripts and the style into `output`/vendor."""
    with zipfile.ZipFile(wheel(requirements, downloads)) as archive:
        script = archive.read("maplibre/srcjs/maplibre-gl.js").decode()
        style = archive.read("maplibre/srcjs/maplibre-gl.css")
    page, worker = cut(script)
    vendor = output / "vendor"
    vendor.mkdir(parents=True, exist_ok=True)
    (vendor / "maplibre-gl.js").write_text(page)
    (vendor / "maplibre-worker.js").write_text(worker)
    (vendor / "maplibre-gl.css").write_bytes(style)
    return ["vendor/maplibre-gl.js", "vendor/maplibre-worker.js", "vendor/maplibre-gl.css"]


def wheel(requirements: Path, downloads: Path) -> Path:
    """The wheel that the requirements pin, downloaded once."""
    pinned = re.search(r"^(\w+)==([\d.]+) --hash=sha256:(\w+)", requirements.read_text(), re.MULTILINE)
    file = downloads / f"{pinned[1]}-{pinned[2]}-py3-none-any.whl"
    if file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == pinned[3]:
        return file
    file.unlink(missing_ok=True)
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        + ["--only-binary", ":all:", "--require-hashes", "--requirement", str(requirements), "--dest", str(downloads)],
        check=True,
    )
    return file


def cut(script: str) -> tuple[str, str]:
    """The page's and the worker's part of the published script."""
    version = re.search(r'"use strict";var i="([\d.]+)"', script)[1]
    shared, worker, index = (module(script, name) for name in ("shared", "worker", "index"))
    page = (
        BANNER % (version, version, "page")
        + "var maplibregl = (function () { 'use strict';\nvar shared = {}, maplibregl = {};\n"
        + f"({shared})(shared);\n({index})(maplibregl, shared);\nreturn maplibregl;\n}})();\n"
    )
    in_worker = (
        BANNER % (version, version, "worker")
        + f"(function () {{ 'use strict';\nvar shared = {{}};\n({shared})(shared);\n({worker})(shared);\n}})();\n"
    )
    for part in (page, in_worker):
        if "createObjectURL(new Blob([workerBundleString" in part:
            raise SystemExit("build-web: MapLibre's script is laid out in another way than this knows")
    return page, in_worker


def module(script: str, name: str) -> str:
    """The function that makes one of the modules: what stands in `define("name", [...], (function …));`."""
    found = re.search(r'\ndefine\("%s",\[[^\]]*\],\((function.*?)\)\);\n' % name, script, re.DOTALL)
    if not found:
        raise SystemExit(f'build-web: MapLibre has no module "{name}" where this looks for it')
    return found[1]
