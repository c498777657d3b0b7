"""Prints, for each table of an SQLite database, how many rows it has and a hash of all of them.

usage: database_digest.py DATABASE
"""

import hashlib
import sqlite3
import sys

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
for (table,) in tables:
    if table.startswith("sqlite_stat"):
        continue
    columns = sorted(row[1] for row in database.execute(f'PRAGMA table_info("{table}")'))
    names = ", ".join(f'"{column}"' for column in columns)
    rows = sorted(repr(row) for row in database.execute(f'SELECT {names} FROM "{table}"'))
    print(table, len(rows), hashlib.sha256("\n".join(rows).encode()).hexdigest())
