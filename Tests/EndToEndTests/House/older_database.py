"""Makes of a hub's database the one that an older program would have: its schema, and all rows that fit into it.

usage: older_database.py DATABASE FOLDER_OF_MIGRATIONS LAST_STEP
"""

import pathlib
import sqlite3
import sys

path, folder, last = sys.argv[1:]
old = sqlite3.connect(path + ".old", isolation_level=None)
old.execute("PRAGMA foreign_keys = OFF")
old.execute("ATTACH ? AS new", (path,))
[(table,)] = old.execute("SELECT sql FROM new.sqlite_master WHERE name = 'migration'")
old.execute(table)
for step in sorted(pathlib.Path(folder).glob("*.sql")):
    if step.stem <= last:
        old.executescript(step.read_text())
triggers = old.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'").fetchall()
for name, _ in triggers:
    old.execute(f"DROP TRIGGER {name}")
old.execute("BEGIN")
tables = old.execute("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall()
for (name,) in tables:
    before, after = ({row[1] for row in old.execute(f"PRAGMA {place}.table_info({name})")} for place in ("main", "new"))
    common = ", ".join(sorted(before & after))
    old.execute(f"DELETE FROM main.{name}")
    if common:
        old.execute(f"INSERT INTO main.{name} ({common}) SELECT {common} FROM new.{name}")
old.execute("DELETE FROM migration WHERE name > ?", (last,))
old.execute("COMMIT")
for _, sql in triggers:
    old.execute(sql)
old.execute("DETACH new")
old.execute("PRAGMA journal_mode = WAL")
old.close()
for end in ("-wal", "-shm"):
    pathlib.Path(path + end).unlink(missing_ok=True)
pathlib.Path(path + ".old").replace(path)
