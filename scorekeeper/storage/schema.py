"""The tables of the database, in SQL for SQLite, and the same for PostgreSQL.

Each tuple is one migration, which never changes afterwards. A new field or table is a new tuple, for both engines.
"""

ALL_BUT_GROUPS = (
    """CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, rules_version INTEGER NOT NULL,
        code TEXT NOT NULL UNIQUE, open_until INTEGER NOT NULL, opened INTEGER NOT NULL,
        outcome TEXT, outcome_of INTEGER, newest TEXT NOT NULL DEFAULT '', deleted INTEGER
    ) STRICT""",
    """CREATE TABLE lines (
        table_id TEXT NOT NULL REFERENCES tables(id), seq INTEGER NOT NULL, op TEXT NOT NULL, at INTEGER NOT NULL,
        browser TEXT NOT NULL, seat INTEGER, act TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (table_id, seq), UNIQUE (table_id, op)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE links (
        link TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id), role TEXT NOT NULL, ended INTEGER
    ) STRICT""",
    "CREATE INDEX links_of ON links (table_id, role)",
    """CREATE TABLE members (
        table_id TEXT NOT NULL REFERENCES tables(id), browser TEXT NOT NULL, role TEXT NOT NULL,
        since INTEGER NOT NULL, seat INTEGER, ended INTEGER,
        list TEXT NOT NULL DEFAULT 'running', at INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (table_id, browser)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX members_of ON members (browser)",
    "CREATE INDEX lists_of ON members (browser, list, at) WHERE ended IS NULL",
    "CREATE UNIQUE INDEX one_phone_a_seat ON members (table_id, seat) WHERE seat IS NOT NULL AND ended IS NULL",
    """CREATE TABLE names (
        browser TEXT NOT NULL, name TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (browser, name)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE group_tables (
        table_id TEXT NOT NULL REFERENCES tables(id), group_id TEXT NOT NULL REFERENCES tables(id),
        PRIMARY KEY (table_id, group_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tables_of_a_group ON group_tables (group_id)",
    """CREATE TABLE results (
        table_id TEXT PRIMARY KEY REFERENCES tables(id), hash TEXT NOT NULL, results TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "CREATE TABLE pads (slug TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """CREATE TABLE kept_pads (
        keeper TEXT NOT NULL, slug TEXT NOT NULL REFERENCES pads(slug), at INTEGER NOT NULL,
        newer TEXT NOT NULL DEFAULT '', PRIMARY KEY (keeper, slug)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE drafts (
        browser TEXT NOT NULL, mark TEXT NOT NULL, at INTEGER NOT NULL, place INTEGER NOT NULL,
        state TEXT NOT NULL, draft TEXT NOT NULL, PRIMARY KEY (browser, mark)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX drafts_by_time ON drafts (at)",
)

GROUPS_AS_ROWS = (
    "ALTER TABLE tables ADD COLUMN letters TEXT",
    "ALTER TABLE tables ADD COLUMN letters_until INTEGER NOT NULL DEFAULT 0",
    "CREATE UNIQUE INDEX letters_of ON tables (letters)",
    """CREATE TABLE groups (
        id TEXT PRIMARY KEY REFERENCES tables(id), name TEXT NOT NULL, rated INTEGER NOT NULL,
        changes INTEGER NOT NULL, changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE persons (
        group_id TEXT NOT NULL REFERENCES tables(id), id TEXT NOT NULL, place INTEGER NOT NULL,
        name TEXT NOT NULL, merged_into TEXT, sign INTEGER, removed INTEGER, PRIMARY KEY (group_id, id)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE seasons (
        group_id TEXT NOT NULL REFERENCES tables(id), place INTEGER NOT NULL, name TEXT NOT NULL,
        start INTEGER NOT NULL, PRIMARY KEY (group_id, place)
    ) STRICT, WITHOUT ROWID""",
    "ALTER TABLE group_tables ADD COLUMN place INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE group_tables ADD COLUMN added INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE group_tables ADD COLUMN added_by TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE group_tables ADD COLUMN persons TEXT NOT NULL DEFAULT '[]'",
    # Unfinished pads were stored in another form.
    "DELETE FROM drafts",
)


def write_for_postgres(statement: str) -> str:
    """Return a statement as PostgreSQL takes it: larger integers, and no words that only SQLite knows.

    Lines have no foreign key there, which took a tenth of the time of each. A writer has read the row of its table.
    """
    for word, instead in ((" INTEGER", " BIGINT"), (" STRICT", ""), (", WITHOUT ROWID", "")):
        statement = statement.replace(word, instead)
    return statement.replace(" REFERENCES tables(id)", "") if statement.startswith("CREATE TABLE lines") else statement
