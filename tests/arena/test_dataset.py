"""A data set of an arena: what is written is what was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import pytest

from strapontin.cli import main
from strapontin.core.contract import CHANCE
from strapontin.core.encoding import Encoding
from strapontin.core.kernel import JIT
from strapontin.core.match import Match, verify
from strapontin.core.record import decode
from strapontin.core.registry import collection


def arena(directory: Path, *words: str, game: str = "metrox", bots: str = "novice,random") -> int:
    return main(["arena", game, "--bots", bots, "--games", "2", "--dataset", str(directory), *words])


@pytest.mark.parametrize("name", [name for name in collection() if JIT or name != collection()[2]])
def test_every_decision_is_what_its_seat_knew_might_do_and_did(name: str, tmp_path: Path) -> None:
    assert arena(tmp_path, game=name, bots="greedy,random" if name == collection()[2] else "novice,random") == 0
    games = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    table = parquet.read_table(tmp_path / "decisions.parquet")
    rows = table.to_pylist()
    told = json.loads(table.schema.metadata[b"encoding"])
    assert [one["game"] for one in games] == [0, 1]
    at = 0
    for one in games:
        match = Match.from_record(decode(one["record"]))
        verify(match)
        assert (match.scores, match.winners) == (one["scores"], one["winners"])
        encoding = Encoding(match.game, match.setting)
        assert told["parts"] == json.loads(json.dumps(encoding.schema()["parts"]))
        state = match.game.opening(match.setting)
        for ply, (seat, text) in enumerate(match.moves):
            if seat == "*":
                (drawn,) = match.game.read(match.setting, state, CHANCE, text)
                match.game.rules.apply(match.setting.board, state, CHANCE, drawn)
                continue
            for step, action in enumerate(match.game.read(match.setting, state, seat, text)):
                row = rows[at]
                at += 1
                assert (row["game"], row["ply"], row["step"], row["seat"]) == (one["game"], ply, step, seat)
                assert (row["action"], row["move"], row["bot"]) == (action, text, one["bots"][seat])
                assert (row["score"], row["rank"]) == (one["scores"][seat], one["ranks"][seat])
                if ply % 7 == 0:
                    assert row["observation"] == encoding.observe(state, seat).tolist()
                    assert row["legal"] == match.game.actions(match.setting, state, seat)
                assert action in row["legal"]
                match.game.rules.apply(match.setting.board, state, seat, action)
    assert at == len(rows)


def test_what_was_played_without_it_is_not_made_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = str(tmp_path / "ledger.jsonl")
    main(["arena", "metrox", "--bots", "novice,random", "--games", "2", "--resume", ledger])
    assert arena(tmp_path / "data", "--resume", ledger) == 1
    assert "--dataset: game 0 was played without it; begin a new file" in capsys.readouterr().err


def test_an_arena_taken_up_again_writes_all_its_games(tmp_path: Path) -> None:
    ledger = str(tmp_path / "ledger.jsonl")
    arena(tmp_path / "one", "--resume", ledger)
    arena(tmp_path / "other", "--resume", ledger)
    one, other = (parquet.read_table(tmp_path / place / "decisions.parquet") for place in ("one", "other"))
    assert one.equals(other)
    assert len(one) > 20


@pytest.mark.parametrize("reader", ["polars", "pandas"])
def test_others_read_it(reader: str, tmp_path: Path) -> None:
    library: Any = pytest.importorskip(reader, reason=f"{reader} is for `make research`")
    arena(tmp_path)
    for name in ("games", "decisions"):
        frame = library.read_parquet(tmp_path / f"{name}.parquet")
        plain = parquet.read_table(tmp_path / f"{name}.parquet").to_pydict()
        assert list(frame.columns) == list(plain)
        for column, values in plain.items():
            told = [one.tolist() if isinstance(one, np.ndarray) else one for one in frame[column].to_numpy()]
            assert told == values, column


@pytest.mark.skipif(not JIT, reason="searches a game long")
def test_what_a_search_found_stands_beside_its_decisions(tmp_path: Path) -> None:
    assert arena(tmp_path, bots="regular,greedy") == 0
    rows = parquet.read_table(tmp_path / "decisions.parquet").to_pylist()
    searched = [row for row in rows if row["bot"] == "regular"]
    assert searched
    for row in rows:
        tried, values, visits = row["candidates"], row["values"], row["visits"]
        if row["bot"] == "greedy":
            assert (tried, values, visits) == (None, None, None)
            continue
        assert set(tried) <= set(row["legal"])
        assert len(tried) == len(values) == len(visits)
        if len(row["legal"]) > 1:
            assert row["action"] in tried
            assert min(visits) > 0
            assert all(0.0 <= value <= 1.0 for value in values)
            most = max(visits)
            leading = [value for value, tries in zip(values, visits, strict=True) if tries == most]
            assert values[tried.index(row["action"])] == max(leading)


def test_a_bot_from_elsewhere_cannot_write_what_it_thought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "def talkative(seat):\n    seat.thoughts.append([(1, 2.0, 3)])\n    return seat.legal[0]\n"
    (tmp_path / "talkative.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert arena(tmp_path / "data", bots="talkative:talkative,random") == 0
    table = parquet.read_table(tmp_path / "data" / "decisions.parquet")
    assert table["values"].null_count == len(table)
