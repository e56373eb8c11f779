"""Golden playthroughs: one text per game and variant. `python -m tests.playthroughs.write` makes them anew.

`rules.json` has a digest of what every variant plays like, by the version of the rules. What it says of a version is
never written over: rules that play otherwise are a new version, and `write` refuses to forget it.
"""

from __future__ import annotations

import hashlib
import json
import sys
import textwrap
from pathlib import Path

from strapontin.core.match import Match
from strapontin.core.registry import game
from strapontin.core.rng import below, generator
from tests.conformance.variants import VARIANTS, Variant

FOLDER = Path(__file__).parent
RULES = FOLDER / "rules.json"

Digests = dict[str, dict[str, dict[str, str]]]
"""By game, by version of its rules, by variant."""


def playthrough(variant: Variant, rules: int | None = None) -> str:
    """A whole game in plain text: every step, who may act and what was legal, the scores, the log, the record."""
    match = Match(variant.game, variant.players, variant.options, seed=1, rules=rules)
    rng = generator(f"golden {variant}")
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


def digest(text: str) -> str:
    """What a playthrough says of the rules: all but what is told of it in the log, which is words."""
    played, _, _ = text.partition("what a spectator was told:")
    return hashlib.sha256(played.encode()).hexdigest()


def digests() -> Digests:
    """What is written down of every version of all rules."""
    found: Digests = json.loads(RULES.read_text(encoding="utf-8"))
    return found


def noted(known: Digests, texts: list[tuple[Variant, str]]) -> tuple[Digests, list[str]]:
    """The same with these playthroughs added, and the games that play otherwise than their version did before."""
    forgotten = set()
    for variant, text in texts:
        version = known.setdefault(variant.game, {}).setdefault(str(game(variant.game).version), {})
        if version.setdefault(str(variant), digest(text)) != digest(text):
            forgotten.add(variant.game)
    return known, sorted(forgotten)


def main() -> int:
    """Write every playthrough, unless a game plays otherwise and does not say so."""
    texts = [(variant, playthrough(variant)) for variant in VARIANTS]
    known, forgotten = noted(digests(), texts)
    for name in forgotten:
        print(f"{name} plays otherwise than version {game(name).version} of its rules did: raise `version` of its Game")
    if forgotten:
        return 1
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for variant, text in texts:
        (FOLDER / f"{variant}.txt").write_text(text, encoding="utf-8")
    RULES.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
