"""The commands and their options; the words of the help are in the catalogues."""

from __future__ import annotations

import argparse
import sys
import textwrap
from difflib import get_close_matches
from typing import Any, NoReturn

from strapontin import __version__
from strapontin.cli.error_words import spoken
from strapontin.cli.language import language
from strapontin.words import LANGUAGES, say

FILE = {"bash": "_shtab_compgen_files", "zsh": "_files", "tcsh": "f"}
"""How a shell completes the name of a file."""

EXAMPLES = {
    "": ["strapontin play metrox", "strapontin new metrox --players 3 --seed 7 > game.json", "strapontin games"],
    "games": ["strapontin games", "strapontin games --json"],
    "map": [
        "strapontin map",
        "strapontin map amsterdam > my-city.json",
        "strapontin map my-city.json --svg > my-city.svg",
        "strapontin map check my-city.json",
        "strapontin map calibrate my-city.json --games 100",
        "strapontin map paris --stats",
        "strapontin map berlin --svg > berlin.svg",
    ],
    "print": [
        "strapontin print jeudumetro -o jeudumetro.pdf",
        "strapontin print metrox --map berlin --copies 6 --paper letter --language fr -o berlin.pdf",
        "strapontin print metrox --map my-city.json -o my-city.pdf",
    ],
    "new": [
        "strapontin new metrox",
        "strapontin new metrox --players 3 --option map=amsterdam --seed 7",
        "strapontin new metrox --name Ana --name Bo --reveal > game.json",
    ],
    "play": [
        "strapontin play metrox",
        "strapontin play metrox --players 2 --bot random",
        "strapontin play metrox --bot cmd:./mybot --bot mybot:clever",
        "strapontin play metrox --option map=my-city.json",
        "strapontin play metrox --name Ana --name Bo --save evening.json",
        "strapontin play --resume evening.json",
        "strapontin play --resume",
        "strapontin play metrox --chance manual",
    ],
    "replay": [
        "strapontin replay game.json",
        "strapontin replay game.json --at 10 --seat 0",
        "strapontin new metrox --seed 7 | strapontin replay - --json",
    ],
    "verify": ["strapontin verify game.json"],
    "arena": [
        "strapontin arena metrox --bots expert@0.1,greedy --games 100 --jobs 2",
        "strapontin arena odyssee --bots expert,greedy --players 4 --games 40 --resume odyssee.jsonl --report page",
        "strapontin arena metrox --bots cmd:./mybot,novice --games 20 --json",
    ],
    "hindsight": ["strapontin hindsight game.json", "strapontin hindsight game.json --width 2000 --json"],
    "coach": [
        "strapontin coach game.json",
        "strapontin coach game.json --seat 0 --html review.html",
        "strapontin coach game.json --budget 1000 --json",
    ],
    "puzzles": ["strapontin puzzles metrox --games 20 -o puzzles.json", "strapontin puzzles odyssee --seed 3 --most 5"],
    "bench": ["strapontin bench", "strapontin bench --game metrox --json"],
    "conformance": ["strapontin conformance metrox", "strapontin conformance odyssee --decisions 50 --json"],
    "engine": ["""echo '{"do": "new", "game": "metrox"}' | strapontin engine"""],
    "mcp": ["strapontin mcp", "strapontin mcp --language fr"],
    "serve": [
        "strapontin serve --open",
        "strapontin serve --host 0.0.0.0 --port 8000 --bots 2",
        "strapontin serve --database postgresql://me:word@host/strapontin --bus redis://host:6379/0",
        "STRAPONTIN_LOG_LEVEL=warning strapontin serve --port 0",
    ],
    "sit": [
        "strapontin sit http://localhost:8000/t/0123456789abcdef --bot expert@0.5",
        "strapontin sit https://example.org/t/0123456789abcdef --bot mybot:mybot --name Robby",
        "strapontin sit https://example.org/t/0123456789abcdef --bot cmd:./mybot --seat 2",
    ],
    "admin": [
        "strapontin admin backup strapontin.gz",
        "strapontin admin restore strapontin.gz --database postgresql://me:word@host/strapontin",
        "strapontin admin tables --state playing",
        "strapontin admin tables --quarantine 0123456789abcdef",
        "strapontin admin guests --ban 192.0.2.0/24",
        "strapontin admin doctor",
    ],
    "completion": [
        'eval "$(strapontin completion bash)"',
        "strapontin completion zsh > ~/.zfunc/_strapontin",
        "strapontin completion fish > ~/.config/fish/completions/strapontin.fish",
    ],
}


class Parser(argparse.ArgumentParser):
    """A parser whose complaints end with what was meant, if that can be guessed, in the language of the terminal."""

    def error(self, message: str) -> NoReturn:
        """Say how it is used and what was wrong, and end with exit code 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {spoken(message, language())}\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read the command line; a flag a command does not have is one line, with the flag that was meant."""
        found, left = self.parse_known_args(args, namespace)
        if left:
            (commands,) = [one for one in self._actions if isinstance(one, argparse._SubParsersAction)]
            command = commands.choices[found.command]
            flag = left[0].partition("=")[0]
            near = get_close_matches(flag, command._option_string_actions, 1) if flag.startswith("--") else []
            told = (
                f"there is no {flag}; did you mean {near[0]}?" if near else f"unrecognized arguments: {' '.join(left)}"
            )
            self.exit(2, f"{command.prog}: {spoken(told, language())}\n")
        return found

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a command that is not there, with the one that was meant."""
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            from strapontin.core.registry import games

            near = get_close_matches(str(value), action.choices, 1)
            meant = f"play {value}" if value in games() else near[0] if near else ""
            if meant:
                self.error(f"there is no command {value!r}; did you mean `strapontin {meant}`?")
            self.error(f"there is no command {value!r}; known: {', '.join(action.choices)}")
        super()._check_value(action, value)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help in the language of the terminal, examples kept as they are typed."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Begin with our own word for `usage`."""
        super().add_usage(usage, actions, groups, prefix if prefix is not None else word("help.usage") + " ")

    def add_text(self, text: str | None) -> None:
        """What a command is about, broken between words; examples have their own lines already."""
        super().add_text(text if text is None or "\n" in text else textwrap.fill(text, self._width))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_on_hyphens=False)


def word(key: str) -> str:
    """A word of the help."""
    return say(language(), f"cli.{key}")


def parser(complete: bool = False) -> argparse.ArgumentParser:
    """The parser of all commands; with `complete`, its arguments list the values a shell may offer."""
    top = _parser(Parser, "", prog="strapontin")
    top.add_argument("--version", action="version", version=f"strapontin {__version__}", help=word("help.version"))
    commands = top.add_subparsers(title=word("help.commands"), dest="command", metavar="COMMAND", required=True)
    _looking(commands)
    _making(commands)
    _running(commands)
    if complete:
        _offer(commands)
    return top


def _parser(make: Any, name: str, **more: Any) -> argparse.ArgumentParser:
    examples = "\n".join(f"  {line}" for line in EXAMPLES[name])
    made: argparse.ArgumentParser = make(
        description=word(f"about.{name}" if name else "about") if name != "serve" else say(language(), "server.about"),
        epilog=f"{word('help.examples')}\n{examples}",
        formatter_class=Formatter,
        add_help=False,
        **more,
    )
    made._optionals.title = word("help.options")
    made._positionals.title = word("help.arguments")
    made.add_argument("-h", "--help", action="help", help=word("help.help"))
    return made


def _command(commands: Any, name: str, module: str | None = None) -> argparse.ArgumentParser:
    made = _parser(lambda **more: commands.add_parser(name, help=_short(name), **more), name)
    made.set_defaults(module=module or name)
    return made


def _short(name: str) -> str:
    return say(language(), "server.help") if name == "serve" else word(f"short.{name}")


def _looking(commands: Any) -> None:
    games = _command(commands, "games")
    _json(games)
    _language(games)

    maps = _command(commands, "map", "maps")
    city = maps.add_argument("id", nargs="?", metavar="ID", help=word("help.map"))
    _names_a_file(city)
    checked = maps.add_argument("file", nargs="?", metavar="FILE", help=word("help.map_file"))
    _names_a_file(checked)
    maps.add_argument("--stats", action="store_true", help=word("help.stats"))
    maps.add_argument("--svg", action="store_true", help=word("help.svg"))
    maps.add_argument("--games", type=int, default=300, metavar="N", help=word("help.calibrate_games"))
    maps.add_argument("--rollouts", type=int, default=100, metavar="N", help=word("help.rollouts"))
    maps.add_argument("--seed", type=int, default=1, metavar="S", help=word("help.calibrate_seed"))
    maps.add_argument("--special", action="store_true", help=word("help.calibrate_special"))
    _json(maps)

    printing = _command(commands, "print", "printing")
    printing.add_argument("game", metavar="GAME", help=word("help.print_game"))
    printing.add_argument("--map", metavar="ID", help=word("help.print_map"))
    output = printing.add_argument("-o", "--output", required=True, metavar="FILE", help=word("help.output"))
    _names_a_file(output)
    printing.add_argument("--copies", type=int, default=1, metavar="N", help=word("help.copies"))
    printing.add_argument("--paper", choices=("a4", "letter"), default="a4", help=word("help.paper"))
    printing.add_argument("--single-sided", action="store_true", help=word("help.single_sided"))
    _language(printing)

    replay = _command(commands, "replay")
    _file(replay)
    _json(replay)
    replay.add_argument("--at", type=int, metavar="N", help=word("help.at"))
    replay.add_argument("--seat", type=int, metavar="S", help=word("help.seat"))
    _language(replay)

    verify = _command(commands, "verify")
    _file(verify)
    _json(verify)
    _language(verify)


def _making(commands: Any) -> None:
    new = _command(commands, "new")
    new.add_argument("game", metavar="GAME", help=word("help.game"))
    _table(new)
    new.add_argument("--reveal", action="store_true", help=word("help.reveal"))

    play = _command(commands, "play")
    play.add_argument("game", nargs="?", metavar="GAME", help=word("help.game"))
    _table(play, "help.play_players")
    play.add_argument("--bot", action="append", default=[], metavar="BOT", help=word("help.bot"))
    play.add_argument("--chance", choices=("auto", "manual"), default="auto", help=word("help.chance"))
    save = play.add_argument("--save", metavar="FILE", help=word("help.save"))
    resume = play.add_argument("--resume", nargs="?", const="", metavar="FILE", help=word("help.resume"))
    for action in (save, resume):
        _names_a_file(action)
    _language(play)


def _running(commands: Any) -> None:
    bench = _command(commands, "bench")
    bench.add_argument("--game", action="append", metavar="GAME", help=word("help.bench_game"))
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help=word("help.seconds"))
    _json(bench)

    arena = _command(commands, "arena")
    arena.add_argument("game", metavar="GAME", help=word("help.game"))
    arena.add_argument("--bots", required=True, metavar="A,B,...", help=word("help.bots"))
    arena.add_argument("--games", type=int, default=20, metavar="N", help=word("help.games"))
    arena.add_argument("--players", type=int, metavar="P", help=word("help.arena_players"))
    arena.add_argument("--think", type=float, default=1.0, metavar="S", help=word("help.think"))
    arena.add_argument("--seed", type=int, default=0, metavar="S", help=word("help.arena_seed"))
    arena.add_argument("--jobs", type=int, default=1, metavar="J", help=word("help.jobs"))
    arena.add_argument("--on", metavar="ray[://HOST:PORT]", help=word("help.on"))
    _options(arena)
    for name in ("resume", "records", "dataset", "report"):
        path = arena.add_argument(f"--{name}", metavar="PATH", help=word(f"help.arena_{name}"))
        _names_a_file(path)
    _json(arena)
    _language(arena)

    hindsight = _command(commands, "hindsight")
    _file(hindsight)
    hindsight.add_argument("--width", type=int, default=300, metavar="W", help=word("help.width"))
    _json(hindsight)
    _language(hindsight)

    coach = _command(commands, "coach")
    _file(coach)
    coach.add_argument("--seat", type=int, metavar="S", help=word("help.coach_seat"))
    coach.add_argument("--budget", type=int, metavar="N", help=word("help.budget"))
    html = coach.add_argument("--html", metavar="FILE", help=word("help.html"))
    _names_a_file(html)
    _json(coach)
    _language(coach)

    puzzles = _command(commands, "puzzles")
    puzzles.add_argument("game", metavar="GAME", help=word("help.game"))
    puzzles.add_argument("--games", type=int, default=50, metavar="N", help=word("help.puzzles_games"))
    puzzles.add_argument("--seed", type=int, default=7, metavar="S", help=word("help.puzzles_seed"))
    puzzles.add_argument("--budget", type=int, metavar="N", help=word("help.budget"))
    puzzles.add_argument("--most", type=int, default=25, metavar="N", help=word("help.puzzles_most"))
    out = puzzles.add_argument("-o", "--out", metavar="FILE", help=word("help.puzzles_out"))
    _names_a_file(out)
    _language(puzzles)

    conformance = _command(commands, "conformance")
    conformance.add_argument("game", metavar="GAME", help=word("help.game"))
    conformance.add_argument("--decisions", type=int, default=150, metavar="N", help=word("help.decisions"))
    _json(conformance)
    _language(conformance)

    _command(commands, "engine")

    mcp = _command(commands, "mcp")
    _language(mcp)

    from strapontin.cli import serve

    serve.add(_command(commands, "serve"))

    sit = _command(commands, "sit")
    sit.add_argument("url", metavar="URL", help=word("help.sit_url"))
    sit.add_argument("--bot", required=True, metavar="BOT", help=word("help.sit_bot"))
    sit.add_argument("--name", metavar="NAME", help=word("help.sit_name"))
    sit.add_argument("--seat", type=int, metavar="S", help=word("help.sit_seat"))
    _language(sit)

    from strapontin.cli import admin

    admin.add(_command(commands, "admin"))

    completion = _command(commands, "completion")
    completion.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"), help=word("help.shell"))


def _table(command: argparse.ArgumentParser, players: str = "help.players") -> None:
    """What is asked wherever a game is made."""
    command.add_argument("--players", type=int, metavar="N", help=word(players))
    command.add_argument("--name", action="append", default=[], metavar="NAME", help=word("help.name"))
    _options(command)
    command.add_argument("--seed", metavar="S", help=word("help.seed"))


def _names_a_file(action: argparse.Action) -> None:
    """Let a shell complete it with files."""
    vars(action)["complete"] = FILE  # where shtab looks for it


def _options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--option", action="append", default=[], metavar="K=V", help=word("help.option"))
    options = command.add_argument("--options", metavar="FILE", help=word("help.options_file"))
    _names_a_file(options)


def _file(command: argparse.ArgumentParser) -> None:
    file = command.add_argument("file", metavar="FILE", help=word("help.file"))
    _names_a_file(file)


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help=word("help.json"))


def _language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--language", choices=LANGUAGES, help=word("help.language"))


def _offer(commands: Any) -> None:
    """Name the values a shell may offer; typed values are checked by the commands themselves, in better words."""
    from strapontin.cli.maps import known
    from strapontin.core.levels import LEVELS
    from strapontin.core.registry import games

    offers = {"game": games(), "id": known(), "bot": [one.name for one in LEVELS]}
    for command in commands.choices.values():
        for action in command._actions:
            if action.dest in offers:
                action.choices = offers[action.dest]
