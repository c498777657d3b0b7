"""The modules of Home as three files, each asked for when it is needed: ask.js asks the hub, first.js draws Home in words, and
later.js brings what comes when these have been painted.

On a slow processor a module costs more for being asked for than for being read. index.html names the modules from which
each file begins: its two scripts, the second with what its head preloads, and its template. A module goes into the first
file that needs it. The page's sources stay as they are; each of these modules is then served as the names it exports, out
of its file, so that a screen that comes later meets the same instances.
"""

import json
import re
import subprocess
import tempfile
from pathlib import Path

PRELOAD = re.compile(r' *<link rel="modulepreload" href="/([\w/-]+\.js)">\n')
SCRIPT = re.compile(r' *<script type="module"(?: async)? src="/([\w/-]+\.js)"></script>\n')
AWAITS = re.compile(r"^(?:await|(?:export )?(?:const|let) .* = await)\b", re.MULTILINE)
ASK, FIRST, LATER = FILES = ("ask.js", "first.js", "later.js")


def join(output: Path, made: list[str]) -> list[str]:
    """Joins them in the folder that index.html and its files were copied to; answers what is there then."""
    page = output / "index.html"
    head, template, rest = page.read_text().partition("<template")
    asking, drawing = SCRIPT.findall(rest)
    graph = Graph(output, [name for name in made if name.endswith(".js")])
    files, joined = {}, set()
    for file, begins in ((ASK, [asking]), (FIRST, [drawing, *PRELOAD.findall(head)]), (LATER, PRELOAD.findall(rest))):
        files[file] = [*begins, *sorted(graph.needed(begins) - joined - set(begins))]
        joined.update(files[file])
    for name in sorted(joined):
        if AWAITS.search((output / name).read_text()):
            raise SystemExit(f"build-web: {name} awaits at its top what may come from its own file, and would never run")
    others = graph.modules
    for file, modules in files.items():
        # Those of the files before are names of these by now, and are not taken in again.
        others = others - set(modules)
        bundle(output, file, modules, graph, others)
        for name in modules:
            names = ", ".join(f"{alias(name, each)} as {each}" for each in graph.exports[name])
            (output / name).write_text(f'export {{ {names} }} from "/{file}";\n')
    ask_for_file(output / FIRST, LATER, set(files[LATER]), graph)
    unused = joined - {other for name in graph.modules - joined for other in graph.imports[name]}
    for name in unused:
        (output / name).unlink()
    link = f'      <link rel="modulepreload" href="/{LATER}">\n'
    rest = PRELOAD.sub("", rest).replace(asking, ASK, 1).replace(drawing, FIRST, 1)
    page.write_text(PRELOAD.sub("", head) + template + rest.replace(">\n", f">\n{link}", 1))
    return [*(name for name in made if name not in unused), *FILES]


def bundle(output: Path, file: str, modules: list[str], graph: "Graph", others: set[str]):
    """Writes modules as one file that exports what each of them does; they run in their order, as far as they can."""
    entry = "".join(f'import "./{name}";\n' for name in modules) + "".join(
        f'export {{ {", ".join(f"{each} as {alias(name, each)}" for each in graph.exports[name])} }} from "./{name}";\n'
        for name in modules
        if graph.exports[name]
    )
    command = ["esbuild", "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning"]
    command += [f"--outfile={output / file}", "--allow-overwrite", f"--sourcefile={file}"]
    # By their whole paths: two modules in different folders may have one name.
    outside = [*(str(output / name) for name in sorted(others)), *(f"/{name}" for name in FILES)]
    command += [f"--external:{name}" for name in outside]
    subprocess.run(command, cwd=output, input=entry.encode(), check=True)


def ask_for_file(asking: Path, file: str, modules: set[str], graph: "Graph"):
    """Where a file asks for a module while it runs, it asks for the file that holds the module."""

    def instead(found):
        name = found[1]
        if name not in modules:
            return found[0]
        names = [(alias(name, each), each) for each in graph.exports[name]]
        taken, given = (", ".join(f"{pair[a]}: {pair[b]}" for pair in names) for a, b in ((0, 1), (1, 1)))
        return f'import("/{file}").then(({{ {taken} }}) => ({{ {given} }}))'

    asking.write_text(re.sub(r'\bimport\("\./([\w/-]+\.js)"\)', instead, asking.read_text()))


class Graph:
    """Which modules there are, what each exports, and which others it imports before it runs or while it does."""

    def __init__(self, folder: Path, modules: list[str]):
        self.modules = set(modules)
        with tempfile.TemporaryDirectory() as scratch:
            facts = Path(scratch) / "facts.json"
            command = ["esbuild", "--bundle", "--splitting", "--format=esm", "--log-level=warning"]
            command += [f"--outdir={scratch}", f"--metafile={facts}"]
            if subprocess.run([*command, *modules], cwd=folder).returncode != 0:
                raise SystemExit("build-web: the page's modules do not fit together; the reason stands above")
            found = json.loads(facts.read_text())
        self.exports = {each["entryPoint"]: sorted(each["exports"]) for each in found["outputs"].values() if "entryPoint" in each}
        imports = {name: facts["imports"] for name, facts in found["inputs"].items()}
        self.imports = {name: {each["path"] for each in imports[name]} for name in imports}
        self.needs = {
            name: [each["path"] for each in imports[name] if each["kind"] == "import-statement"] for name in imports
        }

    def needed(self, modules: list[str]) -> set[str]:
        """These modules with all that they import before they run."""
        found, open_ones = set(), list(modules)
        while open_ones:
            name = open_ones.pop()
            if name not in found:
                found.add(name)
                open_ones += self.needs[name]
        return found


def alias(module: str, name: str) -> str:
    """What an export is called in the one file, where two modules may call theirs the same."""
    return f"{re.sub(r'[^A-Za-z0-9]', '_', module.removesuffix('.js'))}__{name}"
