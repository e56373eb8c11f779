"""What a language model may ask: games by their ids, tools and resources, without any protocol.

A tool is a class: its docstring says what it does, its fields are the arguments. `Desk.answer` obeys one, `Desk.read`
reads a resource; both know only what the seats of this session know. `adapters/mcp.py` puts it on the wire.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec

from strapontin.adapters.rendering import png
from strapontin.adapters.sitting import Sitting, Voice, sit_down
from strapontin.core.errors import StrapontinError, clip, listing
from strapontin.core.levels import LEVELS
from strapontin.core.options import described
from strapontin.core.registry import game as game_of
from strapontin.core.registry import games
from strapontin.core.schema import components
from strapontin.words import LANGUAGES, said, say
from strapontin.words.rulebooks import rulebook, rules

MOST_GAMES = 16
"""So many games are kept; one that is over makes room for a new one."""
SCHEME = "strapontin://"

Told: TypeAlias = str | bytes
"""Lines of text, or a picture as PNG."""


class Tool(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Something to ask."""

    changes: ClassVar[bool] = False
    """Whether anything is different afterwards."""


class Games(Tool):
    """List the games, the levels of bots, and the games begun here; or tell of one game its players and options."""

    game: str | None = None
    """The short name of a game to tell more of."""


class Start(Tool):
    """Begin a game against bots, or alone where a game allows it. Answers its id, how to write moves, and the table."""

    changes = True
    game: str
    """The short name of the game, such as metrox."""
    players: int | None = None
    """How many sit at the table, you included; without it, you and the bots named, or as many as is usual."""
    options: dict[str, Any] = {}
    """Options of the game, such as {"map": "berlin"}."""
    bots: list[str] | None = None
    """The levels of the bots in the other seats, in their order, or one for all of them; novice, if none are named."""
    seat: int = 0
    """Where you sit, from 0."""
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] | str | None = None
    """A whole number, or 32 bytes in hex, to play the same deal again; fresh and secret until the end without it."""


class OfGame(Tool):
    """Something to ask about a game."""

    id: str
    """The id of the game, as `start` told it."""


class Look(OfGame):
    """Look at the table as your seat sees it: what happened since your last move, the position, whose turn it is."""

    form: Literal["text", "json", "picture"] = "text"
    """Lines of text, the view as JSON, or a picture."""


class Moves(OfGame):
    """List your legal moves with what each of them would do."""

    beginning: str = ""
    """Only moves whose notation begins so."""
    most: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 100
    """So many at most."""
    form: Literal["text", "json"] = "text"
    """Lines of text, or previews as JSON."""


class Play(OfGame):
    """Play a legal move, in the notation of the game. The bots answer at once, and you see the table after that."""

    changes = True
    move: str
    """The move as `moves` lists it."""


class Undo(OfGame):
    """Take back your last move, where nobody has acted or learned anything since."""

    changes = True


class Review(OfGame):
    """Look back on your decisions so far: how good they were, what would have been better, and why."""

    budget: Annotated[int, msgspec.Meta(ge=4, le=2000)] = 200
    """Simulations for each decision: more are surer and take longer."""


class Leave(OfGame):
    """Leave a game and forget it."""

    changes = True


TOOLS: tuple[type[Tool], ...] = (Games, Start, Look, Moves, Play, Undo, Review, Leave)


class Resource(NamedTuple):
    """Something to read."""

    uri: str
    name: str
    kind: str
    """Its media type."""


class Desk:
    """The games of one session."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.sittings: dict[str, Sitting] = {}
        """By id, the one that was asked about last at the end."""
        self._begun = 0
        self._lock = threading.Lock()

    # tools

    def answer(self, name: str, arguments: dict[str, Any]) -> Told:
        """Obey a tool; StrapontinError is one clear line."""
        kind = next((one for one in TOOLS if name_of(one) == name), None)
        if kind is None:
            raise StrapontinError(f"there is no tool {clip(name)}; known: {', '.join(map(name_of, TOOLS))}")
        try:
            asked = msgspec.convert(arguments, kind)
        except msgspec.ValidationError as error:
            raise StrapontinError(f"{name}: {error}") from None
        with self._lock:
            return self._obey(asked)

    def _obey(self, asked: Tool) -> Told:
        match asked:
            case Games(game=str(name)):
                return self._game(name)
            case Start():
                return self._start(asked)
            case Look(form="json"):
                return _json(self._sitting(asked.id).seen())
            case Look(form="picture"):
                return png(self._sitting(asked.id).picture(), "picture")
            case Moves():
                return self._moves(asked)
            case Play(move=move):
                self._sitting(asked.id).play(move)
            case Undo():
                self._sitting(asked.id).undo()
            case Review(budget=budget):
                return "\n".join(self._sitting(asked.id).review(budget))
            case Leave():
                self._sitting(asked.id)
                del self.sittings[asked.id]
                return self._games()
        return "\n".join(self._sitting(asked.id).lines) if isinstance(asked, OfGame) else self._games()

    def _start(self, asked: Start) -> str:
        self._make_room()
        sitting = sit_down(asked.game, self.voice, asked.players, asked.options, asked.bots, asked.seat, asked.seed)
        if any(one.match.seed == sitting.match.seed and not one.match.over for one in self.sittings.values()):
            raise StrapontinError("seed: a game with it is being played; finish it, leave it, or take another seed")
        self._begun += 1
        found = f"{asked.game}-{self._begun}"
        self.sittings[found] = sitting
        match, language = sitting.match, self.voice.language
        others = [one.name for seat, one in enumerate(match.players) if seat != asked.seat]
        told = [say(language, "mcp.begun", id=found, game=match.game.name, seat=asked.seat)]
        told += [say(language, "mcp.others", names=others)] if others else []
        told += [say(language, "mcp.commitment", hash=match.commitment or "")]
        return "\n".join([*told, *sitting.notation(), "", *sitting.lines])

    def _make_room(self) -> None:
        if len(self.sittings) >= MOST_GAMES:
            over = next((name for name, one in self.sittings.items() if one.match.over), None)
            if over is None:
                raise StrapontinError(
                    f"{MOST_GAMES} games are being played; leave one of {listing(list(self.sittings))}"
                )
            del self.sittings[over]

    def _moves(self, asked: Moves) -> str:
        sitting = self._sitting(asked.id)
        if asked.form == "json":
            found = [one for one in sitting.previews() if one["move"].startswith(asked.beginning)]
            return _json({"moves": found[: asked.most], "more": max(0, len(found) - asked.most)})
        moves = {move: does for move, does in sitting.moves().items() if move.startswith(asked.beginning)}
        told = [f"{move}  {does}".strip() for move, does in list(moves.items())[: asked.most]]
        more = len(moves) - len(told)
        if more:
            told.append(say(self.voice.language, "mcp.more", n=more))
        return "\n".join(told) or say(self.voice.language, "mcp.none")

    def _games(self) -> str:
        """What can be told before any rules are loaded, which takes long the first time."""
        language = self.voice.language
        abouts = {name: said(language, f"{name}.about", "") for name in games()}
        told = [say(language, "mcp.game", id=name, about=about) if about else name for name, about in abouts.items()]
        told.append(say(language, "mcp.levels", names=", ".join(one.name for one in LEVELS)))
        if self.sittings:
            told.append(say(language, "mcp.open", names=", ".join(self.sittings)))
        return "\n".join(told)

    def _game(self, name: str) -> str:
        one, language = game_of(name), self.voice.language
        told = [
            say(language, "mcp.seats", game=one.name, low=one.seats.start, high=one.seats.stop - 1, usual=one.usual)
        ]
        if one.options:
            told.append(say(language, "mcp.options", options=", ".join(map(described, one.options))))
        return "\n".join(told)

    def _sitting(self, name: str) -> Sitting:
        if name not in self.sittings:
            known = listing(list(self.sittings)) or "none"
            raise StrapontinError(f"there is no game {clip(name)} here; begun: {known}")
        self.sittings[name] = self.sittings.pop(name)
        return self.sittings[name]

    # resources

    def resources(self) -> list[Resource]:
        """The rules of every game in every language, and the boards of the games begun here."""
        found = [
            Resource(f"{SCHEME}rules/{name}.{language}.md", f"{name} ({language})", "text/markdown")
            for name in games()
            for language in LANGUAGES
            if rulebook(name, language)
        ]
        with self._lock:
            for name, sitting in self.sittings.items():
                made = [one for one in PARTS if (one != "record.json" or sitting.match.over) and _can(one)]
                found += [Resource(f"{SCHEME}games/{name}/{one}", f"{name} {one}", PARTS[one][0]) for one in made]
        return found

    def templates(self) -> list[Resource]:
        """The same for games that are not begun yet."""
        return [
            Resource(f"{SCHEME}rules/{{game}}.{{language}}.md", "rules", "text/markdown"),
            *(Resource(f"{SCHEME}games/{{id}}/{one}", one, kind) for one, (kind, _) in PARTS.items() if _can(one)),
        ]

    def read(self, uri: str) -> tuple[str, Told]:
        """The media type of a resource and what is in it; StrapontinError is one clear line."""
        kind, _, rest = uri.removeprefix(SCHEME).partition("/")
        first, _, part = rest.rpartition("/")
        if uri.startswith(SCHEME) and kind == "games" and part in PARTS:
            with self._lock:
                return PARTS[part][0], PARTS[part][1](self._sitting(first))
        if uri.startswith(SCHEME) and kind == "rules" and not first:
            name, _, language = rest.removesuffix(".md").rpartition(".")
            if name in games() and language in LANGUAGES and rest.endswith(".md") and rulebook(name, language):
                return "text/markdown", rules(name, language)
        known = listing([one.uri for one in self.templates()])
        raise StrapontinError(f"there is no resource {clip(uri)}; known: {known}")


PARTS: dict[str, tuple[str, Callable[[Sitting], Told]]] = {
    "board.svg": ("image/svg+xml", Sitting.picture),
    "board.png": ("image/png", lambda sitting: png(sitting.picture(), "board.png")),
    "record.json": ("application/json", lambda sitting: _json(sitting.record())),
}
"""What can be read of a game; the record only when it is over."""


def _can(part: str) -> bool:
    return part != "board.png" or find_spec("resvg_py") is not None


def name_of(tool: type[Tool]) -> str:
    """What a tool is called."""
    return tool.__name__.lower()


def schema_of(tool: type[Tool]) -> dict[str, Any]:
    """The arguments of a tool as a JSON Schema."""
    _, definitions = components([tool])
    schema: dict[str, Any] = definitions[tool.__name__]
    return {name: about for name, about in schema.items() if name not in ("title", "description")}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
