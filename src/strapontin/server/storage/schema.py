"""The tables of the database; Alembic's migrations lead here."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(80)),
    Column("language", String(2)),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("absence", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("programs", Boolean, nullable=False, server_default=false()),
    Column("owner", String(32), nullable=False),
    Column("address", String(64), nullable=False),  # a keyed hash, for the cap on tables per address
    Column("seed", LargeBinary(32), nullable=False),
    Column("state", String(12), nullable=False),
    Column("chat_open", Boolean, nullable=False),
    Column("waits", Integer, nullable=False),  # the seats waited for, as a bit mask
    Column("due", BigInteger),  # when some process should look after the table
    Column("deadlines", Text),  # when the time of each seat runs out, as a JSON list; null: nobody's does
    Column("result", Text),
    Column("rematch", String(16)),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("finished_at", BigInteger),
    Column("touched_at", BigInteger, nullable=False),  # of what everybody may know: hidden choices leave no trace
    Column("set_aside", BigInteger),  # since when whoever runs the server keeps it closed
    Column("rules", Integer),  # by which version of its rules it is played; null: not started, or 1
    Column("line", String(10)),  # of a counted try: the day whose line it is
    Column("simulations", Integer),  # how many its bots think a move; null: by the clock
    Index("ix_tables_due", "due"),
    Index("ix_tables_listing", "state", "listed", "created_at"),
    Index("ix_tables_owner", "owner", "state"),
    Index("ix_tables_address", "address", "state"),
    Index("ix_tables_touched", "state", "touched_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("guest", String(32)),
    Column("token", String(64)),  # SHA-256 of the token
    Column("name", String(80)),
    Column("level", String(20)),
    Column("away", Boolean, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("bot", String(80)),  # what kind of bot a program on this seat is
    Column("nonce", String(32)),  # what the seat gives to the draws, in hex; a started game keeps it in its journal
    Index("ix_seats_guest", "guest"),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("move", Text),  # of a start, what it begins with, as JSON
    Column("draws", Text),  # the outcomes of chance that followed, as a JSON list
    Column("key", String(64)),  # what makes a client's request happen once
    Column("eyes", Integer, nullable=False),  # who may know that it happened, as a bit mask
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "key", name="uq_journal_key"),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32)),
    Column("seat", Integer),
    Column("name", String(80), nullable=False),
    Column("text", Text),
    Column("phrase", String(20)),
    Column("key", String(80)),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "key", name="uq_chat_key"),
    Index("ix_chat_guest", "guest"),
)

bookmarks = Table(
    "bookmarks",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, nullable=False),  # the row after which the table stood so
    Column("data", LargeBinary, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("who", String(64), primary_key=True),  # the id of a guest, or a network
    Column("at", BigInteger, nullable=False),
)

daily_lines = Table(
    "daily_lines",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("simulations", Integer, nullable=False),  # how many the bots of the house think a move
    Index("ix_daily_lines_game", "game", "day"),
)

daily_tries = Table(
    "daily_tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(16), nullable=False),  # the table itself may be removed in its time
    Column("outcome", String(12), nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("finished_at", BigInteger),
    Column("score", Integer),
    Index("ix_daily_tries_table", "table_id", unique=True),
    Index("ix_daily_tries_guest", "guest", "game", "day"),
)

daily_board = Table(
    "daily_board",
    metadata,
    Column("period", String(10), primary_key=True),  # a day, a week or a month
    Column("game", String(40), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("score", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Column("merit", BigInteger, nullable=False),  # by which it is ordered: score, then margin, then time
    Index("ix_daily_board_merit", "period", "game", "merit", "guest"),
    Index("ix_daily_board_guest", "guest"),
)

daily_counts = Table(
    "daily_counts",
    metadata,
    Column("period", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("score", Integer, primary_key=True, autoincrement=False),
    Column("results", Integer, nullable=False),  # how many on the board have this score
)

daily_marks = Table(
    "daily_marks",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("level", String(20), primary_key=True),
    Column("score", Integer),  # null: somebody works on it since then
    Column("at", BigInteger, nullable=False),
)

journeys = Table(
    "journeys",
    metadata,
    Column("table_id", String(16), primary_key=True),  # the table itself may be removed in its time
    Column("game", String(40), nullable=False),
    Column("map", String(40)),  # the option of that name, if it is a name
    Column("line", String(10)),  # of a counted try: the day whose line it is
    Column("players", Integer, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),  # nothing is left to be learned from it about anybody's rating
    Index("ix_journeys_rated", "rated", "finished_at"),
)

travellers = Table(
    "travellers",
    metadata,
    Column("table_id", String(16), ForeignKey("journeys.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32)),  # null: a bot, or somebody who was forgotten
    Column("game", String(40), nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("name", String(80)),
    Column("level", String(20)),  # of a bot of the house
    Column("bot", String(80)),  # what kind of bot a program was
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("given_up", Boolean, nullable=False),
    Column("accuracy", Integer),  # as a review of it found, in tenths of a per cent
    Column("nth", Integer),  # the how-manieth rated game of this guest it was: nobody can be rated twice at once
    Column("mu", Double),  # the rating after it
    Column("sigma", Double),
    UniqueConstraint("guest", "game", "nth", name="uq_travellers_rating"),
    Index("ix_travellers_guest", "guest", "finished_at", "table_id"),
)

passes = Table(
    "passes",
    metadata,
    Column("guest", String(32), primary_key=True),  # one at a time
    Column("digest", String(64), nullable=False),  # SHA-256 of what the link says
    Column("expires_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    Index("ix_passes_digest", "digest", unique=True),
    Index("ix_passes_expires_at", "expires_at"),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),  # of its endpoint a hash
    Column("guest", String(32), nullable=False),
    Column("endpoint", Text, nullable=False),  # where its push service listens
    Column("key", String(100), nullable=False),  # for whom messages are sealed
    Column("auth", String(32), nullable=False),
    Column("language", String(2), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer),  # minutes of its day; null: it is never quiet
    Column("quiet_until", Integer),
    Column("origin", String(255), nullable=False),  # of the page it subscribed at
    Column("created_at", BigInteger, nullable=False),
    Index("ix_devices_guest", "guest"),
)

nudges = Table(
    "nudges",
    metadata,
    Column("device", String(32), ForeignKey("devices.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # turn, reminder
    Column("seat", Integer, nullable=False),
    Column("turn", BigInteger, nullable=False),  # since when the seat is waited for
    Column("at", BigInteger),  # when it is to be told; null: it was, or some process is about to
    Column("attempts", Integer, nullable=False, server_default="0"),  # after which nobody had answered
    Index("ix_nudges_at", "at"),
    Index("ix_nudges_table_id", "table_id"),
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), nullable=False),  # who named it
    Column("url", Text, nullable=False),
    Column("secret", String(64), nullable=False),  # of its signatures
    Column("language", String(2), nullable=False),
    Column("origin", String(255), nullable=False),  # of the links it is told
    Column("told", Integer, nullable=False),  # the last row of the journal that was looked at for it
    Column("said", String(255), nullable=False),  # whose turn it was told last
    Column("failures", Integer, nullable=False),  # events in a row that could not be told
    Column("error", String(80)),
    Column("tried_at", BigInteger),
    Index("ix_webhooks_guest", "guest"),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(16), ForeignKey("webhooks.table_id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),  # the row of the journal it is about
    Column("event", String(8), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # when it is tried next
    UniqueConstraint("table_id", "n", "event", name="uq_deliveries_event"),
    Index("ix_deliveries_at", "at"),
)
