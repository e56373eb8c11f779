"""Whose turn it is among the bots: each that is waited for is asked for a move, and the move is played."""

from __future__ import annotations

import asyncio
import logging
import random

from strapontin.server.bots.answer import safe_move, stand_in
from strapontin.server.bots.pool import PATIENCE, NoThought, Thinkers
from strapontin.server.bots.question import Question
from strapontin.server.broadcast import Broadcast
from strapontin.server.chance import Chance
from strapontin.server.faults import Refusal
from strapontin.server.frames import Notice
from strapontin.server.live_table import Live
from strapontin.server.play import Play, met
from strapontin.server.settings import Settings

log = logging.getLogger("strapontin.bot_turns")

AGAIN = 2.0
"""Seconds until such a bot is asked again after its process failed."""


class BotTurns:
    """Lets bots think at the tables of this process."""

    def __init__(self, play: Play, bots: Thinkers, broadcast: Broadcast, chance: Chance, settings: Settings) -> None:
        self.play, self.bots, self.broadcast = play, bots, broadcast
        self.chance, self.settings = chance, settings
        self.closing = False
        """No bot begins another thought."""
        self._thinking: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Let no bot begin another thought, and end those under way."""
        self.closing = True
        thinking = list(self._thinking)
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)

    def turn(self, live: Live) -> None:
        """Something happened: let the bots that are waited for think."""
        if self.closing:
            return
        seats = live.table.seats
        for seat in live.table.waits:
            if seats[seat].minded and seat not in live.thinking:
                task = asyncio.create_task(self._think(live, seat), name=f"bot at {live.id}")
                live.thinking[seat] = task
                self._thinking.add(task)
                task.add_done_callback(self._thinking.discard)

    async def _think(self, live: Live, seat: int) -> None:
        try:
            while seat in live.table.waits and live.table.seats[seat].minded:
                await self._one_thought(live, seat)
        except Refusal as refusal:
            log.warning("a bot's move was refused", extra={"table": live.id, "fault": refusal.fault.kind})
        except Exception:
            log.exception("a bot could not move", extra={"table": live.id})
        finally:
            live.thinking.pop(seat, None)

    async def _one_thought(self, live: Live, seat: int) -> None:
        table = live.table
        match = table.match
        assert match is not None
        settings, simulations = self.settings, table.header.simulations
        if settings.bot_pause:
            await asyncio.sleep(settings.bot_pause * random.uniform(0.7, 1.3))
        if table.match is not match and (seat not in table.waits or table.match is None):
            return
        match = table.match or match
        thought_of = met(match, seat)
        question = Question(
            game=match.game.id,
            options=match.setting.options,
            players=len(match.players),
            state=match.concealed(seat).tobytes(),
            history=list(match.history(seat)),
            seat=seat,
            level=stand_in(table.seats[seat].level or ""),
            seconds=settings.bot_seconds if simulations is None else PATIENCE,
            seed=self.chance.luck(table, seat),
            rules=match.game.version,
            simulations=simulations,
        )
        failed = False
        try:
            if simulations == 0:  # where no bots think, the house plays what looks best at first glance
                move = safe_move(match, seat, question.seed)
            else:
                move = await self.bots.ask(live.id, question)
            if failed := move not in match.legal(seat):
                log.error("a bot made an illegal move", extra={"table": live.id, "bot": question.level})
        except NoThought as error:
            failed = True
            if simulations is not None and str(error) != "error":  # the same bots for everybody: no other stands in
                await asyncio.sleep(AGAIN)
                return
        if failed:
            move = safe_move(match, seat, question.seed)
        try:
            await self.play.bot_move(live, seat, move, thought_of)
        except Refusal as refusal:
            if refusal.fault.kind not in ("not-to-act", "over"):
                raise
            return  # another process was quicker, or somebody came back: look again
        self._tell_failure(live, seat, failed and self.bots.count > 0)

    def _tell_failure(self, live: Live, seat: int, failed: bool) -> None:
        """Tell the table that a bot failed and a plain move was played for it; once, until it plays again."""
        if not failed:
            live.stumbled.discard(seat)
        elif seat not in live.stumbled:
            live.stumbled.add(seat)
            self.broadcast.notice(live, Notice(kind="bot-failed", seat=seat))
