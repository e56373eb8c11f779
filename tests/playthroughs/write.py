"""Golden playthroughs: one text per game and variant. `python -m tests.playthroughs.write` makes them anew."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from tests.conformance.variants import VARIANTS, Variant

FOLDER = Path(__file__).parent


def playthrough(variant: Variant) -> str:
    """A whole game in plain text: every step, who may act and what was legal, the scores, the log, the record."""
    match, rng = Match(variant.game, variant.players, variant.options, seed=1), generator(f"golden {variant}")
    lines = [f"{variant}: {variant.players} players, options {json.dumps(variant.options)}", ""]
    told = 0
    for _ in range(variant.most):
        if match.over:
            break
        lines += [f"{'*' if seat == '*' else seat}: {text}" for seat, text in match.moves[told:]]
        told = len(match.moves)
        seat = min(match.to_act, key=str)
        legal = match.legal(seat)
        shown = " ".join(legal[:30]) + (f" ... of {len(legal)}" if len(legal) > 30 else "")
        acting = ", ".join(map(str, sorted(match.to_act, key=str)))
        lines.append(f"   [{acting}] scores {match.scores}; {seat} may: {shown}")
        match.play(seat, legal[below(rng, len(legal))])
    lines += [f"{seat}: {text}" for seat, text in match.moves[told:]]
    lines += ["", f"scores {match.scores}, winners {match.winners}", "", "what a spectator was told:"]
    lines += [f"  {note.key} {json.dumps(note.params, ensure_ascii=False)}" for note in match.log(None)]
    return "\n".join(textwrap.shorten(line, 2000) if len(line) > 2000 else line for line in lines) + "\n"


def main() -> None:
    """Write every playthrough."""
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for variant in VARIANTS:
        (FOLDER / f"{variant}.txt").write_text(playthrough(variant), encoding="utf-8")


if __name__ == "__main__":
    main()
