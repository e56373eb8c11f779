"""A referee of its own: reads a record's texts and keeps the books with dictionaries, apart from the engine."""

from __future__ import annotations

import re
from collections import Counter

DECK = Counter(
    V1=2, V2=5, V3=2, SP=2, HP=2, M1=2, M2=5, M3=2, CT=2, CS=2, PP=3, TE=2, CO=4, CC=4, AI=4
)  # fmt: skip


class Referee:
    """The table as somebody with paper and pencil would keep it."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.places = ["1A", "1B", "2A", "2B"] if players == 2 else [str(i + 1) for i in range(players)]
        ring = ["1A", "2B", "2A", "1B"] if players == 2 else self.places
        self.left = {here: ring[(i + 1) % len(ring)] for i, here in enumerate(ring)}
        self.right = {there: here for here, there in self.left.items()}
        self.train = {place: {"riding": 10, "cards": []} for place in self.places}
        self.quay = 80 - 10 * len(self.places)
        self.goal: dict[str, str] = {}
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.pile, self.discard = Counter(DECK), Counter[str]()
        self.turn, self.first, self.due, self.refills = -1, -1, 0, 0
        self.thief: tuple[int, int] | None = None
        self.winners: list[int] = []
        self.dealt = 0

    def own(self, seat: int) -> list[str]:
        return [place for place in self.places if int(place[0]) == seat + 1]

    def step(self, actor: int | str, text: str) -> None:
        assert not self.winners, "no step follows a win"
        if actor == "*":
            verb, _, rest = text.partition(" ")
            getattr(self, f"chance_{verb}")(rest)
        else:
            assert actor == self.turn
            assert self.due == 0
            self.act(text)

    # chance

    def chance_first(self, rest: str) -> None:
        self.first = int(rest) - 1

    def chance_obj(self, rest: str) -> None:
        place, goal = rest.split("=")
        self.goal[place] = goal
        if self.players == 2 and place[1] == "B":
            a, b = place[0] + "A", place
            if self.about(a) == self.about(b):
                self.goal[a], self.goal[b] = self.goal[b], self.goal[a]

    def chance_deal(self, rest: str) -> None:
        player, card = rest.split("=")
        self.take(int(player) - 1, card)
        self.dealt += 1
        if self.dealt == 4 * self.players:
            self.turn = self.first

    def chance_steal(self, card: str) -> None:
        assert self.thief is not None
        thief, victim = self.thief
        assert self.hands[victim][card] > 0
        self.hands[victim][card] -= 1
        self.hands[thief][card] += 1
        self.thief = None

    def chance_draw(self, card: str) -> None:
        assert self.thief is None
        if not self.pile.total():
            self.pile, self.discard = self.discard, Counter()
            self.refills += 1
        self.take(self.turn, card)
        self.due -= 1
        if self.due == 0:
            self.next_turn()

    def take(self, seat: int, card: str) -> None:
        assert self.pile[card] > 0
        self.pile[card] -= 1
        self.hands[seat][card] += 1

    # players

    def act(self, text: str) -> None:
        if text.startswith("-"):
            for card in text[1:].split(","):
                self.drop(card)
                self.due += 1
            return
        card = text[:2]
        self.drop(card, attached=card in ("SP", "CT"))
        self.due = 1
        names = re.findall(r"[1-6][AB]?", text[2:])
        if card == "PP":
            self.thief = (self.turn, int(names[0]) - 1)
            assert self.hands[self.thief[1]].total() >= 4
        else:
            self.effect(card, names)
        self.winners = self.fulfilled()
        if self.winners:
            self.due = 0

    def drop(self, card: str, attached: bool = False) -> None:
        assert self.hands[self.turn][card] > 0
        self.hands[self.turn][card] -= 1
        if not attached:
            self.discard[card] += 1

    def effect(self, card: str, names: list[str]) -> None:
        if card in ("V1", "V2", "V3"):
            self.board(names[0], int(card[1]))
        elif card in ("M1", "M2", "M3"):
            self.alight(names[0], int(card[1]))
        elif card in ("SP", "CT"):
            self.train[names[0]]["cards"].append(card)  # type: ignore[attr-defined]
        elif card == "HP":
            place = self.own(self.turn)[0]
            for _ in range(2 * len(self.places)):
                self.board(place, 1)
                place = self.left[place]
        elif card == "CS":
            for place in self.places:
                self.alight(place, 2)
        elif card == "TE":
            place = names[0] if names else self.own(self.turn)[0]
            self.alight(place, self.riding(place))
            self.board(place, 10)
        elif card == "CO":
            walking = min(2, self.riding(names[0]))
            assert walking
            self.train[names[0]]["riding"] -= walking  # type: ignore[operator]
            self.train[names[1]]["riding"] += walking  # type: ignore[operator]
        else:
            table = self.goal if card == "CC" else self.train
            table[names[0]], table[names[1]] = table[names[1]], table[names[0]]  # type: ignore[index]

    def riding(self, place: str) -> int:
        return self.train[place]["riding"]  # type: ignore[return-value]

    def board(self, place: str, n: int) -> None:
        n = min(n, self.quay)
        self.quay -= n
        self.train[place]["riding"] += n  # type: ignore[operator]

    def alight(self, place: str, n: int) -> None:
        n = min(n, self.riding(place))
        self.quay += n
        self.train[place]["riding"] -= n  # type: ignore[operator]

    # turns and the end

    def next_turn(self) -> None:
        last = 2 if self.players == 2 else 4
        if self.refills >= last and (self.turn + 1) % self.players == self.first:
            distance = [sum(self.missing(place) for place in self.own(seat)) for seat in range(self.players)]
            self.winners = [seat for seat in range(self.players) if distance[seat] == min(distance)]
            return
        self.turn = (self.turn + 1) % self.players
        for place in self.own(self.turn):
            cards = self.train[place]["cards"]
            net = cards.count("SP") - cards.count("CT")  # type: ignore[attr-defined]
            self.board(place, net) if net > 0 else self.alight(place, -net)
        self.winners = self.fulfilled()

    def about(self, place: str) -> str:
        return {"R0": self.right[place], "L20": self.left[place]}.get(self.goal[place], place)

    def missing(self, place: str) -> int:
        riding = self.riding(self.about(place))
        return riding if self.goal[place] in ("0", "R0") else max(0, 20 - riding)

    def fulfilled(self) -> list[int]:
        return [seat for seat in range(self.players) if not any(self.missing(place) for place in self.own(seat))]
