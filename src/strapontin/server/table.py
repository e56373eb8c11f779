"""A table in memory: its seats, and its match as the journal tells it.

Nothing is decided here for good. A proposal says what a request would lead to; once its row is in the database
the table moves on, here and in every other process that reads the row.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

import msgspec

from strapontin.core.errors import CannotUndo, IllegalMove, NotToAct
from strapontin.core.game import Note
from strapontin.core.match import Match, Standing
from strapontin.core.record import Player
from strapontin.core.telling import tellers
from strapontin.server.clock import Clocks
from strapontin.server.real_cards import RealCards
from strapontin.server.step_visibility import Eye, Step, reveals, steps_seen, witnesses
from strapontin.server.table_protocol import Absence, Clock, Outcome

__all__ = ["Eye", "Proposal", "Row", "SeatState", "Step", "Table", "Told"]

State = Literal["open", "playing", "over", "abandoned"]
MOST_UNDOS = 10
"""How often a seat may take back in one turn (in a round of metroX)."""

PLAYED = ("move", "tell", "undo")
"""Kinds of rows that change the match after its start."""

MOST_AT_REST = 300
"""Moves of a match that may be put to rest: to take up a longer one again would keep others waiting."""

KEPT_ROWS = 16
"""So many rows that everybody could see stay in memory at least; whoever missed more is told all anew."""

SPECTATORS = 1 << 16
"""The bit of the spectators among the eyes of a row; bit s is seat s."""


def bit(eye: Eye) -> int:
    """The bit of an eye."""
    return SPECTATORS if eye is None else 1 << eye


@dataclass(slots=True)
class SeatState:
    """Who sits where."""

    kind: Literal["empty", "guest", "bot"] = "empty"
    guest: str | None = None
    token: str | None = None
    """SHA-256 of the token."""
    name: str | None = None
    level: str | None = None
    away: bool = False
    resigned: bool = False
    bot: str | None = None
    """Of a guest that is a program: what kind of bot it is."""
    nonce: str | None = None
    """What it gives to the draws, in hex."""

    @property
    def minded(self) -> bool:
        """Whether a bot plays this seat now."""
        return self.kind == "bot" or self.away or self.resigned


def seat_of(seats: Sequence[SeatState], guest: str | None) -> int | None:
    """Where a guest sits."""
    if guest is None:
        return None
    return next((i for i, seat in enumerate(seats) if seat.kind == "guest" and seat.guest == guest), None)


def awaited(seats: Sequence[SeatState], seat: int) -> bool:
    """Whether somebody waits for a seat: bots have all the time in the world."""
    return any(other.kind == "guest" and not other.minded for i, other in enumerate(seats) if i != seat)


@dataclass(slots=True)
class Row:
    """One row of the journal."""

    n: int
    kind: str
    seat: int | None = None
    move: str | None = None
    """Of a start, what it begins with, as JSON."""
    draws: tuple[str, ...] = ()
    key: str | None = None
    eyes: int = 0
    at: int = 0


class Beginning(msgspec.Struct):
    """What a game begins with, as the row of its start tells it; old rows tell nothing."""

    rules: int = 1
    """The version of the rules it is played by to its end."""
    nonces: list[str] = []
    """What the seats gave to the draws, by seat; nothing if nobody did."""

    @classmethod
    def told_by(cls, row: Row) -> Beginning:
        """What the row of a start says."""
        return msgspec.json.decode(row.move, type=cls) if row.move else cls()


class Kept(msgspec.Struct):
    """The match of a table at rest."""

    begun: Beginning
    standing: Standing


@dataclass(slots=True)
class Told:
    """What a row told whom."""

    notes: list[Note] = field(default_factory=list)
    said: list[msgspec.Raw] | None = None
    """The notes as they are sent, once they were."""
    steps: dict[Eye, list[Step]] = field(default_factory=dict)
    """Only for eyes that saw any."""
    rewind: int = 0
    over: bool = False
    open_round: bool = False
    """A hidden round is still open after it."""
    reveals: bool = False
    """It showed somebody something hidden, so that it cannot be taken back."""


@dataclass(slots=True)
class Proposal:
    """What a row would lead to."""

    row: Row
    match: Match | None
    told: Told
    clocks: Clocks
    state: State
    waits: list[int]
    known: dict[Eye, Any] = field(default_factory=dict)
    """The position as each eye would know it, as far as it was found out."""


@dataclass(slots=True)
class Header:
    """What is settled when a table is set up, and the little that changes outside of the match."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    clock: Clock
    absence: Absence
    listed: bool
    spectators: bool
    owner: str
    seed: bytes
    """Of all draws, 32 bytes; none where people tell them."""
    created_at: int
    programs: bool = False
    chat_open: bool = True
    rematch: str | None = None
    set_aside: bool = False
    """Whoever runs the server keeps it closed."""
    line: str | None = None
    """Of a counted try: the day whose line it is."""
    simulations: int | None = None
    """How many its bots think a move, by dice that follow from the seed; none: by the clock, by dice of their own."""
    started_at: int | None = None
    finished_at: int | None = None
    result: Outcome | None = None
    rules: int | None = None
    """By which version of its rules it is played, since it started."""

    @property
    def told(self) -> bool:
        """Whether people draw real cards and tell what comes: then there is no seed."""
        return not self.seed


class Table(RealCards):
    """One table, as far as this process has read its journal."""

    def __init__(self, header: Header, seats: list[SeatState], state: State = "open") -> None:
        super().__init__()
        self.header = header
        self.eyes = SPECTATORS | (1 << header.players) - 1
        """Everybody."""
        self.seats = seats
        self.state: State = state
        self._match: Match | None = None
        self._kept: bytes | None = None
        """Where the match of a table at rest stands."""
        self.base = 0
        """So many rows at the beginning are not here: a bookmark tells what they led to, or the match itself."""
        self.rows: list[Row] = []
        self.told: list[Told] = []
        self._public = 0
        """How many of these rows everybody could see."""
        self.started_by = 0
        """The row of its start; 0 if a bookmark tells what it led to."""
        self.keys: dict[str, Row] = {}
        self.clocks = Clocks.started(header.clock, header.players)
        self.versions: dict[Eye, int] = dict.fromkeys((*range(header.players), None), 0)
        self._known: dict[Eye, Any] = {}
        self.waits: list[int] = []
        """The seats the table waits for; everybody can see them."""
        self.fixed = 0
        """So many moves at the beginning can no longer be taken back."""
        self.undos: Counter[int] = Counter()
        """How often each seat has taken back in this turn."""
        self.furthest = 0
        """How many moves and draws there were when a turn was last seen to end."""
        self.counts: Counter[tuple[str, int | None]] = Counter()
        """How many rows there are of a kind (None), and of a kind by a seat."""
        self.last_at = 0
        """The instant of the last row."""
        self.seen_at = header.created_at
        """And of the last that everybody could see."""

    @property
    def match(self) -> Match | None:
        """Its match, once it has started; a table at rest takes it up again when it is asked for."""
        if self._match is None and self._kept is not None:
            standing = msgspec.msgpack.decode(zlib.decompress(self._kept), type=Kept)
            given = (self.header.game, self.players(), self.header.options)
            begun, chance = standing.begun, self._chance
            self._match = Match(*given, chance=chance, rules=begun.rules, nonces=begun.nonces)
            self._match.take_up(standing.standing)
            self._match.seed, self._match.commitment = self.header.seed or None, self.commitment
            self._kept = None
        return self._match

    @match.setter
    def match(self, match: Match | None) -> None:
        self._match, self._kept = match, None

    @property
    def _chance(self) -> Literal["told", "manual"]:
        """Where the draws of a match that is read come from: people, or the journal."""
        return "told" if self.header.told else "manual"

    def rest(self) -> bool:
        """Leave rows to the journal, as they are behind a bookmark, and keep where the match stands as bytes.

        Whether that was done for a match: not where it was before, nor where to take it up again would take long.
        """
        self.base += len(self.rows)
        self.rows, self.told, self.keys, self._known, self._public = [], [], {}, {}, 0
        match = self._match
        if match is None or len(match.moves) > MOST_AT_REST:
            return False
        kept = Kept(Beginning(match.game.version, list(match.nonces)), match.kept())
        self._match, self._kept = None, zlib.compress(msgspec.msgpack.encode(kept), 1)
        return True

    def leave_old_rows(self) -> None:
        """Leave rows to the journal of which nobody who is connected needs anything any more, some at a time.

        Only rows that everybody could see count: nobody is to learn of hidden moves by what is still told again.
        """
        if self._public < 2 * KEPT_ROWS:
            return
        first, left = len(self.rows), KEPT_ROWS
        while left:
            first -= 1
            left -= self.rows[first].eyes == self.eyes
        for row in self.rows[:first]:
            self.keys.pop(row.key or "", None)
        del self.rows[:first], self.told[:first]
        self.base += first
        self._public = KEPT_ROWS

    @property
    def length(self) -> int:
        """How many rows its journal has."""
        return self.base + len(self.rows)

    # what a request would lead to

    def notice(self, kind: str, at: int, seat: int | None = None, key: str | None = None) -> Proposal:
        """Something everybody may know, that leaves the match as it is."""
        row = Row(self.length + 1, kind, seat, key=key, eyes=self.eyes, at=self._after(at))
        state: State = "abandoned" if kind == "abandoned" else self.state
        return Proposal(row, self._match, Told(), self.clocks, state, self.waits if state == "playing" else [])

    def start(self, at: int, key: str | None = None) -> Proposal:
        """The opening position, with the draws that lead to the first decision."""
        given = (self.header.game, self.players(), self.header.options)
        if self.header.told:
            match = Match(*given, chance="told")
        else:
            match = Match(*given, self.header.seed, nonces=[seat.nonce or "" for seat in self.seats])
        begun = msgspec.json.encode(Beginning(match.game.version, list(match.nonces))).decode()
        row = Row(self.length + 1, "start", None, begun, key=key, eyes=self.eyes, at=self._after(at))
        row.draws = tuple(text for _, text in match.moves)
        return self._proposal(row, match.at(0), match)

    def move(self, seat: int, text: str, at: int, key: str | None = None) -> Proposal:
        """A move; MoveError says why it cannot be played."""
        before = self.match
        assert before is not None
        after = before.copy()
        after.play(seat, text)
        draws = tuple([text for _, text in after.moves[len(before.moves) + 1 :]])
        return self._proposal(Row(self.length + 1, "move", seat, text, draws, key, at=self._after(at)), before, after)

    def tell(self, seat: int, text: str, at: int, key: str | None = None) -> Proposal:
        """What somebody drew; MoveError says why it cannot have been that, or is not theirs to tell."""
        assert self.match is not None
        question = self.asked()
        if question is None or (question.by is not None and seat not in question.by):
            raise NotToAct(text, seat, set(question.by or ()) if question else self.match.to_act)
        after = self.match.copy()
        try:
            after.play("*", text)
        except IllegalMove:  # what is truly left is not for this seat to know
            raise IllegalMove(text, "*", self.drawable(seat)) from None
        return self._proposal(Row(self.length + 1, "tell", seat, text, key=key, at=self._after(at)), self.match, after)

    def undo(self, seat: int, at: int, key: str | None = None) -> Proposal:
        """A move taken back, or what was told; CannotUndo says why it cannot be."""
        assert self.match is not None
        if self.header.line is not None:
            raise CannotUndo(f"seat {seat} cannot take back: this is a counted try of the day's line")
        if self.match.can_undo(seat) and self._settled:
            raise CannotUndo(f"seat {seat} cannot take back: the move has revealed something hidden")
        after = self.undone(self.match, seat)
        last = "*" if self.match.moves[-1][0] == "*" else seat
        text = next(text for actor, text in reversed(self.match.moves) if actor == last)
        row = Row(self.length + 1, "undo", seat, text, key=key, at=self._after(at))
        return self._proposal(row, self.match, after)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat could take back its last move: its own, its turn, nobody acted, nothing drawn or revealed."""
        match = self.match
        if self.state != "playing" or match is None or self.seats[seat].minded or self.no_more_undos(seat):
            return False
        if match.told and self.untold(match, seat):
            return True
        return match.can_undo(seat) and self.header.line is None and not self._settled

    def no_more_undos(self, seat: int) -> bool:
        """Whether a seat has taken back as often as one may in a turn."""
        return self.undos.get(seat, 0) >= MOST_UNDOS

    def may_hint(self, seat: int) -> bool:
        """Whether a seat may have hints: nobody plays along but house bots, and the game does not count."""
        alone = all(other.kind == "bot" for i, other in enumerate(self.seats) if i != seat)
        return alone and self.header.line is None

    def hints(self, seat: int) -> int:
        """How many hints a seat has had."""
        return self.counts["hint", seat]

    @property
    def _settled(self) -> bool:
        """Whether the last move has revealed something."""
        match = self.match
        return match is not None and not match.game.simultaneous and len(match.moves) <= self.fixed

    def again(self, row: Row) -> Proposal:
        """What a row of the journal led to, its draws as they are written there."""
        if row.kind == "start":
            begun = Beginning.told_by(row)
            given = (self.header.game, self.players(), self.header.options)
            match = Match(*given, chance=self._chance, rules=begun.rules, nonces=begun.nonces)
            before: Match = match.copy()
        elif row.kind in PLAYED:
            assert self.match is not None
            before, match = self.match, self.match.copy()
        else:
            state: State = "abandoned" if row.kind == "abandoned" else self.state
            return Proposal(row, self._match, Told(), self.clocks, state, self.waits if state == "playing" else [])
        match.seed = None
        if row.kind == "undo":
            match = self.undone(match, int(row.seat or 0))
        else:
            if row.kind != "start":
                match.play("*" if row.kind == "tell" else int(row.seat or 0), str(row.move))
            for text in row.draws:
                match.play("*", text)
        match.seed, match.commitment = self.header.seed or None, self.commitment
        return self._proposal(row, before, match)

    # moving on

    def commit(self, proposal: Proposal) -> None:
        """The proposal's row is in the journal: move on."""
        row = proposal.row
        self.rows.append(row)
        self.told.append(proposal.told)
        self.last_at = row.at
        if public := row.eyes == self.eyes:
            self.seen_at = row.at
            self._public += 1
        self.counts[row.kind, None] += 1
        self.counts[row.kind, row.seat] += row.seat is not None
        if row.key:
            self.keys[row.key] = row
        self.clocks, self.state, self.waits = proposal.clocks, proposal.state, proposal.waits
        self._count_undos(proposal)
        self.count_tellers(row.kind, row.seat)
        if proposal.match is not self._match and proposal.match is not None:
            self.match, self._known = proposal.match, proposal.known
        if proposal.told.reveals and proposal.match is not None:
            self.fixed = len(proposal.match.moves)
        if row.kind == "start":
            self.started_by = row.n
            self.header.started_at = row.at
            self.header.rules = Beginning.told_by(row).rules
        if self.state in ("over", "abandoned") and self.header.finished_at is None:
            self.header.finished_at = row.at
            if self.state == "over" and self.match:
                self.header.result = Outcome(scores=self.match.scores, winners=self.match.winners)
        for eye in self.versions:
            if public or row.eyes & bit(eye):
                self.versions[eye] += 1

    def _count_undos(self, proposal: Proposal) -> None:
        row = proposal.row
        if row.kind == "undo" and row.seat is not None:
            self.undos[row.seat] += 1
        elif row.kind == "move" and not (proposal.told.open_round or (proposal.waits == [row.seat] and not row.draws)):
            reached = 0 if proposal.match is None else len(proposal.match.moves)
            if reached > self.furthest:  # with real cards one can go back behind it until what comes next is told
                self.undos.clear()  # the round is closed, or the turn over
                self.furthest = reached

    def twin(self) -> Table:
        """The same table to read on in; what is committed there is not committed here until this one becomes it."""
        other = copy(self)
        other.header = replace(self.header)
        for name in ("seats", "rows", "told", "keys", "versions", "_known", "undos", "counts", "tellers", "_asked"):
            setattr(other, name, copy(getattr(self, name)))
        return other

    def become(self, other: Table) -> None:
        """Be where a twin has got to."""
        self.__dict__.update(other.__dict__)

    @property
    def commitment(self) -> str | None:
        """SHA-256 of the seed, if there is one."""
        from strapontin.core import draws

        return None if self.header.told else draws.commitment(self.header.seed)

    def seen_since(self, eye: Eye, version: int, most: int) -> list[int] | None:
        """The places in `rows` of what an eye has seen after a version; None if that is too much, or no such one."""
        missing = self.versions[eye] - version
        if not 0 <= missing <= most:
            return None
        found: list[int] = []
        i = len(self.rows)
        while len(found) < missing:
            if not i:  # they lie before the bookmark
                return None
            i -= 1
            if self.rows[i].eyes & bit(eye):
                found.append(i)
        return found[::-1]

    def known(self, eye: Eye) -> Any:
        """The position of the match as an eye knows it, to be read only: equal knowledge, equal bytes."""
        known = self._known.get(eye)
        if known is None:
            assert self.match is not None
            known = self._known[eye] = self.match.concealed(eye)
        return known

    def _proposal(self, row: Row, before: Match, after: Match) -> Proposal:
        to_act = after.acting
        told = Told(over=not to_act)
        closed = told.over or "*" in to_act  # with real cards a round ends where the next card is to be told
        if row.kind == "undo":
            told.rewind = 1
            told.open_round = after.game.simultaneous and before.moves[-1][0] != "*"
        else:
            eyes = list(self.versions)
            told.notes = after.log("*", len(before.moves))
            told.open_round = after.game.simultaneous and row.kind == "move" and not row.draws and not closed
            told.steps = steps_seen(before, after, eyes, closed)
            if row.kind == "move" and row.seat is not None and not told.open_round and after.can_undo(row.seat):
                told.reveals = reveals(before, after, row.seat, eyes, f"{self.header.id}/{row.n}")
        known: dict[Eye, Any] = {}
        if row.kind != "start" and not row.eyes:
            row.eyes = self._noticed(row.seat, told.notes, after, known)
        acting = [] if closed else sorted(cast(frozenset[int], to_act))
        if after.told and closed and not told.over:
            acting = sorted(tellers(after) or ())
        undone = row.seat if row.kind == "undo" else None
        clocks = self.clocks.tick(row.at, acting, undone)
        return Proposal(row, after, told, clocks, "over" if told.over else "playing", acting, known)

    def _noticed(self, seat: int | None, notes: list[Note], after: Match, known: dict[Eye, Any]) -> int:
        """Who may notice what a seat did, as bits."""
        addressed = {seat}
        for note in notes:
            if note.seats is None:
                return self.eyes
            addressed.update(note.seats)
        return sum([bit(eye) for eye in witnesses(after, self.known, self.versions, addressed, known)])

    def _after(self, at: int) -> int:
        """Instants of a journal never go back, whatever the clocks of several machines say."""
        return max(at, self.last_at)

    def players(self) -> list[Player]:
        """Names as they were at the start; a record is about players, not about guests."""
        return [
            Player(
                name=seat.name or f"{seat.level or 'seat'} {i + 1}", bot=seat.level if seat.kind == "bot" else seat.bot
            )
            for i, seat in enumerate(self.seats)
        ]
