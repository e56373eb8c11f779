"""One simulation of the search, as generic code over the contract of a game.

A simulation takes an imagined truth that agrees with all the seat knows, plays one action of the seat, and goes on
to the end. The seat's own next choices are planned in a tree: a node is what the seat has done and the clues it
has seen, so it never depends on what is hidden. All other choices, those of the other seats as well, are made
by the game's policy; chance draws as the rules say. Choices made at the same time stay unseen to one another,
because the policy of the others comes from their side of the same imagined truth.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from strapontin.core.kernel import generic, record_type
from strapontin.core.rng import unit, weighted, word

NODE = record_type(
    [
        ("clue", np.int64),
        ("next", np.int64),  # the next node after the same choice, or 0
        ("first", np.int64),  # its first edge, or 0
        ("visits", np.int64),
        ("total", np.float64),
        ("top", np.float64),  # the highest appeal when its first edges were made
    ],
)
"""A choice of the seat that searches; nodes and edges are counted from 1."""

EDGE = record_type(
    [
        ("node", np.int64),
        ("action", np.int64),
        ("next", np.int64),  # the next edge of the same node, or 0
        ("child", np.int64),  # the first node that came after it, or 0
        ("visits", np.int64),
        ("total", np.float64),
        ("appeal", np.float64),  # as a share beside the others
    ],
)
"""An action tried at a node."""

# Counts kept beside the tree.
NODES, EDGES, DEPTH, TRUTHS, PATIENCE = range(5)
# Moments of the results so far, and how eagerly to explore.
COUNT, MEAN, SQUARES, EXPLORE = range(4)


@generic
def seed_stream(rng: Any, base: Any, stream: int) -> None:
    """Set a generator to the given stream of a base: the same luck for every action tried on it."""
    rng[0] = base[0] ^ stream
    rng[1] = base[1]
    rng[2] = base[2]
    rng[3] = base[3] | 1
    for _ in range(8):
        word(rng)


@generic
def truth(
    imagine: Any, belief: Any, board: Any, root: Any, seat: int, evidence: Any, rng: Any, scratch: Any, counts: Any
) -> None:
    """Imagine a truth into scratch[1]; of several, each with the chance its belief deserves."""
    scratch[1] = root
    imagine(board, scratch[1], seat, rng)
    if counts[TRUTHS] > 1:
        total = belief(board, scratch[1], seat, evidence)
        for _ in range(1, counts[TRUTHS]):
            scratch[0] = root
            imagine(board, scratch[0], seat, rng)
            weight = belief(board, scratch[0], seat, evidence)
            total += weight
            if unit(rng) * total < weight:
                scratch[1] = scratch[0]


@generic
def node_after(nodes: Any, edges: Any, counts: Any, edge: int, clue: int) -> int:
    """The node that follows an edge under a clue; a fresh one is made while there is room, else 0."""
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


@generic
def select(
    appeal: Any,
    board: Any,
    state: Any,
    seat: int,
    nodes: Any,
    edges: Any,
    counts: Any,
    moments: Any,
    node: int,
    out: Any,
    n: int,
    fresh: Any,
    logits: Any,
    slot: Any,
) -> int:
    """The edge to follow at a node among the n legal actions: known good, or promising and little tried."""
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
        appeal(board, state, seat, fresh, k, logits)
        if k == n:  # the first choice here, or one that has nothing in common with the others
            nodes[node].top = logits[:k].max()
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


@generic
def simulate(
    actors: Any,
    legal: Any,
    chances: Any,
    apply: Any,
    policy: Any,
    finish: Any,
    appeal: Any,
    clue: Any,
    stage: Any,
    worth: Any,
    board: Any,
    seat: int,
    action: int,
    start: int,
    rng: Any,
    nodes: Any,
    edges: Any,
    counts: Any,
    moments: Any,
    out: Any,
    weights: Any,
    logits: Any,
    slot: Any,
    path: Any,
    scratch: Any,
) -> float:
    """One simulation of one action in scratch[0]; `start` is the edge under which the seat's next choices are kept."""
    state = scratch[0]
    here = stage(board, state)
    apply(board, state, seat, action)
    edge, deep, leaf = start, 0, 0
    while deep < counts[DEPTH] and stage(board, state) == here:
        mask = actors(board, state)
        if mask == 0:
            break
        if mask >> 16:
            n = chances(board, state, out, weights)
            apply(board, state, -1, out[weighted(rng, weights, n)])
        elif mask >> seat & 1:
            node = node_after(nodes, edges, counts, edge, clue(board, state, seat))
            if node == 0:
                break
            if nodes[node].visits < counts[PATIENCE]:  # too early to tell its actions apart: the policy goes on
                leaf = node
                break
            n = legal(board, state, seat, out)
            edge = select(
                appeal, board, state, seat, nodes, edges, counts, moments, node, out, n, weights, logits, slot
            )
            if edge == 0:
                break
            path[deep] = edge
            deep += 1
            apply(board, state, seat, edges[edge].action)
        else:
            other = 0
            while not mask >> other & 1:
                other += 1
            apply(board, state, other, policy(board, state, other, rng))
    if stage(board, state) == here:
        finish(board, state, rng)
    value = worth(board, state, seat)
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


@generic
def simulations(
    actors: Any,
    legal: Any,
    chances: Any,
    apply: Any,
    imagine: Any,
    policy: Any,
    finish: Any,
    appeal: Any,
    clue: Any,
    belief: Any,
    stage: Any,
    worth: Any,
    board: Any,
    root: Any,
    seat: int,
    evidence: Any,
    candidates: Any,
    first: int,
    last: int,
    base: Any,
    results: Any,
    sums: Any,
    products: Any,
    nodes: Any,
    edges: Any,
    counts: Any,
    moments: Any,
    out: Any,
    weights: Any,
    logits: Any,
    slot: Any,
    path: Any,
    scratch: Any,
) -> int:
    """Try every candidate (action, and the edge of its tree) on the streams from `first` to before `last`.

    Results are summed up by candidate, products of results by pair of candidates on the same stream; a candidate
    whose edge is negative is out of the race.
    """
    luck, rng = np.empty(4, np.int64), np.empty(4, np.int64)
    n = len(candidates) // 2
    done = 0
    for stream in range(first, last):
        seed_stream(luck, base, stream)
        truth(imagine, belief, board, root, seat, evidence, luck, scratch, counts)
        for i in range(n):
            if candidates[2 * i + 1] < 0:
                continue
            rng[:] = luck
            scratch[0] = scratch[1]
            results[i] = simulate(
                actors,
                legal,
                chances,
                apply,
                policy,
                finish,
                appeal,
                clue,
                stage,
                worth,
                board,
                seat,
                candidates[2 * i],
                candidates[2 * i + 1],
                rng,
                nodes,
                edges,
                counts,
                moments,
                out,
                weights,
                logits,
                slot,
                path,
                scratch,
            )
            done += 1
        for i in range(n):
            if candidates[2 * i + 1] >= 0:
                sums[i] += results[i]
                for j in range(n):
                    if candidates[2 * j + 1] >= 0:
                        products[i * n + j] += results[i] * results[j]
    return done
