"""One simulation of the search, as generic code over the contract of a game.

A simulation takes an imagined truth that agrees with all the seat knows, plays one action of the seat, and goes on
to the end. The seat's own next choices are planned in a tree: a node is what the seat has done and the clues it
has seen, so it never depends on what is hidden. All other choices, those of the other seats as well, are made
by the game's policy; chance draws as the rules say. Choices made at the same time stay unseen to one another,
because the policy of the others comes from their side of the same imagined truth.
"""

from __future__ import annotations

from math import sqrt
from typing import Generic, NamedTuple

from strapontin.core.bits import lowest
from strapontin.core.contract import CHANCE, CHANCE_BIT, Board, Hints, Rules, State
from strapontin.core.exponential import exp
from strapontin.core.kernel import generic, take
from strapontin.core.layout import Floats, Ints, Record, Row, float64, int64
from strapontin.core.rng import unit, weighted, word


class Node(Record):
    """A choice of the seat that searches; nodes and edges are counted from 1."""

    clue: int64
    next: int64  # the next node after the same choice, or 0
    first: int64  # its first edge, or 0
    visits: int64
    total: float64
    top: float64  # the highest appeal when its first edges were made


class Edge(Record):
    """An action tried at a node."""

    node: int64
    action: int64
    next: int64  # the next edge of the same node, or 0
    child: int64  # the first node that came after it, or 0
    visits: int64
    total: float64
    appeal: float64  # as a share beside the others


# Counts kept beside the tree.
NODES, EDGES, DEPTH, TRUTHS, PATIENCE = range(5)
# Moments of the results so far, and how eagerly to explore.
COUNT, MEAN, SQUARES, EXPLORE = range(4)


class Question(NamedTuple, Generic[Board, State]):
    """What is to be found out: what a seat should do in a position, as it knows it."""

    board: Board
    root: State
    seat: int
    evidence: Floats


class Tree(NamedTuple):
    """What has been tried, and what came of it."""

    nodes: Row[Node]
    edges: Row[Edge]
    counts: Ints
    moments: Floats


class Desk(NamedTuple, Generic[State]):
    """Where one simulation writes what it needs for the moment."""

    out: Ints
    weights: Ints
    logits: Floats
    slot: Ints
    """By action: its edge at the node in hand."""
    path: Ints
    """The edges followed so far."""
    scratch: Row[State]
    """The state that is played on, and the imagined truth it began as."""
    script: Ints
    """What all simulations on the stream in hand share."""
    luck: Ints
    """Where the luck of the stream in hand begins."""
    rng: Ints
    """And where it stands."""


class Streams(NamedTuple):
    """Which luck to try everything on: the streams of a base from `first` to before `last`."""

    base: Ints
    first: int
    last: int


class Tally(NamedTuple):
    """Results by candidate: the latest, their sums, and by pair of candidates the sums of their products."""

    results: Floats
    sums: Floats
    products: Floats


@generic(inline=True)
def seed_stream(rng: Ints, base: Ints, stream: int) -> None:
    """Set a generator to the given stream of a base: the same luck for every action tried on it."""
    rng[0] = base[0] ^ stream
    rng[1] = base[1]
    rng[2] = base[2]
    rng[3] = base[3] | 1
    for _ in range(8):
        word(rng)


@generic(inline=True)
def rewind(rng: Ints, luck: Ints) -> None:
    """Set a generator to where the luck of a stream begins."""
    for i in range(4):
        rng[i] = luck[i]


@generic(inline=True)
def imagine_truth(
    rules: Rules[Board, State],
    hints: Hints[Board, State],
    question: Question[Board, State],
    rng: Ints,
    scratch: Row[State],
    truths: int,
) -> None:
    """Imagine a truth into scratch[1]; of several, each with the chance its belief deserves."""
    board, root, seat, evidence = question
    take(scratch, 1, root, board)
    rules.imagine(board, scratch[1], seat, rng)
    if truths > 1:
        total = hints.belief(board, scratch[1], seat, evidence)
        for _ in range(1, truths):
            take(scratch, 0, root, board)
            rules.imagine(board, scratch[0], seat, rng)
            weight = hints.belief(board, scratch[0], seat, evidence)
            total += weight
            if unit(rng) * total < weight:
                take(scratch, 1, scratch[0], board)


@generic(inline=True)
def node_after(tree: Tree, edge: int, clue: int) -> int:
    """The node that follows an edge under a clue; a fresh one is made while there is room, else 0."""
    nodes, edges, counts = tree.nodes, tree.edges, tree.counts
    node = edges[edge].child
    while node != 0 and nodes[node].clue != clue:
        node = nodes[node].next
    if node == 0 and counts[NODES] + 1 < len(nodes):
        counts[NODES] += 1
        node = counts[NODES]
        nodes[node].clue = clue
        nodes[node].next = edges[edge].child
        nodes[node].first = 0
        nodes[node].visits = 0
        nodes[node].total = 0.0
        edges[edge].child = node
    return node


@generic(inline=True)
def select(
    hints: Hints[Board, State], board: Board, state: State, seat: int, tree: Tree, node: int, desk: Desk[State], n: int
) -> int:
    """The edge to follow at a node among the n legal actions: known good, or promising and little tried."""
    nodes, edges, counts, moments = tree
    out, fresh, logits, slot = desk.out, desk.weights, desk.logits, desk.slot
    edge = nodes[node].first
    while edge != 0:
        slot[edges[edge].action] = edge
        edge = edges[edge].next
    k = 0
    for i in range(n):
        action = out[i]
        edge = slot[action]
        if edge == 0 or edge > counts[EDGES] or edges[edge].node != node or edges[edge].action != action:
            if counts[EDGES] + 1 >= len(edges):
                return 0
            counts[EDGES] += 1
            edge = counts[EDGES]
            edges[edge].node = node
            edges[edge].action = action
            edges[edge].next = nodes[node].first
            edges[edge].child = 0
            edges[edge].visits = 0
            edges[edge].total = 0.0
            nodes[node].first = edge
            slot[action] = edge
            fresh[k] = action
            k += 1
    if k > 0:
        hints.appeal(board, state, seat, fresh, k, logits)
        if k == n:  # the first choice here, or one that has nothing in common with the others
            nodes[node].top = logits[0]
            for i in range(1, k):
                nodes[node].top = max(nodes[node].top, logits[i])
        for i in range(k):
            edges[slot[fresh[i]]].appeal = exp(min(30.0, logits[i] - nodes[node].top))
    share = 0.0
    for i in range(n):
        share += edges[slot[out[i]]].appeal
    spread = sqrt(moments[SQUARES] / max(1.0, moments[COUNT])) + 1e-9
    unknown = nodes[node].total / nodes[node].visits if nodes[node].visits > 0 else moments[MEAN]
    eagerness = moments[EXPLORE] * spread * sqrt(nodes[node].visits + 1.0) / (share + 1e-12)
    found, record = 0, -1e300
    for i in range(n):
        edge = slot[out[i]]
        visits = edges[edge].visits
        # a result or two say little: the mean of the node counts as one more
        value = (edges[edge].total + unknown) / (visits + 1.0)
        value += eagerness * edges[edge].appeal / (1.0 + visits)
        if value > record:
            found, record = edge, value
    return found


@generic(inline=True)
def go_on(
    rules: Rules[Board, State],
    hints: Hints[Board, State],
    board: Board,
    seat: int,
    here: int,
    start: int,
    rng: Ints,
    tree: Tree,
    desk: Desk[State],
) -> float:
    """Play on from scratch[0], which began in the stage `here`, to the end of the simulation; what it is worth."""
    nodes, edges, counts, moments = tree
    state, path, out, weights = desk.scratch[0], desk.path, desk.out, desk.weights
    edge, deep, leaf = start, 0, 0
    while deep < counts[DEPTH] and hints.stage(board, state) == here:
        mask = rules.actors(board, state)
        if mask == 0:
            break
        if mask == CHANCE_BIT:
            n = rules.chances(board, state, out, weights)
            rules.apply(board, state, CHANCE, out[weighted(rng, weights, n)])
        elif mask >> seat & 1:
            node = node_after(tree, edge, hints.clue(board, state, seat))
            if node == 0:
                break
            if nodes[node].visits < counts[PATIENCE]:  # too early to tell its actions apart: the policy goes on
                leaf = node
                break
            n = rules.legal(board, state, seat, out)
            edge = select(hints, board, state, seat, tree, node, desk, n)
            if edge == 0:
                break
            path[deep] = edge
            deep += 1
            rules.apply(board, state, seat, edges[edge].action)
        else:
            other = lowest(mask)
            rules.apply(board, state, other, hints.policy(board, state, other, rng, desk.script))
    if hints.stage(board, state) == here:
        hints.finish(board, state, seat, rng, desk.script)
    value = hints.worth(board, state, seat)
    for i in range(deep):
        edge = path[i]
        edges[edge].visits += 1
        edges[edge].total += value
        nodes[edges[edge].node].visits += 1
        nodes[edges[edge].node].total += value
    if leaf != 0:
        nodes[leaf].visits += 1
        nodes[leaf].total += value
    moments[COUNT] += 1.0
    step = value - moments[MEAN]
    moments[MEAN] += step / moments[COUNT]
    moments[SQUARES] += step * (value - moments[MEAN])
    return value


@generic(inline=True)
def simulate(
    rules: Rules[Board, State],
    hints: Hints[Board, State],
    board: Board,
    seat: int,
    action: int,
    start: int,
    rng: Ints,
    tree: Tree,
    desk: Desk[State],
) -> float:
    """One simulation of one action in scratch[0]; `start` is the edge under which the seat's next choices are kept."""
    here = hints.stage(board, desk.scratch[0])
    rules.apply(board, desk.scratch[0], seat, action)
    return go_on(rules, hints, board, seat, here, start, rng, tree, desk)


@generic
def simulations(
    rules: Rules[Board, State],
    hints: Hints[Board, State],
    question: Question[Board, State],
    candidates: Ints,
    streams: Streams,
    tally: Tally,
    tree: Tree,
    desk: Desk[State],
) -> int:
    """Try every candidate (action, and the edge of its tree) on every stream.

    Results are summed up by candidate, products of results by pair of candidates on the same stream; a candidate
    whose edge is negative is out of the race.
    """
    results, sums, products = tally
    scratch, board, seat = desk.scratch, question.board, question.seat
    luck, rng = desk.luck, desk.rng
    n = len(candidates) // 2
    done = 0
    for stream in range(streams.first, streams.last):
        seed_stream(luck, streams.base, stream)
        imagine_truth(rules, hints, question, luck, scratch, tree.counts[TRUTHS])
        rewind(rng, luck)
        hints.rehearse(board, scratch, seat, rng, desk.script)
        for i in range(n):
            action, start = candidates[2 * i], candidates[2 * i + 1]
            if start < 0:
                continue
            rewind(rng, luck)
            take(scratch, 0, scratch[1], board)
            results[i] = simulate(rules, hints, board, seat, action, start, rng, tree, desk)
            done += 1
        for i in range(n):
            if candidates[2 * i + 1] >= 0:
                sums[i] += results[i]
                for j in range(n):
                    if candidates[2 * j + 1] >= 0:
                        products[i * n + j] += results[i] * results[j]
    return done
