"""A masked PPO that learns metroX in minutes, in one file and with nothing but NumPy.

    python ppo.py --updates 150

Proximal policy optimisation (Schulman and others, 2017) with illegal actions masked out of the policy (Huang and
Ontañón, 2020), on many games at once: `strapontin.adapters.vector` steps them all by one compiled call. Its one trick
is to shrink the world: a small city uses a fraction of metroX's actions, and those it never offers get no weights.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from strapontin.adapters import vector

Array = np.ndarray[Any, Any]

LYON = Path(__file__).parents[1] / "lyon.json"
GAMES, STEPS, EPOCHS, BATCH = 256, 32, 3, 1024
HIDDEN, RATE, CLIP, TRACE, CALM, VALUE, LIMIT = 128, 1e-3, 0.2, 0.95, 0.01, 0.5, 0.5
POINTS = 0.1
"""What a point counts in rewards, so that values are numbers around one."""


def options(city: Path = LYON) -> dict[str, Any]:
    """The options of a game in this city."""
    return {"map": json.loads(city.read_text(encoding="utf-8"))}


def offered(games: vector.Games, steps: int = 400) -> Array:
    """The actions that are ever legal in a long run of random games; to all others the policy stays blind."""
    rng, told = np.random.default_rng(0), games.reset(seed=0)
    seen = told.mask.any(axis=0)
    for _ in range(steps):
        told = games.step((told.mask * rng.random(told.mask.shape, np.float32)).argmax(axis=1))
        seen |= told.mask.any(axis=0)
    return np.flatnonzero(seen)


class Net:
    """Two hidden layers, a policy and a value: the weights, what they make of an observation, and their gradients."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        sizes = [(inputs, HIDDEN, 1.0), (HIDDEN, HIDDEN, 1.0), (HIDDEN, actions, 0.01), (HIDDEN, 1, 0.1)]
        self.weights = [rng.normal(0.0, gain / np.sqrt(a), (a, b)).astype(np.float32) for a, b, gain in sizes]
        self.biases = [np.zeros(b, np.float32) for _, b, _ in sizes]
        self.slopes = [np.zeros_like(one) for one in self.parameters]
        self.squares = [np.zeros_like(one) for one in self.parameters]
        self.age = 0

    @property
    def parameters(self) -> list[Array]:
        """All numbers that are learned."""
        return self.weights + self.biases

    def look(self, seen: Array, mask: Array) -> tuple[Array, Array, tuple[Array, Array]]:
        """Log-probabilities of the actions, the value, and what both came from."""
        one = np.tanh(seen @ self.weights[0] + self.biases[0])
        two = np.tanh(one @ self.weights[1] + self.biases[1])
        logits = np.where(mask, two @ self.weights[2] + self.biases[2], np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits, (two @ self.weights[3] + self.biases[3])[:, 0], (one, two)

    def learn(self, seen: Array, layers: tuple[Array, Array], policy: Array, value: Array, rate: float) -> None:
        """A step of Adam down the slopes of the logits and of the value."""
        one, two = layers
        below_two = (policy @ self.weights[2].T + value[:, None] @ self.weights[3].T) * (1 - two * two)
        below_one = below_two @ self.weights[1].T * (1 - one * one)
        errors = [below_one, below_two, policy, value[:, None]]
        slopes = [a.T @ b for a, b in zip([seen, one, two, two], errors, strict=True)] + [e.sum(axis=0) for e in errors]
        long = np.sqrt(sum(float((slope * slope).sum()) for slope in slopes))
        self.age += 1
        for number, mean, square, slope in zip(self.parameters, self.slopes, self.squares, slopes, strict=True):
            slope *= min(1.0, LIMIT / (long + 1e-8))
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            number -= rate * (mean / (1 - 0.9**self.age)) / (np.sqrt(square / (1 - 0.999**self.age)) + 1e-5)


class Sample(NamedTuple):
    """What was seen, might be done and was done; how likely that was, what was hoped, and how it turned out."""

    seen: Array
    mask: Array
    action: Array
    logp: Array
    value: Array
    gain: Array


class Learner:
    """A policy for one seat alone, and how it is made better."""

    def __init__(self, settings: dict[str, Any], seed: int = 1) -> None:
        self.games = vector.make("metrox", GAMES, players=1, options=settings)
        self.actions = offered(self.games)
        encoding = self.games.encoding
        self.low = encoding.low.astype(np.float32)
        self.range = np.maximum(1, encoding.high - encoding.low).astype(np.float32)
        self.net = Net(encoding.size, len(self.actions), seed)
        self.rng = np.random.default_rng(seed)
        self.told = self.games.reset(seed=seed)
        batch = self.games.batch
        self.opening = float(batch.game.standing(batch.setting, batch.game.opening(batch.setting))[0][0])
        self.scores: list[float] = []
        self.running = np.full(GAMES, self.opening)

    def watch(self, told: vector.Told) -> tuple[Array, Array]:
        """An observation as small numbers, and which of the offered actions are legal."""
        return (told.observation - self.low) / self.range, told.mask[:, self.actions].astype(bool)

    def sample(self) -> Sample:
        """Let all games go on for some steps, by dice weighed by the policy."""
        rows: list[tuple[Array, ...]] = []
        rewards, ends = [], []
        for _ in range(STEPS):
            seen, mask = self.watch(self.told)
            logits, value, _ = self.net.look(seen, mask)
            action = (logits + self.rng.gumbel(size=logits.shape)).argmax(axis=1)
            rows.append((seen, mask, action, np.take_along_axis(logits, action[:, None], 1)[:, 0], value))
            self.told = self.games.step(self.actions[action])
            reward, over = self.told.reward[:, 0].copy(), self.told.over.astype(bool)
            rewards.append(reward * POINTS)
            ends.append(over)
            self.running += reward
            self.scores += self.running[over].tolist()
            self.running[over] = self.opening
        after = self.net.look(*self.watch(self.told))[1]
        gain, ahead = np.zeros((STEPS, GAMES), np.float32), np.zeros(GAMES, np.float32)
        for at in reversed(range(STEPS)):  # generalised advantage estimation, undiscounted: a game is short
            value = rows[at][4]
            ahead = rewards[at] + np.where(ends[at], 0, after + TRACE * ahead) - value
            gain[at], after = ahead, value
        seen, mask, action, logp, value = (np.concatenate(part) for part in zip(*rows, strict=True))
        return Sample(seen, mask, action, logp, value, gain.ravel())

    def update(self, rate: float) -> float:
        """Sample, then learn from it; the mean score of the games that ended meanwhile."""
        self.scores.clear()
        sample = self.sample()
        for _ in range(EPOCHS):
            for part in np.array_split(self.rng.permutation(len(sample.action)), len(sample.action) // BATCH):
                self._learn(Sample(*(one[part] for one in sample)), rate)
        return float(np.mean(self.scores))

    def _learn(self, one: Sample, rate: float) -> None:
        logits, value, layers = self.net.look(one.seen, one.mask)
        chances, rows, n = np.exp(logits), np.arange(len(one.action)), len(one.action)
        gain = (one.gain - one.gain.mean()) / (one.gain.std() + 1e-8)
        ratio = np.exp(logits[rows, one.action] - one.logp)
        pushed = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * gain * ratio
        slope = chances * pushed[:, None]
        slope[rows, one.action] -= pushed
        surprise = np.where(one.mask, logits, 0)
        slope += CALM * chances * (surprise - (chances * surprise).sum(axis=1, keepdims=True))
        hoped = VALUE * (value - (one.gain + one.value))
        self.net.learn(one.seen, layers, (slope / n).astype(np.float32), (hoped / n).astype(np.float32), rate)

    def score(self, games: int = 2000, seed: int = 1_000_000) -> Array:
        """The scores of the policy's best actions in games it has not seen."""
        mine = vector.make("metrox", games, players=1, options=self.games.batch.setting.options)
        scores = np.full(games, self.opening)
        told, playing = mine.reset(seed=seed), np.ones(games, bool)
        while playing.any():
            logits, _, _ = self.net.look(*self.watch(told))
            told = mine.step(self.actions[logits.argmax(axis=1)])
            scores += np.where(playing, told.reward[:, 0], 0)
            playing &= ~told.over.astype(bool)
        return scores


def learn(
    updates: int, settings: dict[str, Any] | None = None, seed: int = 1, every: int = 10
) -> tuple[Learner, list[float]]:
    """Learn for so many updates; the learner, and the mean score of each."""
    learner, curve = Learner(settings or options(), seed), []
    began = time.process_time()
    for update in range(updates):
        curve.append(learner.update(RATE * (1 - update / updates)))
        if every and (update + 1) % every == 0:
            print(f"update {update + 1}: {curve[-1]:.2f} points, {time.process_time() - began:.0f} s", flush=True)
    return learner, curve


def main() -> None:
    """Learn, then play games nobody has seen."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--updates", type=int, default=150)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--city", type=Path, default=LYON)
    args = asked.parse_args()
    learner, _ = learn(args.updates, options(args.city), args.seed)
    scores = learner.score()
    spread = 1.96 * scores.std() / np.sqrt(len(scores))
    print(f"in {len(scores)} new games: {scores.mean():.2f} (give or take {spread:.2f})")


if __name__ == "__main__":
    main()
