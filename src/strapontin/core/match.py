"""A match: game, options, seats, seed and the list of moves; everything else is this list read again."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, get_args

import msgspec

from strapontin.core import draws
from strapontin.core.contract import CHANCE, SPECTATOR
from strapontin.core.errors import (
    BadOptions,
    BadRecord,
    CannotUndo,
    IllegalMove,
    MoveError,
    NotToAct,
    UnreadableMove,
    clip,
    who,
)
from strapontin.core.game import Actions, Game, Note, View, seats_of
from strapontin.core.kernel import copy_of, from_bytes
from strapontin.core.record import FORMAT, Player, Record, Result
from strapontin.core.registry import game as game_of

Seat = int | Literal["*"]
Eyes = int | Literal["*"] | None
"""A point of view: a seat, None for a spectator, "*" for somebody who sees everything."""
Chance = Literal["auto", "manual", "told"]
"""Where draws come from: a seed; whoever plays them, a program or a record; or people with real cards."""


class Standing(msgspec.Struct):
    """Where a match stands: what happened, the position, and those before it that can be gone back to."""

    moves: list[tuple[Seat, str]]
    notes: list[list[dict[str, Any]]]
    state: bytes
    befores: list[bytes]


class Match:
    """One game being played, from its options to its result."""

    def __init__(
        self,
        game: str,
        players: int | Sequence[str | Mapping[str, Any] | Player] = 2,
        options: Mapping[str, Any] | None = None,
        seed: int | str | bytes | None = None,
        chance: Chance = "auto",
        *,
        rules: int | None = None,
        nonces: Sequence[str] = (),
    ) -> None:
        if chance not in get_args(Chance):
            raise BadOptions(f"chance: {clip(chance)}; it must be auto, manual or told")
        self.game: Game = game_of(game) if rules is None else game_of(game).by(rules)
        self.players = _players(players)
        count = len(self.players)
        if count not in self.game.seats:
            raise BadOptions(
                f"players: {count}; {game} is for {self.game.seats.start} to {self.game.seats.stop - 1} players"
            )
        self.setting = self.game.setting(dict(options or {}), count)
        self.seed = draws.seed_bytes(seed) if chance == "auto" else None
        self.told = chance == "told"
        """Whether people draw real cards and say what came; its record says so."""
        self.commitment = None if self.seed is None else draws.commitment(self.seed)
        self.nonces = draws.nonces_of(nonces, count)
        """What the seats gave to the draws, by seat; nothing if nobody did."""
        self._keyed = (b"", b"")
        """A seed, and the key of its draws."""
        self.moves: list[tuple[Seat, str]] = []
        self.state = self.game.opening(self.setting)
        self._draws = 0
        self._notes: list[tuple[Note, ...]] = []
        self._befores: tuple[Any, ...] = ()
        """The states before each of the last moves, as far as one of them could be taken back."""
        self._asked: tuple[Any, frozenset[Seat]] = (None, frozenset())
        """The state that was last asked who may act, and its answer."""
        self._draw()

    def __repr__(self) -> str:
        standing = ", ".join(f"{one.name} {score}" for one, score in zip(self.players, self.scores, strict=True))
        acting = ", ".join(who(seat) for seat in sorted(self.to_act, key=str)) or "nobody: the game is over"
        return f"<Match {self.game.id}: {standing}; moves: {len(self.moves)}, to act: {acting}>"

    # playing

    @property
    def to_act(self) -> set[Seat]:
        """The seats that may act now; {"*"} when chance waits to be told, nobody when the game is over."""
        return set(self._ask())

    @property
    def acting(self) -> frozenset[Seat]:
        """The same, to be read only: of a state that was asked before it is known."""
        return self._asked[1] if self._asked[0] is self.state else self._ask()

    def _ask(self) -> frozenset[Seat]:
        state = self.state
        acting = _acting(self.game.rules.actors(self.setting.board, state), len(self.players))
        self._asked = (state, acting)
        return acting

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return not self.to_act

    def legal(self, seat: Seat) -> list[str]:
        """The legal moves of a seat, in a stable order; for "*", what chance can draw."""
        if seat not in self.to_act:
            return []
        if seat == "*":
            return sorted(self.game.outcomes(self.setting, self.state))
        return list(self.game.moves(self.setting, self.state, seat))

    def play(self, seat: Seat, move: str) -> None:
        """Play one move; one of three errors says why it cannot be."""
        if seat not in self._ask():
            raise NotToAct(move, seat, self.to_act)
        self._step("*" if seat == "*" else int(seat), move, self._checked(seat, move))  # a NumPy int is a seat too
        self._draw()

    def can_undo(self, seat: int) -> bool:
        """Whether a seat could take back its last move now."""
        return self._undoable(seat) is not None

    def undo(self, seat: int) -> str:
        """Take back the last move of a seat and return it, if nobody has acted or learned anything since."""
        ply = self._undoable(seat)
        if ply is None:
            if not self.moves or self.moves[-1][0] != seat:
                raise CannotUndo(f"seat {seat} cannot take back: its move is not the last thing that happened")
            if self.over:
                raise CannotUndo(f"seat {seat} cannot take back: the game is over")
            raise CannotUndo(f"seat {seat} cannot take back: it is somebody else's turn now")
        (_, text), *later = self.moves[ply:]
        self.state, self._befores = self._befores[ply - len(self.moves)], self._befores[: ply - len(self.moves)]
        del self.moves[ply:], self._notes[ply:]
        for other, choice in later:  # hidden choices of the same round do not depend on each other
            self.follow(other, choice)
        return text

    def _undoable(self, seat: int) -> int | None:
        """Which move a seat can take back: its last one, if the turn is still its own or the round still open."""
        last = self.moves[-1][0] if self.moves else "*"
        if last == "*" or not (self.game.simultaneous or last == seat):
            return None
        acting = self.acting
        if not acting or "*" in acting or not (self.game.simultaneous or acting == {seat}):
            return None
        for ply in range(len(self.moves) - 1, -1, -1):
            actor = self.moves[ply][0]
            if actor == seat:
                return ply
            if actor == "*" or not self.game.simultaneous:
                return None
        return None

    def follow(self, seat: Seat, text: str) -> None:
        """Take one step of a record that is known to be right: a move is not checked again, chance does not go on."""
        self._step(seat, text, self.game.read(self.setting, self.state, _number(seat), text))

    def at(self, ply: int) -> Match:
        """The match as it stood after its first `ply` moves; chance does not go on by itself there."""
        if not 0 <= ply <= len(self.moves):
            raise BadRecord(f"at: there is no position {ply}; the record has {len(self.moves)} moves")
        past = self.__class__.__new__(self.__class__)
        past.__dict__.update(self.__dict__)
        past.moves, past._notes, past._draws, past._befores = [], [], 0, ()
        past.state = self.game.opening(self.setting)
        for seat, text in self.moves[:ply]:
            past._step(seat, text, self.game.read(self.setting, past.state, _number(seat), text))
        return past

    def copy(self) -> Match:
        """The same match to try things on; what is played there is not played here."""
        trial = self.__class__.__new__(self.__class__)
        trial.__dict__.update(self.__dict__)
        trial.moves, trial._notes = list(self.moves), list(self._notes)  # a state is never changed in place
        return trial

    def _checked(self, seat: Seat, move: str) -> Actions:
        """The actions of a move, each of them legal in its turn."""
        game, number = self.game, _number(seat)
        if not isinstance(move, str):
            raise UnreadableMove(move, seat, "a move as text, such as match.legal lists them")
        actions = game.read(self.setting, self.state, number, move)
        if (
            not actions
            or not game.finished(self.setting, self.state, number, actions)
            or not self._allowed(number, actions)
        ):
            raise IllegalMove(move, seat, self.legal(seat))
        return actions

    def _allowed(self, seat: int, actions: Actions) -> bool:
        if seat == CHANCE:
            return actions in {(action,) for action, _ in self.game.outcomes(self.setting, self.state).values()}
        if len(actions) == 1:
            return actions[0] in self.game.actions(self.setting, self.state, seat)
        state = copy_of(self.state)
        for i, action in enumerate(actions):
            if i:
                self.game.rules.apply(self.setting.board, state, seat, actions[i - 1])
            if action not in self.game.actions(self.setting, state, seat):
                return False
        return True

    def _step(self, seat: Seat, text: str, actions: Actions) -> None:
        game, setting, number = self.game, self.setting, _number(seat)
        before, after = self.state, copy_of(self.state)  # a state is never changed in place
        for action in actions:
            game.rules.apply(setting.board, after, number, action)
        self.state = after
        if number == CHANCE:
            self._befores, self._draws = (), self._draws + 1
        elif game.simultaneous or (self.moves and self.moves[-1][0] == seat):
            self._befores = (*self._befores, before)
        else:
            self._befores = (before,)
        self.moves.append((seat, text))
        self._notes.append(tuple(game.story(setting, before, number, actions, after)))

    def _draw(self) -> None:
        """Let chance play as long as it is to act and the seed is known."""
        if self.seed is None or "*" not in self.acting:
            return
        key = self._key()
        while "*" in self.acting:
            outcomes = self.game.outcomes(self.setting, self.state)
            text = draws.pick(key, self._draws, {text: weight for text, (_, weight) in outcomes.items()})
            self._step("*", text, (outcomes[text][0],))

    def _key(self) -> bytes:
        """What draws are made with, worked out once for a seed."""
        assert self.seed is not None
        if self._keyed[0] is not self.seed:
            self._keyed = (self.seed, draws.key(self.seed, self.nonces))
        return self._keyed[1]

    # looking

    def concealed(self, seat: Eyes) -> Any:
        """A copy of the state with all wiped that these eyes cannot know."""
        state = copy_of(self.state)
        if seat != "*":
            self.game.rules.conceal(self.setting.board, state, SPECTATOR if seat is None else seat)
        return state

    def view(self, seat: Eyes = None) -> dict[str, Any]:
        """What the screen of a seat needs, as JSON; None is a spectator, "*" sees everything."""
        return _plain(self._view(seat))

    def _view(self, seat: Eyes) -> View:
        if isinstance(seat, int) and not 0 <= seat < len(self.players):
            raise BadRecord(f"seat: {seat}; this match has seats 0 to {len(self.players) - 1}")
        return self.game.view(self.setting, self.concealed(seat), seat)

    @property
    def scene(self) -> dict[str, Any]:
        """What a screen draws once for the whole match."""
        return _plain(self.game.scene(self.setting))

    def log(self, seat: Eyes = None, since: int = 0) -> list[Note]:
        """What has happened (since a position), as far as these eyes may know it."""
        return [note for notes in self._notes[since:] for note in notes if _readable(note, seat)]

    def shown(self, actor: Seat, text: str, seat: Eyes) -> str:
        """The notation of a step from this position as these eyes see it; a hidden part is written `?`."""
        if seat == "*":
            return text
        return self.game.witness(self.setting, self.state, _number(actor), text, SPECTATOR if seat is None else seat)

    @property
    def choosing(self) -> bool:
        """Whether a simultaneous round is open: what was chosen in it is still hidden."""
        return self.game.simultaneous and bool(self.acting) and "*" not in self.acting

    def history(self, seat: Eyes = None) -> list[tuple[Seat, str]]:
        """The moves as these eyes saw them; choices of a round still open are left out."""
        seen = list(self.moves) if seat == "*" or self.game.open_steps else self._witnessed(seat)
        if self.game.simultaneous and seat != "*":
            return closed_rounds(seen, seat, open_round=self.choosing)
        return seen

    def _witnessed(self, seat: int | None) -> list[tuple[Seat, str]]:
        """The moves, with what these eyes could not see written `?`."""
        game, setting, number = self.game, self.setting, SPECTATOR if seat is None else seat
        seen: list[tuple[Seat, str]] = []
        state = game.opening(setting)
        for actor, text in self.moves:
            actions = game.read(setting, state, _number(actor), text)
            seen.append((actor, game.witness(setting, state, _number(actor), text, number)))
            for action in actions:
                game.rules.apply(setting.board, state, _number(actor), action)
        return seen

    def svg(self, seat: Eyes = None, move: str | None = None) -> str:
        """The position as a picture, seen by these eyes, with a preview of a move if one is named."""
        return self.game.draw(self.setting, self._view(seat), move, [one.name for one in self.players])

    def sketch(self, seat: Eyes = None) -> str:
        """The position in a few lines of text, if the game has a way to write it so."""
        return self.game.sketch(self.setting, self._view(seat))

    def _repr_svg_(self) -> str:
        return self.svg("*")

    # the result and the record

    @property
    def scores(self) -> list[int]:
        """The score of every seat as things stand."""
        return self.game.standing(self.setting, self.state)[0]

    @property
    def winners(self) -> list[int]:
        """The seats that have won, ascending; nobody before the end."""
        if not self.over:
            return []
        ranks = self.game.standing(self.setting, self.state)[1]
        return [seat for seat, rank in enumerate(ranks) if rank == 1]

    def record(self, reveal: bool = False) -> dict[str, Any]:
        """The record as JSON; its seed stays secret until the game is over, unless revealed on purpose."""
        return _plain(self.as_record(reveal))

    def as_record(self, reveal: bool = False) -> Record:
        """The record as a value."""
        shown = self.seed is not None and (self.over or reveal)
        return Record(
            format=FORMAT,
            game=self.game.id,
            options=self.setting.options,
            players=self.players,
            moves=list(self.moves),
            rules=self.game.version,
            commitment=self.commitment,
            chance="told" if self.told else None,
            nonces=list(self.nonces) or None,
            seed=self.seed.hex() if shown and self.seed else None,
            result=Result(scores=self.scores, winners=self.winners) if self.over else None,
        )

    # a position kept, to be taken up without playing all that led to it

    def kept(self) -> Standing:
        """Where it stands, with all that going on needs."""
        return Standing(
            moves=list(self.moves),
            notes=[[msgspec.to_builtins(note) for note in notes] for notes in self._notes],
            state=self.state.tobytes(),
            befores=[state.tobytes() for state in self._befores],
        )

    def take_up(self, standing: Standing) -> None:
        """Go on from where a match of the same game stood; ValueError if it does not fit."""
        kinds = {key: kind for kind in self.game.notes for key in kind.sentences()}
        size = self.game.state_type.dtype.itemsize
        states = [standing.state, *standing.befores]
        if len(standing.notes) != len(standing.moves) or any(len(state) != size for state in states):
            raise ValueError("a position of another game, or of another version of it")
        self.moves = list(standing.moves)
        self._notes = [tuple([msgspec.convert(note, kinds[note["key"]]) for note in notes]) for notes in standing.notes]
        self.state, *befores = [from_bytes(state, self.game.state_type) for state in states]
        self._befores = tuple(befores)
        self._draws = sum(seat == "*" for seat, _ in self.moves)

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """Play a record again, every move checked; without its seed, chance waits to be told.

        With its seed, a match that is not over goes on drawing where it stopped.
        """
        by, nonces = record.rules or 1, record.nonces or ()
        if record.chance and (record.commitment or record.seed or nonces):
            raise BadRecord("chance: told by people, so there is no commitment, no seed and no nonce")
        chance: Chance = record.chance or "manual"
        match = cls(record.game, record.players, record.options, chance=chance, rules=by, nonces=nonces)
        for ply, (seat, text) in enumerate(record.moves):
            try:
                match.play(seat, text)
            except MoveError as error:
                raise BadRecord(f"moves[{ply}]: {error}") from None
        match.commitment = record.commitment
        if record.seed is not None:
            match.seed = draws.seed_bytes(record.seed)  # a missing commitment stays missing: nobody saw one
        if record.result is not None:
            _check_result(match, record.result)
        match._draw()
        return match


def verify(match: Match) -> int:
    """Check the commitment and every draw (so far) of a record against its seed; return the number of draws.

    A record without a commitment is refused: its seed may have been chosen after many were tried.
    """
    if match.told:
        drawn = sum(seat == "*" for seat, _ in match.moves)
        raise BadRecord(
            f"chance: told by people, who drew real cards; all {len(match.moves)} moves follow the rules, "
            f"but nobody can verify the {drawn} draws"
        )
    if match.seed is None or match.commitment is None:
        missing = "seed" if match.seed is None else "commitment"
        raise BadRecord(f"{missing}: none in this record, so its draws cannot be verified")
    if not hmac.compare_digest(draws.commitment(match.seed), match.commitment):
        raise BadRecord("commitment: it is not the SHA-256 of the seed")
    past, key = match.at(0), draws.key(match.seed, match.nonces)
    number = 0
    for ply, (seat, text) in enumerate(match.moves):
        if seat == "*":
            outcomes = past.game.outcomes(past.setting, past.state)
            fair = draws.pick(key, number, {text: weight for text, (_, weight) in outcomes.items()})
            if text != fair:
                raise BadRecord(f"moves[{ply}]: draw {number} was {clip(text)}, the seed gives {clip(fair)}")
            number += 1
        past._step(seat, text, past.game.read(past.setting, past.state, _number(seat), text))
    return number


def _plain(value: msgspec.Struct) -> dict[str, Any]:
    """A value as JSON has it: lists, not tuples."""
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return built


@cache
def _acting(mask: int, players: int) -> frozenset[Seat]:
    """Whom a mask of those who may act means."""
    return frozenset("*" if seat == CHANCE else seat for seat in seats_of(mask, players))


def _number(seat: Seat) -> int:
    return CHANCE if seat == "*" else int(seat)


def _players(given: int | Sequence[str | Mapping[str, Any] | Player]) -> list[Player]:
    if isinstance(given, int):
        return [Player(name=f"Player {i + 1}") for i in range(given)]
    try:
        return [
            one if isinstance(one, Player) else msgspec.convert({"name": one} if isinstance(one, str) else one, Player)
            for one in given
        ]
    except msgspec.ValidationError as error:
        raise BadOptions(f"players: {error}") from None


def _readable(note: Note, seat: Eyes) -> bool:
    return note.seats is None or seat == "*" or seat in note.seats


def closed_rounds(seen: Iterable[tuple[Seat, str]], seat: Eyes, open_round: bool) -> list[tuple[Seat, str]]:
    """Moves of simultaneous rounds by seat, so that their order tells nothing; others' open choices left out."""
    told: list[tuple[Seat, str]] = []
    running: list[tuple[Seat, str]] = []
    for actor, text in seen:
        if actor == "*":
            told += [*sorted(running, key=lambda move: move[0]), (actor, text)]
            running = []
        else:
            running.append((actor, text))
    if open_round:
        running = [move for move in running if move[0] == seat]
    return told + sorted(running, key=lambda move: move[0])


def _check_result(match: Match, result: Result) -> None:
    if not match.over:
        raise BadRecord(f"result: given, but the game is not over after {len(match.moves)} moves")
    if result.scores != match.scores or result.winners != match.winners:
        raise BadRecord(
            f"result: scores {result.scores}, winners {result.winners}; "
            f"the moves give scores {match.scores}, winners {match.winners}"
        )
