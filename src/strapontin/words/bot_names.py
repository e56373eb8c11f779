"""What a table calls bots that were given no name."""

from __future__ import annotations

from collections.abc import Sequence

from strapontin.words import Language, catalogue, say


def bot_names(bots: Sequence[str], language: Language) -> list[str]:
    """A name for each of these bots: its level, where it has one, numbered where several are alike.

    >>> bot_names(["novice", "expert@0.1", "novice"], "en")
    ['Novice bot 1', 'Expert bot', 'Novice bot 2']
    """
    calls = [_called(one, language) for one in bots]
    return [call if calls.count(call) == 1 else f"{call} {calls[: i + 1].count(call)}" for i, call in enumerate(calls)]


def _called(bot: str, language: Language) -> str:
    key = f"web.level.{bot.partition('@')[0]}"
    return say(language, "web.bot.named", level=say(language, key)) if key in catalogue(language) else bot
