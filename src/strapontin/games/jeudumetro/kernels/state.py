"""The two records of Le Jeu du Metro: the board (the circle of places, the deck) and the state.

A *place* is where a train and an objective lie: one for each player, two (A and B) when two play. Trains and
objective cards move between places, so both keep their own identity: `train[place]` and `card[place]`. What is
known of an objective (its face, who has seen it, what it cannot be) belongs to the card and travels with it.
"""

from __future__ import annotations

from strapontin.core.layout import Grid, Record, Row, int8, int64, shape

SEATS = 6
PLACES = 6
PAIRS = 15  # of places
PASSENGERS = 80
START = 10
CROWD = 20
DEALT = 4

# Action cards, in the order of the notation.
NAMES = ("V1", "V2", "V3", "SP", "HP", "M1", "M2", "M3", "CT", "CS", "PP", "TE", "CO", "CC", "AI")
V1, V2, V3, SP, HP, M1, M2, M3, CT, CS, PP, TE, CO, CC, AI = range(15)
COPIES = (2, 5, 2, 2, 2, 2, 5, 2, 2, 2, 3, 2, 4, 4, 4)
KINDS = 15
DECK = 43
ROW = 16  # a row of counts by kind, padded so that the records have no holes

# Objectives: 0 stands for a face one does not know.
OBJECTIVES = ("?", "0", "20", "R0", "L20")
UNSEEN, ZERO, TWENTY, RIGHT_ZERO, LEFT_TWENTY = range(5)
FACES = 5
FACE_COPIES = (0, 2, 2, 1, 1)
WORLDS = 180
"""No number of places can be dealt objectives in more different ways than this."""

# Phases: whose step is next, and which.
FIRST, OBJECTIVE, DEAL, ACT, DISCARD, STEAL, DRAW, OVER = range(8)

# Actions of a seat: a play is kind, place and second place (or a player); a discard is one card at a time, then STOP.
PLAY = PLACES * PLACES
LAY = KINDS * PLAY
STOP = LAY + KINDS
WIDTH = STOP + 1
MOST = 128

LEAST_TO_ROB = 4


class Board(Record):
    """The circle of places, and the deck."""

    players: int64
    places: int64
    owner: Row[int64] = shape(PLACES)
    left: Row[int64] = shape(PLACES)  # the next place going left, which is the way of play
    right: Row[int64] = shape(PLACES)
    copies: Row[int64] = shape(ROW)  # of each action card
    faces: Row[int64] = shape(8)  # copies of each objective
    ways: Row[int64] = shape(ROW)  # ways to play a card that every hand has at any time; 0 where that depends
    plays: Grid[int64] = shape(ROW, PAIRS)  # and these plays
    walks: Grid[int64] = shape(PLACES, PLACES)  # the plays of a Correspondance from a place
    refills: int64  # the refill of the pile that announces the last train
    extent: int64  # the bytes of a state up to what is known of the last hand in play


class State(Record):
    """Where everything lies, and what each seat knows."""

    phase: int64
    starter: int64
    turn: int64  # the player whose turn it is
    step: int64  # objectives, then cards, dealt so far
    due: int64  # cards still to draw in this turn
    lowest: int64  # during a discard: the kind laid down last
    victim: int64
    refills: int64
    closing: int64  # 1 from the announcement of the last train on
    won: int64  # the winners, as a bit mask
    late: int64  # 1 if the last train decided who
    turns: int64  # turns begun
    quay: int64
    stock: int64  # cards in the pile
    passengers: Row[int64] = shape(PLACES)
    stars: Row[int64] = shape(PLACES)  # Star people attached
    controllers: Row[int64] = shape(PLACES)
    train: Row[int64] = shape(PLACES)  # which train lies here
    card: Row[int64] = shape(PLACES)  # which objective card lies here, by the place it was dealt to
    face: Row[int64] = shape(PLACES)  # by card: its objective
    knows: Row[int64] = shape(PLACES)  # by card: the seats that know it, as a bit mask
    denied: Row[int64] = shape(PLACES)  # by card: objectives it cannot be, as a bit mask
    paired: Grid[int64] = shape(4, 4)  # two players, by pair of cards: pairs of objectives they cannot be
    held: Row[int64] = shape(SEATS)  # hand sizes
    kinds: Row[int64] = shape(SEATS)  # the kinds of cards in a hand, as bits
    coming: int64  # the kinds of cards in the pile, as bits
    hand: Grid[int8] = shape(SEATS, ROW)
    pile: Row[int8] = shape(ROW)
    discard: Row[int8] = shape(ROW)
    fresh: Row[int8] = shape(ROW)  # the pile as it was when refilled last
    drawn: Grid[int8] = shape(SEATS, ROW)  # what each seat has drawn of it
    known: Grid[int8] = shape(SEATS, ROW, SEATS)  # by holder and kind: cards a seat is certain of
