"""Each language as one file: a page that speaks it asks for one catalogue instead of one a feature."""

import shutil
import subprocess
from pathlib import Path

# Made of English when it is asked for.
NOT_JOINED = {"pseudo"}


def join(sources: Path, output: Path, made: list[str]) -> list[str]:
    """Joins the catalogues of the page's sources in the folder that these were copied to; answers what is there then."""
    texts = output / "texts"
    tags = [path.stem for path in sorted((sources / "texts").glob("*.js")) if path.stem not in NOT_JOINED]
    command = ["esbuild", "--bundle", "--minify-whitespace", "--format=esm", "--charset=utf8", "--log-level=warning"]
    for tag in tags:
        file = texts / f"{tag}.js"
        subprocess.run([*command, "--allow-overwrite", f"--outfile={file}", str(sources / "texts" / f"{tag}.js")], check=True)
        shutil.rmtree(texts / tag)
    parts = tuple(f"texts/{tag}/" for tag in tags)
    return [name for name in made if not name.startswith(parts)]
