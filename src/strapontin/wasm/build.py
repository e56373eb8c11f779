"""From kernels to a module that a page can start."""

from __future__ import annotations

from strapontin.core.game import Game
from strapontin.wasm import linking
from strapontin.wasm.binary import GLOBAL, MEMORY, Module
from strapontin.wasm.kernels import Kernel, kernels

PROVIDED = {"__linear_memory": MEMORY, "__stack_pointer": GLOBAL}
"""What a page gives to a module that it starts."""


class Incomplete(Exception):
    """A kernel calls something that no page has."""


def module(game: Game) -> bytes:
    """What a page needs of a game, as WebAssembly."""
    return compiled(kernels(game))


def compiled(kernels: list[Kernel]) -> bytes:
    """These kernels as WebAssembly, by their names."""
    whole, symbols = linking.linked(kernels)
    linking.optimise(whole, symbols.values())
    made = Module(linking.machine().emit_object(whole))
    missing = [one.name for one in made.imports if PROVIDED.get(one.name) != one.kind]
    if missing:
        raise Incomplete(f"kernels call what no page has: {', '.join(missing)}")
    functions = made.functions()
    own = {name: functions[name] for name in linking.RUNTIME}
    return made.ready({name: functions[symbol] for name, symbol in symbols.items()} | own)
