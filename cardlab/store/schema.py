"""The tables of the database, the number of their version, and the steps from one to the next.

Knows tables and columns; knows no file, no server and no sentence. A step is a function that makes
version n out of version n - 1. All steps that are missing run in one transaction, in whichever
process opens the database first. A list of functions does that: alembic would add a folder of
scripts, a configuration and a command that somebody has to run, and would be useful only where
several people change tables side by side.

To change a table, change it here, add one to `VERSION`, and add a step that brings an older
database to the same tables; `tests/store/test_schema.py` compares the two.

| version | tables |
|---|---|
| 1 | matches, moves; learners, learners_events, learners_walks; houses; no number in the database |
| 2 | also holders and settings, and schema_version, which holds the number |
| 3 | the same; events may tell of deals and contracts, which older versions cannot read |
| 4 | also classes, members, class_tables, table_log, votes and ballots |
| 5 | also assignments and refusals |
| 6 | the same; a class says whether its tables are watched |
| 7 | the same; a match says who holds it |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sqlalchemy as sa

__all__ = [
    "FIRST",
    "STEPS",
    "VERSION",
    "ForeignTables",
    "assignments",
    "ballots",
    "build",
    "class_tables",
    "classes",
    "events",
    "holders",
    "houses",
    "learners",
    "matches",
    "members",
    "metadata",
    "moves",
    "refusals",
    "settings",
    "table_log",
    "upgrade",
    "version_of",
    "votes",
    "walks",
]

VERSION = 7
"""The version of the tables below."""

KEY = 600
"""Characters of a learner's key: a folded nickname, or an id that the server made."""

metadata = sa.MetaData()

schema_version = sa.Table(
    "schema_version", metadata, sa.Column("version", sa.Integer, nullable=False)
)

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
    # Counts the take-backs: a page that has not seen the last one may not write on.
    sa.Column("revision", sa.Integer, nullable=False, default=0),
    # The entry at which a finished deal waits for its player, or nothing.
    sa.Column("held", sa.Integer, nullable=True),
    # A what-if is a match of its own that knows where it left its parent.
    sa.Column("parent", sa.String(40), nullable=True),
    sa.Column("parent_ply", sa.Integer, nullable=True),
    # The key of the learner who plays it; nothing where whoever moves first may take it.
    sa.Column("holder", sa.String(KEY), nullable=True, index=True),
)
moves = sa.Table(
    "moves",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("text", sa.Text, nullable=False),
)

learners = sa.Table(
    "learners",
    metadata,
    sa.Column("key", sa.String(KEY), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
)
events = sa.Table(
    "learners_events",
    metadata,
    sa.Column("learner", sa.String(KEY), primary_key=True),
    sa.Column("id", sa.String(400), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
walks = sa.Table(
    "learners_walks",
    metadata,
    sa.Column("learner", sa.String(KEY), primary_key=True),
    sa.Column("lesson", sa.String(100), primary_key=True),
    sa.Column("step", sa.String(100), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)

houses = sa.Table(
    "houses",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("learner", sa.String(KEY), nullable=False, index=True),
    sa.Column("base", sa.String(60), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    # Two names that differ in capitals only are one.
    sa.Column("key", sa.String(320), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    sa.UniqueConstraint("learner", "base", "key"),
)

# Who holds a nickname: whoever knows its recovery code, of which only a hash is kept.
holders = sa.Table(
    "holders",
    metadata,
    sa.Column("learner", sa.String(KEY), primary_key=True),
    # Stands in every cookie of the holder; a new stamp ends them all.
    sa.Column("stamp", sa.String(40), nullable=False),
    sa.Column("salt", sa.String(40), nullable=False),
    sa.Column("code_hash", sa.String(128), nullable=False),
    # Wrong codes since `wrong_since`.
    sa.Column("wrong", sa.Integer, nullable=False, default=0),
    sa.Column("wrong_since", sa.Float, nullable=False, default=0.0),
)
settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

classes = sa.Table(
    "classes",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("code", sa.String(12), nullable=False, unique=True),
    sa.Column("title", sa.String(80), nullable=False),
    # Whether somebody new may join with the code: 1 or 0.
    sa.Column("door", sa.Integer, nullable=False, default=1),
    sa.Column("created", sa.Float, nullable=False),
    # Whether those without a seat see what all seats of a table see: 1 or 0.
    sa.Column("watching", sa.Integer, nullable=False, server_default="1"),
)
members = sa.Table(
    "members",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("class_id", sa.String(40), nullable=False, index=True),
    sa.Column("nickname", sa.String(60), nullable=False),
    # Two nicknames that differ in capitals only are one.
    sa.Column("key", sa.String(320), nullable=False),
    sa.Column("role", sa.String(12), nullable=False),
    # The learner whose progress is the member's: a browser's, a nickname's or an account's.
    sa.Column("learner", sa.String(KEY), nullable=False, default=""),
    # As in `holders`: what stands in cookies, and the login code, of which only a hash is kept.
    sa.Column("stamp", sa.String(40), nullable=False),
    sa.Column("salt", sa.String(40), nullable=False),
    sa.Column("code_hash", sa.String(128), nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False, default=0),
    sa.Column("wrong_since", sa.Float, nullable=False, default=0.0),
    sa.Column("created", sa.Float, nullable=False),
    sa.UniqueConstraint("class_id", "key"),
)
class_tables = sa.Table(
    "class_tables",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("class_id", sa.String(40), nullable=False, index=True),
    sa.Column("number", sa.Integer, nullable=False),
    # The head of a match's record: game, options, seed. It never leaves the server.
    sa.Column("head", sa.Text, nullable=False),
    # How many entries the log has: whoever appends says how many they have seen.
    sa.Column("length", sa.Integer, nullable=False, default=0),
    sa.Column("created", sa.Float, nullable=False),
    sa.UniqueConstraint("class_id", "number"),
)
# What happened at a table, in order. Entries are added and never changed.
table_log = sa.Table(
    "table_log",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("member", sa.String(40), nullable=True),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
votes = sa.Table(
    "votes",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("class_id", sa.String(40), nullable=False, index=True),
    # A record cut at the position, and the seat whose card it is.
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("state", sa.String(12), nullable=False),
    sa.Column("asked", sa.Float, nullable=False),
)
ballots = sa.Table(
    "ballots",
    metadata,
    sa.Column("vote_id", sa.String(40), primary_key=True),
    sa.Column("member", sa.String(40), primary_key=True),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
assignments = sa.Table(
    "assignments",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("class_id", sa.String(40), nullable=False, index=True),
    sa.Column("title", sa.String(80), nullable=False),
    # A list of kinds and addresses; what is done is counted from events, and stands nowhere.
    sa.Column("items", sa.Text, nullable=False),
    # The members whom it is for, as a list; an empty list means everybody.
    sa.Column("members", sa.Text, nullable=False),
    # The last day, as 2026-05-16, or nothing.
    sa.Column("due", sa.String(10), nullable=False, default=""),
    sa.Column("created", sa.Float, nullable=False),
)
# Cards that a rule refused at a shared table. They are no entries of its log: its length is seen
# at all seats, and nobody is to learn that another was refused a card.
refusals = sa.Table(
    "refusals",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("member", sa.String(40), primary_key=True),
    # The same card at the same moment is refused once, however often it is tapped.
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("move", sa.String(200), primary_key=True),
    sa.Column("class_id", sa.String(40), nullable=False, index=True),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("rule", sa.String(100), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

FIRST: Mapping[str, frozenset[str]] = {
    "matches": frozenset(
        ["id", "game", "head", "created", "touched", "revision", "held", "parent", "parent_ply"]
    ),
    "moves": frozenset(["match_id", "ply", "seat", "text"]),
    "learners": frozenset(["key", "name", "created", "touched"]),
    "learners_events": frozenset(["learner", "id", "at", "data"]),
    "learners_walks": frozenset(["learner", "lesson", "step", "at", "data"]),
    "houses": frozenset(["id", "learner", "base", "name", "key", "text", "touched"]),
}
"""The tables of version 1 and their columns. Each part of the store made its own when it was first
used, so that a database of that version has some of them."""


class ForeignTables(Exception):
    """The database has tables, but not those of cardlab."""


def version_of(connection: sa.Connection) -> int | None:
    """Return the version of the tables in a database, None where there are none yet.

    Raises ForeignTables where there are only tables of other programs, or where a table has the
    name of one of ours and lacks its columns.
    """
    inspector = sa.inspect(connection)
    # first what every opened page asks; all names are wanted of a strange or an old database only
    if inspector.has_table(schema_version.name):
        # in the words of the driver, since composing the statement takes longer than the answer
        asked = f"SELECT max(version) FROM {schema_version.name}"
        version = connection.exec_driver_sql(asked).scalar()
        if version is None:
            raise ForeignTables
        return int(version)
    names = set(inspector.get_table_names())
    ours = names & set(FIRST)
    for name in ours:
        if not FIRST[name] <= {column["name"] for column in inspector.get_columns(name)}:
            raise ForeignTables
    if ours:
        return 1
    if names and connection.dialect.name == "sqlite":
        # A file is for one program; a database on a server may hold the tables of several.
        raise ForeignTables
    return None


def build(connection: sa.Connection) -> None:
    """Make all tables in a database that has none."""
    metadata.create_all(connection)
    connection.execute(schema_version.insert().values(version=VERSION))


def upgrade(connection: sa.Connection, version: int) -> None:
    """Bring a database of an older version up to date, within the transaction of the connection."""
    for number in range(version + 1, VERSION + 1):
        STEPS[number](connection)
    connection.execute(schema_version.delete())
    connection.execute(schema_version.insert().values(version=VERSION))


def _second(connection: sa.Connection) -> None:
    """Add holders, settings and the number; and those tables of version 1 that nobody had used."""
    metadata.create_all(connection)


def _third(connection: sa.Connection) -> None:
    """Leave everything as it is: the number keeps an older cardlab from what it cannot read."""


def _fourth(connection: sa.Connection) -> None:
    """Add what classes, their tables and their votes need."""
    metadata.create_all(connection)


def _fifth(connection: sa.Connection) -> None:
    """Add what a class has to do at home, and which cards were refused at its tables."""
    metadata.create_all(connection)


def _sixth(connection: sa.Connection) -> None:
    """Add whether the tables of a class are watched: they are, unless its teacher says no. Where an
    earlier step has just made the classes, they have it."""
    columns = sa.inspect(connection).get_columns("classes")
    if "watching" not in {column["name"] for column in columns}:
        connection.execute(
            sa.text("ALTER TABLE classes ADD COLUMN watching INTEGER DEFAULT 1 NOT NULL")
        )


def _seventh(connection: sa.Connection) -> None:
    """Add who holds a match. Those that are there are nobody's until somebody plays on in them."""
    columns = sa.inspect(connection).get_columns("matches")
    if "holder" not in {column["name"] for column in columns}:
        connection.execute(sa.text(f"ALTER TABLE matches ADD COLUMN holder VARCHAR({KEY})"))
        for index in matches.indexes:
            index.create(connection, checkfirst=True)


STEPS: Mapping[int, Callable[[sa.Connection], None]] = {
    2: _second,
    3: _third,
    4: _fourth,
    5: _fifth,
    6: _sixth,
    7: _seventh,
}
"""The steps, by the version that they make."""
