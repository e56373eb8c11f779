"""The games of an arena as Parquet: `games.parquet`, a row each, and `decisions.parquet`, a row for every action.

A decision is what a seat knew, what it might have done, what it did, and what came of it in the end; where a search
chose, what each of its candidates seemed worth. The numbers of an observation and their names are those of
`core/encoding.py`, written into the file beside the plan.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from strapontin.arena.plan import Plan
from strapontin.arena.play import Outcome
from strapontin.bots.seat import Weighed
from strapontin.core import draws
from strapontin.core.contract import CHANCE
from strapontin.core.encoding import Encoding
from strapontin.core.errors import BadRecord, StrapontinError
from strapontin.core.record import FORMAT, Player, Record, Result, encode
from strapontin.core.registry import game as game_of

ROWS = 20_000
"""Decisions that are written at once."""


def checked() -> Any:
    """PyArrow, or one line about where to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise StrapontinError("--dataset: PyArrow is not installed; pip install 'strapontin[research]'") from None
    return pyarrow


def write(directory: Path, plan: Plan, outcomes: Iterable[Outcome]) -> int:
    """Write all games and all their decisions; how many of these there are."""
    arrow = checked()
    directory.mkdir(parents=True, exist_ok=True)
    chapter = _Chapter(plan)
    games, decisions = _schemas(arrow, plan, chapter.encoding)
    rows: list[dict[str, Any]] = []
    count = 0
    with arrow.parquet.ParquetWriter(directory / "decisions.parquet", decisions, compression="zstd") as file:
        for outcome in outcomes:
            if not outcome.played:
                raise BadRecord(f"--dataset: game {outcome.number} was played without it; begin a new file")
            chapter.add(outcome)
            rows.append(chapter.game(outcome))
            if len(chapter) >= ROWS:
                count += len(chapter)
                file.write_table(chapter.table(arrow, decisions))
        count += len(chapter)
        file.write_table(chapter.table(arrow, decisions))
    arrow.parquet.write_table(arrow.Table.from_pylist(rows, schema=games), directory / "games.parquet")
    return count


def _schemas(arrow: Any, plan: Plan, encoding: Encoding) -> tuple[Any, Any]:
    """The columns of both files."""
    small, text, many = arrow.int32(), arrow.string(), arrow.list_
    told = {
        "plan": json.dumps(msgspec.to_builtins(plan)),
        "encoding": json.dumps(encoding.schema()),
        "actions": str(encoding.game.width),
    }
    games = [
        *(("game", small), ("deal", small), ("bots", many(text)), ("scores", many(small)), ("ranks", many(small))),
        *(("winners", many(small)), ("record", text)),
    ]
    decisions = [
        *(("game", small), ("ply", small), ("step", arrow.int16()), ("seat", arrow.int8())),
        *(("bot", arrow.dictionary(small, text)), ("observation", many(arrow.int16(), encoding.size))),
        *(("legal", many(small)), ("action", small), ("move", text), ("score", small), ("rank", arrow.int8())),
        *(("candidates", many(small)), ("values", many(arrow.float32())), ("visits", many(small))),
    ]
    return arrow.schema(games, told), arrow.schema(decisions, told)


class _Chapter:
    """Decisions that wait to be written."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.rules = plan, game_of(plan.game)
        self.setting = self.rules.setting(plan.options, plan.players)
        self.encoding = Encoding(self.rules, self.setting)
        self._clear()

    def _clear(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.seen: list[Any] = []
        self.legal: list[Any] = []
        self.weighed: list[Weighed | None] = []

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, outcome: Outcome) -> None:
        """Play a game again, from its moves, and note every decision."""
        rules, setting = self.rules, self.setting
        state, out = rules.opening(setting), np.empty(rules.most, np.int64)
        begun = len(self.rows)
        moves = iter(outcome.thoughts)
        for ply, (actor, text) in enumerate(outcome.played):
            seat = CHANCE if actor == "*" else int(actor)
            thoughts = [] if seat == CHANCE else next(moves, [])
            for step, action in enumerate(rules.read(setting, state, seat, text)):
                if seat != CHANCE:
                    n = rules.rules.legal(setting.board, state, seat, out)
                    self.legal.append(out[:n].astype(np.int32))
                    self.seen.append(self.encoding.observe(state, seat))
                    self.rows.append((outcome.number, ply, step, seat, outcome.seating[seat], action, text))
                    self.weighed.append(thoughts[step] if step < len(thoughts) else None)
                rules.rules.apply(setting.board, state, seat, action)
        scores, ranks = rules.standing(setting, state)
        if rules.actors(setting, state) or scores != outcome.scores:
            raise BadRecord(f"game {outcome.number}: its moves do not give its scores")
        self.ranks = ranks
        self.rows[begun:] = [(*row, scores[row[3]], ranks[row[3]]) for row in self.rows[begun:]]

    def game(self, outcome: Outcome) -> dict[str, Any]:
        """The row of the game that was added last."""
        names = [self.plan.bots[one] for one in outcome.seating]
        seed = self.plan.deal_seed(outcome.deal)
        record = Record(
            format=FORMAT,
            game=self.plan.game,
            options=self.setting.options,
            players=[Player(name=f"{name[:32]} {seat + 1}", bot=name) for seat, name in enumerate(names)],
            moves=outcome.played,
            rules=self.rules.version,
            commitment=draws.commitment(seed),
            seed=seed.hex(),
            result=Result(scores=outcome.scores, winners=outcome.winners),
        )
        return {
            "game": outcome.number,
            "deal": outcome.deal,
            "bots": names,
            "scores": outcome.scores,
            "ranks": self.ranks,
            "winners": outcome.winners,
            "record": encode(record),
        }

    def table(self, arrow: Any, schema: Any) -> Any:
        """What waits, as columns; then nothing waits any more."""
        columns = list(zip(*self.rows, strict=True)) if self.rows else [()] * 9
        game, ply, step, seat, bot, action, move, score, rank = columns
        sizes = np.fromiter(map(len, self.legal), np.int32, len(self.legal))
        flat = np.concatenate(self.legal) if self.legal else np.empty(0, np.int32)
        seen = np.concatenate(self.seen) if self.seen else np.empty(0, np.int16)
        made = {
            "game": arrow.array(game, schema.field("game").type),
            "ply": arrow.array(ply, schema.field("ply").type),
            "step": arrow.array(step, schema.field("step").type),
            "seat": arrow.array(seat, schema.field("seat").type),
            "bot": arrow.DictionaryArray.from_arrays(arrow.array(bot, arrow.int32()), list(self.plan.bots)),
            "observation": arrow.FixedSizeListArray.from_arrays(arrow.array(seen), self.encoding.size),
            "legal": arrow.ListArray.from_arrays(np.concatenate(([0], np.cumsum(sizes))).astype(np.int32), flat),
            "action": arrow.array(action, schema.field("action").type),
            "move": arrow.array(move, schema.field("move").type),
            "score": arrow.array(score, schema.field("score").type),
            "rank": arrow.array(rank, schema.field("rank").type),
            **self._searched(arrow, schema),
        }
        self._clear()
        return arrow.Table.from_arrays([made[name] for name in schema.names], schema=schema)

    def _searched(self, arrow: Any, schema: Any) -> dict[str, Any]:
        """What searches found, in columns: their candidates, what these seemed worth, and how often they were tried."""
        return {
            name: arrow.array(
                [None if one is None else [candidate[part] for candidate in one] for one in self.weighed],
                schema.field(name).type,
            )
            for part, name in enumerate(("candidates", "values", "visits"))
        }
