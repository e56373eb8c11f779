"""`strapontin completion`: what a shell needs to complete commands."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from strapontin.cli.kernel_mode import prefer_plain


def run(args: argparse.Namespace) -> int:
    """Print the completion script of a shell."""
    prefer_plain()
    from strapontin.cli.parser import parser

    made = parser(complete=True)
    if args.shell == "fish":  # shtab does not speak it
        print("\n".join(fish(made)))
        return 0
    import shtab

    print(shtab.complete(made, args.shell))
    return 0


def fish(made: argparse.ArgumentParser) -> Iterator[str]:
    """The commands, their options and the values these take, as fish wants to be told."""
    yield "complete -c strapontin -f"
    (commands,) = (one for one in made._actions if isinstance(one, argparse._SubParsersAction))
    for one in commands._choices_actions:
        yield f"complete -c strapontin -n __fish_use_subcommand -a {one.dest} -d {_quoted(one.help)}"
    for name, command in commands.choices.items():
        seen = f"complete -c strapontin -n '__fish_seen_subcommand_from {name}'"
        for action in command._actions:
            words = [seen]
            for option in action.option_strings:
                words.append(f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}")
            values = " ".join(map(str, action.choices or ()))
            if values:
                words.append(f"-a {_quoted(values)}")
            if vars(action).get("complete"):
                words.append("-F")
            if action.option_strings and action.nargs != 0:
                words.append("-r")
            if len(words) > 1:
                yield " ".join([*words, f"-d {_quoted(action.help)}"])


def _quoted(text: str | None) -> str:
    escaped = (text or "").replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
