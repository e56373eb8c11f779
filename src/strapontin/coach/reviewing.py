"""The review of a game: every decision of a seat and every draw, from what that seat knew at the time.

A decision is looked at in two steps. The search finds the best move. Then the best, the one played and one taken
blindly are tried on fresh luck, the same for all: on the luck that made it the best, a move looks better than it is.
Whatever is asked begins with a concealed state and the history as the seat saw it, and with luck that depends on
neither the seed of the deal nor anything hidden.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec

from strapontin.bots import cores
from strapontin.bots.default_insight import account_of, insight_of
from strapontin.bots.seat import Seat
from strapontin.coach.findings import Decision, Draw, Point, Review, SeatReview, Verdict, Weighed
from strapontin.coach.hindsight import Hindsight, hindsight
from strapontin.coach.trying import BLINDLY, POINTS, WON, WORTH, Results, Trier, column, mean, mean_of_some
from strapontin.coach.verdicts import VERDICTS, accuracy, total, verdict
from strapontin.coach.why import differences, reasons
from strapontin.core.errors import BadOptions, BadRecord
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.record import Record, decode

LEAST, MOST = 4, 1_000_000
"""How small and how large a budget may be."""
DRAWS = 4
"""A position is valued with this part of the budget."""


class Choice(NamedTuple):
    """A decision to look at."""

    ply: int
    at: Seat
    played: str


class Drawing(NamedTuple):
    """Draws to look at: the position before them and after."""

    ply: int
    last: int
    drawn: list[str]
    before: Seat
    after: Seat


def review(
    record: Record | Match | Mapping[str, Any],
    seat: int | None,
    budget: int | None,
    told: Callable[[int, int], None],
) -> Review:
    """Look back on a game with the eyes of one seat, or of each in its turn."""
    match = _match(record)
    budget = account_of(match.game).budget if budget is None else budget
    if not LEAST <= budget <= MOST:
        raise BadOptions(f"budget: {budget}; it must be {LEAST} to {MOST}")
    match.view(seat)  # refuses a seat that is not there
    seats = range(len(match.players)) if seat is None else (seat,)
    asked = [(one, question) for one in seats for question in questions(match, one)]
    answers: dict[int, list[Decision | Draw]] = {one: [] for one in seats}
    for done, ((one, _), answer) in enumerate(zip(asked, _answers(match, asked, budget), strict=True), 1):
        answers[one].append(answer)
        told(done, len(asked))
    return Review(
        game=match.game.id,
        players=len(match.players),
        budget=budget,
        seats=[_seat_review(match, one, answers[one]) for one in seats],
    )


def _match(record: Record | Match | Mapping[str, Any]) -> Match:
    """The match of a record exactly as far as it goes."""
    if isinstance(record, Match):
        return record
    if isinstance(record, Mapping):
        record = decode(msgspec.json.encode(record))
    return Match.from_record(msgspec.structs.replace(record, seed=None))  # with its seed, chance would go on


def questions(match: Match, seat: int) -> Iterator[Choice | Drawing]:
    """What is to be looked at for a seat, in the order of the game."""
    past = match.at(0)
    decisions = draws = ply = 0
    while ply < len(match.moves):
        actor, text = match.moves[ply]
        if actor == "*":
            began, drawn, seen = ply, [], False
            before = _eyes(past, seat, f"draw/{seat}/{draws}")
            while ply < len(match.moves) and match.moves[ply][0] == "*":
                shown = past.shown("*", match.moves[ply][1], seat)
                seen |= shown == match.moves[ply][1]
                drawn.append(shown)
                past.follow(*match.moves[ply])
                ply += 1
            draws += 1
            if seen and not past.over:
                yield Drawing(began, ply, drawn, before, _eyes(past, seat, before.seed))
            continue
        if actor == seat:
            at = _eyes(past, seat, f"choice/{seat}/{decisions}")
            decisions += 1
            if len(at.legal) > 1:
                yield Choice(ply, at, text)
        past.follow(actor, text)
        ply += 1


def _eyes(match: Match, seat: int, seed: str) -> Seat:
    """The table as a seat sees it, whoever is to act."""
    history = list(match.history(seat))
    return Seat(match.game, match.setting, match.concealed(seat), seat, seed=seed, past=lambda: history)


def _answers(match: Match, asked: list[tuple[int, Any]], budget: int) -> Iterator[Decision | Draw]:
    """Answer all questions in their order, several at a time: none depends on another."""
    own = threading.local()

    def answer(one: tuple[int, Choice | Drawing]) -> Decision | Draw:
        if not hasattr(own, "trier"):
            own.trier = Trier(match.game)
        question = one[1]
        if isinstance(question, Choice):
            return decision(own.trier, question, budget)
        return draw(own.trier, question, max(2, budget // DRAWS))

    threads = min(cores.allowed(), 8) if JIT else 1
    with ThreadPoolExecutor(threads, "strapontin-coach") as pool:
        try:
            yield from pool.map(answer, asked)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def decision(trier: Trier, asked: Choice, budget: int) -> Decision:
    """What a move was worth beside the best."""
    at, game, players = asked.at, asked.at.game, asked.at.setting.players
    best = trier.best(at, budget)
    texts = [asked.played] if best == asked.played else [asked.played, best]
    moves = [game.read(at.setting, at.state, at.seat, text) for text in texts]
    tried = trier.compare(at, [*moves, BLINDLY], max(2, budget // (len(moves) + 1)))
    mine, other, blind = 0, len(texts) - 1, len(texts)
    loss, lost, given = (column(tried, other, which) - column(tried, mine, which) for which in (WORTH, WON, POINTS))
    value = mean(loss)
    won, scored = mean(lost) if players > 1 else None, mean_of_some(given) if game.points else None
    if value.high < 0.0:  # whoever played it saw more than the search
        other, best = mine, asked.played
    found = verdict(value, won, scored)
    parts = differences(account_of(game).parts(at.setting, at.seat), tried, mine, other) if mine != other else []
    return Decision(
        ply=asked.ply,
        legal=len(at.legal),
        played=_weighed(asked.played, tried, mine, at),
        best=_weighed(best, tried, other, at),
        loss=value,
        win_loss=won,
        points_loss=scored,
        stake=round(float((column(tried, other, WORTH) - column(tried, blind, WORTH)).mean()), 4),
        verdict=found,
        parts=[one for _, one in parts],
        why=reasons(parts, asked.played, best) if found != "best" else [],
    )


def draw(trier: Trier, asked: Drawing, streams: int) -> Draw:
    """How chance changed what the position was worth."""
    scored = asked.before.game.points
    before, after = (trier.course(one, streams) for one in (asked.before, asked.after))
    return Draw(
        ply=asked.ply,
        last=asked.last,
        drawn=asked.drawn,
        before=_point(asked.ply, _weighed("", before, 0, asked.before)),
        after=_point(asked.last, _weighed("", after, 0, asked.after)),
        luck=mean(column(after, 0, WORTH) - column(before, 0, WORTH)),
        points=mean_of_some(column(after, 0, POINTS) - column(before, 0, POINTS)) if scored else None,
    )


def _weighed(move: str, tried: Results, which: int, at: Seat) -> Weighed:
    return Weighed(
        move=move,
        value=mean(column(tried, which, WORTH)),
        win=mean(column(tried, which, WON)) if at.setting.players > 1 else None,
        points=mean_of_some(column(tried, which, POINTS)) if at.game.points else None,
    )


def _point(ply: int, one: Weighed) -> Point:
    won, scored = (None if each is None else each.mean for each in (one.win, one.points))
    return Point(ply, one.value.mean, won, scored)


def _curve(match: Match, seat: int, decisions: list[Decision]) -> list[Point]:
    """What the game was worth to a seat before each decision, by the best move, and after it; and in the end."""
    found = []
    for one in decisions:
        found += [_point(one.ply, one.best), _point(one.ply + 1, one.played)]
    if match.over:
        worth = insight_of(match.game).hints.worth(match.setting.board, match.state, seat)
        won = len(match.winners) ** -1 if seat in match.winners else 0.0
        alone, scored = len(match.players) == 1, match.game.points
        points = float(match.scores[seat]) if scored else None
        found.append(Point(len(match.moves), round(float(worth), 4), None if alone else round(won, 4), points))
    return found


def _seat_review(match: Match, seat: int, answers: list[Decision | Draw]) -> SeatReview:
    decisions = [one for one in answers if isinstance(one, Decision)]
    draws = [one for one in answers if isinstance(one, Draw)]
    counted: Counter[Verdict] = Counter(one.verdict for one in decisions)
    return SeatReview(
        seat=seat,
        name=match.players[seat].name,
        accuracy=accuracy(decisions),
        loss=total([one.loss for one in decisions]),
        luck=total([one.luck for one in draws]),
        verdicts={one: counted[one] for one in VERDICTS},
        decisions=decisions,
        draws=draws,
        curve=_curve(match, seat, decisions),
        hindsight=_hindsight(match),
    )


def _hindsight(match: Match) -> Hindsight | None:
    """What was possible knowing the draws, for who played alone to the end."""
    if len(match.players) > 1 or not match.over:
        return None
    try:
        return hindsight(match)
    except BadRecord:
        return None
