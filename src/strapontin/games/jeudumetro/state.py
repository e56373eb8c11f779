"""The two records of Le Jeu du Metro: the board (the circle of places, the deck) and the state.

A *place* is where a train and an objective lie: one for each player, two (A and B) when two play. Trains and
objective cards move between places, so both keep their own identity: `train[place]` and `card[place]`. What is
known of an objective (its face, who has seen it, what it cannot be) belongs to the card and travels with it.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import record_type

SEATS = 6
PLACES = 6
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

BOARD = record_type(
    [
        ("players", np.int64),
        ("places", np.int64),
        ("owner", np.int64, PLACES),
        ("left", np.int64, PLACES),  # the next place going left, which is the way of play
        ("right", np.int64, PLACES),
        ("copies", np.int64, ROW),  # of each action card
        ("faces", np.int64, 8),  # copies of each objective
        ("refills", np.int64),  # the refill of the pile that announces the last train
    ],
)

STATE = record_type(
    [
        ("phase", np.int64),
        ("starter", np.int64),
        ("turn", np.int64),  # the player whose turn it is
        ("step", np.int64),  # objectives, then cards, dealt so far
        ("due", np.int64),  # cards still to draw in this turn
        ("lowest", np.int64),  # during a discard: the kind laid down last
        ("victim", np.int64),
        ("refills", np.int64),
        ("closing", np.int64),  # 1 from the announcement of the last train on
        ("won", np.int64),  # the winners, as a bit mask
        ("late", np.int64),  # 1 if the last train decided who
        ("turns", np.int64),  # turns begun
        ("quay", np.int64),
        ("stock", np.int64),  # cards in the pile
        ("passengers", np.int64, PLACES),
        ("stars", np.int64, PLACES),  # Star people attached
        ("controllers", np.int64, PLACES),
        ("train", np.int64, PLACES),  # which train lies here
        ("card", np.int64, PLACES),  # which objective card lies here, by the place it was dealt to
        ("face", np.int64, PLACES),  # by card: its objective
        ("knows", np.int64, PLACES),  # by card: the seats that know it, as a bit mask
        ("denied", np.int64, PLACES),  # by card: objectives it cannot be, as a bit mask
        ("paired", np.int64, (4, 4)),  # two players, by pair of cards: pairs of objectives they cannot be
        ("held", np.int64, SEATS),  # hand sizes
        ("hand", np.int8, (SEATS, ROW)),
        ("pile", np.int8, ROW),
        ("discard", np.int8, ROW),
        ("fresh", np.int8, ROW),  # the pile as it was when refilled last
        ("drawn", np.int8, (SEATS, ROW)),  # what each seat has drawn of it
        ("known", np.int8, (SEATS, ROW, SEATS)),  # by holder and kind: cards a seat is certain of
    ],
)
