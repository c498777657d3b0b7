"""The modules that index.html names for the first screen, as one file.

On a slow processor a module costs more for being asked for than for being read. The page's sources stay as they are;
each of these modules is then served as the names it exports, out of that one file, so that a screen that comes later
meets the same instances.
"""

import json
import re
import subprocess
import tempfile
from pathlib import Path

PRELOAD = re.compile(r' *<link rel="modulepreload" href="/([\w/-]+\.js)">\n')
SCRIPT = re.compile(r' *<script type="module"(?: async)? src="/([\w/-]+\.js)"></script>\n')
AWAITS = re.compile(r"^(?:await|(?:export )?(?:const|let) .* = await)\b", re.MULTILINE)
JOINED = "first.js"


def join(output: Path, made: list[str]) -> list[str]:
    """Joins them in the folder that index.html and its files were copied to; answers what is there then."""
    page = output / "index.html"
    # What the template names comes later, when the first words have been painted.
    head, template, rest = page.read_text().partition("<template")
    scripts = SCRIPT.findall(rest)
    modules = [*scripts, *(name for name in PRELOAD.findall(head) if name not in scripts)]
    exports = exported_names(output, modules)
    entry = "".join(f'import "./{name}";\n' for name in modules) + "".join(
        f'export {{ {", ".join(f"{each} as {alias(name, each)}" for each in exports[name])} }} from "./{name}";\n'
        for name in modules
        if exports[name]
    )
    for name in modules:
        if AWAITS.search((output / name).read_text()):
            raise SystemExit(f"build-web: {name} awaits at its top what may come from this same file, and would never run")
    others = [name for name in made if name.endswith(".js") and name not in modules]
    command = ["esbuild", "--bundle", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning"]
    command += [f"--outfile={output / JOINED}", "--allow-overwrite", "--sourcefile=first.js"]
    command += [f"--external:./{name}" for name in others]
    subprocess.run(command, cwd=output, input=entry.encode(), check=True)
    for name in modules:
        names = ", ".join(f"{alias(name, each)} as {each}" for each in exports[name])
        (output / name).write_text(f'export {{ {names} }} from "/{JOINED}";\n')
    before = PRELOAD.sub("", head)
    page.write_text(before + template + SCRIPT.sub("", rest, len(scripts) - 1).replace(scripts[-1], JOINED, 1))
    return [*made, JOINED]


def exported_names(folder: Path, modules: list[str]) -> dict[str, list[str]]:
    """What each module exports."""
    with tempfile.TemporaryDirectory() as scratch:
        facts = Path(scratch) / "facts.json"
        command = ["esbuild", "--format=esm", f"--outdir={scratch}", f"--metafile={facts}", "--log-level=warning"]
        subprocess.run([*command, *modules], cwd=folder, check=True)
        outputs = json.loads(facts.read_text())["outputs"].values()
    return {each["entryPoint"]: sorted(each["exports"]) for each in outputs}


def alias(module: str, name: str) -> str:
    """What an export is called in the one file, where two modules may call theirs the same."""
    return f"{re.sub(r'[^A-Za-z0-9]', '_', module.removesuffix('.js'))}__{name}"
