"""Steps that run only when something they read has changed, and the list of what they made."""

import hashlib
import json
from pathlib import Path


class Builder:
    """Runs steps into one folder and remembers, in a file beside it, what each was made from and what it made."""

    def __init__(self, output: Path, memory: Path):
        self.output = output
        self.memory_file = memory
        try:
            self.memory = json.loads(memory.read_text())
        except (OSError, ValueError):
            self.memory = {}  # A first build, or one that was cut off: everything is made anew.
        self.made = {}
        self.changed = False

    def step(self, name: str, inputs: list[Path], make):
        """Makes the files of a step; `make` writes into the folder and answers their paths from there."""
        key = fingerprint(inputs)
        known = self.memory.get(name)
        if known and known["key"] == key and all((self.output / path).is_file() for path in known["files"]):
            self.made[name] = known
            return
        print(f"build-web: {name}", flush=True)
        files = sorted(str(path) for path in make())
        self.made[name] = {"key": key, "files": files}
        self.changed = True
        # What is done stays done when a later step fails; what lists all files is then made by the next build.
        self.memory_file.write_text(json.dumps({**self.memory, **self.made, "unfinished": {"key": "", "files": []}}))

    def finish(self):
        """Removes what no step made this time, and writes down what is there."""
        keep = {path for step in self.made.values() for path in step["files"]}
        stale = {path for step in self.memory.values() for path in step["files"]} - keep
        for path in stale:
            (self.output / path).unlink(missing_ok=True)
        self.changed = self.changed or bool(stale) or self.memory.keys() != self.made.keys()
        return sorted(keep)

    def remember(self):
        """Written last, so that a build that was cut off counts as not done."""
        self.memory_file.write_text(json.dumps(self.made, indent=1))


def fingerprint(inputs: list[Path]) -> str:
    """Changes when a file comes, goes or is written again."""
    state = hashlib.sha256()
    for path in sorted(inputs):
        facts = path.stat()
        state.update(f"{path}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return state.hexdigest()
