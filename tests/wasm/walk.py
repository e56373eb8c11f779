"""One random game, everything about it written down as digests: the twin of web/tests/engine/walk.ts."""

from __future__ import annotations

import hashlib
import struct
from typing import Any

import numpy as np

from strapontin.bots.default_insight import insight_of
from strapontin.bots.greedy import Desk, best
from strapontin.core.contract import CHANCE, CHANCE_BIT
from strapontin.core.game import Game, Setting
from strapontin.core.kernel import copy_of, records
from strapontin.core.rng import below, generator, weighted


def walk(game: Game, setting: Setting, seed: str, most: int) -> list[dict[str, str]]:
    """Digests of everything kernels say at every step of a game, for at most so many steps."""
    rules, hints, board, players = game.rules, insight_of(game).hints, setting.board, setting.players
    greedy = game.compiled(best)
    out, weights, logits = np.zeros(game.most, np.int64), np.zeros(game.most, np.int64), np.zeros(game.most)
    scores, ranks = np.zeros(16, np.int64), np.zeros(16, np.int64)
    desk = Desk(out, weights, records(2, game.state_type), 0)
    state, rng = game.opening(setting), generator(seed)
    steps: list[dict[str, str]] = []
    while len(steps) < most:
        mask = rules.actors(board, state)
        rules.scores(board, state, scores, ranks)
        found = {
            "state": digest(state.tobytes()),
            "actors": digest(mask),
            "stage": digest(hints.stage(board, state)),
            "scores": digest(scores[:players], ranks[:players]),
            "rng": digest(rng),
        }
        steps.append(found)
        for eye in range(-1, players):
            truth = copy_of(state)
            rules.conceal(board, truth, eye)
            found[f"conceal {eye}"] = digest(truth.tobytes())
            luck = generator(f"{seed}/{len(steps)}/{eye}")
            rules.imagine(board, truth, eye, luck)
            found[f"imagine {eye}"] = digest(truth.tobytes(), luck)
        if mask == 0:
            break
        truth = copy_of(state)
        decisions = rules.rollout(board, truth, luck)
        found["rollout"] = digest(decisions, truth.tobytes(), luck)
        if mask == CHANCE_BIT:
            n = rules.chances(board, state, out, weights)
            found["chances"] = digest(out[:n], weights[:n])
            rules.apply(board, state, CHANCE, out[weighted(rng, weights, n)])
            continue
        seats = [seat for seat in range(players) if mask >> seat & 1]
        for seat in seats:
            n = rules.legal(board, state, seat, out)
            found[f"legal {seat}"] = digest(out[:n])
            hints.appeal(board, state, seat, out, n, logits)
            found[f"appeal {seat}"] = digest(logits[:n])
            known = [one(board, state, seat) for one in (rules.judge, hints.worth, hints.clue)]
            found[f"known {seat}"] = digest(*known)
            found[f"best {seat}"] = digest(greedy(rules, board, state, seat, luck, desk), luck)
        seat = seats[below(rng, len(seats))]
        n = rules.legal(board, state, seat, out)
        rules.apply(board, state, seat, out[below(rng, n)])
    return steps


def digest(*parts: Any) -> str:
    """What stands for numbers, arrays and bytes: a few digits of the hash of all their bytes."""
    found = hashlib.sha256()
    for part in parts:
        if isinstance(part, bytes | np.ndarray):
            found.update(part if isinstance(part, bytes) else part.tobytes())
        else:
            found.update(struct.pack("<d", part))
    return found.hexdigest()[:12]
