"""The kernels of a game as one module for WebAssembly, from what Numba wrote before LLVM knew any machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import llvmlite.binding as llvm

from strapontin.core.ir import Written, found, written
from strapontin.core.kernel import made_of
from strapontin.wasm.kernels import Kernel, flat

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
"""What every browser knows that knows anything else the page needs."""
WORDS = {"result": 1, "fault": 1, "int": 1, "float": 1, "record": 1, "row": 7, "kernel": 3}
"""How many arguments of LLVM a parameter becomes: a row is its owner twice, length, size, place, length and stride."""
RUNTIME = ("open", "take", "give")
"""What a page calls of the runtime."""
MULTIPLY = "__multi3"
"""What LLVM calls by itself where it wants a product of 128 bits."""

LAYOUT = re.compile(r'^target (triple|datalayout) = ".*"$', re.M)
OWN = re.compile(r'^(@"(?:_ZN08NumbaEnv|numba\.dynamic\.globals)[^=]* =) \w+ global i8\* .*$', re.M)
PICKLED = re.compile(r'^(@"\.const\.pickle(?:data|hash)[^=]* = internal) constant (\[\d+ x i8\]) .*$', re.M)
ALIKE = re.compile(r'^(@"[^=]* = internal) constant ', re.M)


@cache
def machine() -> Any:
    """The machine all this is for."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        features=FEATURES, opt=3, reloc="static", codemodel="default"
    )


def retargeted(text: str) -> str:
    """A module of Numba's for another machine, and without what leads back to the process it was written in."""
    text = LAYOUT.sub(lambda found: f'target {found[1]} = "{_target(found[1])}"', text)
    text = OWN.sub(r"\1 internal global i8* null", text)
    text = PICKLED.sub(r"\1 unnamed_addr constant \2 zeroinitializer", text)  # what an exception would say to Python
    return ALIKE.sub(r"\1 unnamed_addr constant ", text)


def _target(what: str) -> str:
    return TRIPLE if what == "triple" else str(machine().target_data)


def linked(kernels: Iterable[Kernel]) -> tuple[Any, dict[str, str]]:
    """One module with all of them, not optimised yet, and the symbol of each by its name."""
    module = llvm.parse_assembly(f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine().target_data}"\n')
    whole = _Whole(module)
    symbols = {kernel.name: whole.add(made_of(kernel.function, **kernel.kinds)) for kernel in kernels}
    for kernel in kernels:
        if kernel.bound:
            bound = [whole.add(made_of(one)) for one in kernel.bound]
            symbols[kernel.name] = _bind(module, kernel, symbols[kernel.name], bound)
    return module, symbols


class _Whole:
    """A module that grows; every kernel is in it once, by a name of its own, with its own copies of what is Numba's.

    For Numba numbers functions and records anew in every process, so two kernels of the disk cache may well call
    two different things by one name.
    """

    def __init__(self, module: Any) -> None:
        self.module, self.known = module, dict[str, str]()

    def add(self, made: Any) -> str:
        """A kernel and all it calls; how it is called from now on."""
        return self._add(made.library.key or made.fndesc.llvm_func_name, written(made))

    def _add(self, key: str, text: Written) -> str:
        if key in self.known:
            return self.known[key]
        self.known[key] = name = f"{text.symbol}.{len(self.known)}"
        calls = {one.symbol: self._add(key, one) for key, one in ((key, found(key)) for key in text.calls)}
        alone = llvm.parse_assembly(retargeted(text.modules[0]))
        for part in text.modules[1:]:
            alone.link_in(llvm.parse_assembly(retargeted(part)))
        for function in alone.functions:
            if function.name == text.symbol:
                function.name = name
            elif function.is_declaration:
                function.name = calls.get(function.name, function.name)
            else:
                function.linkage = "internal"
        self.module.link_in(alone)
        return name


def _bind(module: Any, kernel: Kernel, symbol: str, bound: list[str]) -> str:
    """A function that calls generic code with the kernels of this game, so that LLVM knows which they are."""
    types, handed, at = _types(module, symbol), iter(bound), 0
    taken: list[str] = []
    passed: list[str] = []
    for kind in ("result", "fault", *(one.kind for one in flat(kernel.parameters))):
        for word in range(WORDS[kind]):
            if kind != "kernel":
                passed.append(f"{types[at]} %{len(taken)}")
                taken.append(types[at])
            elif word == 2:  # the address that compiled code calls; the others are for Python
                passed.append(f'ptr @"{next(handed)}"')
            else:
                passed.append("ptr null")
            at += 1
    name = f"{kernel.name}.bound"
    text = [f'declare i32 @"{one}"({", ".join(_types(module, one))})' for one in dict.fromkeys((symbol, *bound))]
    text += [f'define i32 @"{name}"({", ".join(taken)}) {{', f'%r = call i32 @"{symbol}"({", ".join(passed)})']
    module.link_in(llvm.parse_assembly("\n".join((*text, "ret i32 %r", "}"))))
    return name


def _types(module: Any, symbol: str) -> list[str]:
    return [str(argument.type) for argument in module.get_function(symbol).arguments]


def optimise(module: Any, exported: Iterable[str]) -> None:
    """Make the module as quick as LLVM can, with the runtime, and with nothing in it that is not asked for."""
    keep = {*exported, *RUNTIME, MULTIPLY}
    _close(module, keep)
    first = llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(speed_level=2))
    passes = first.getModulePassManager()
    passes.add_refprune_pass()  # while references are still counted by functions that it knows
    passes.run(module, first)
    module.link_in(llvm.parse_assembly(retargeted(files(__package__).joinpath("runtime.ll").read_text())))
    _close(module, keep)
    second = llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(speed_level=3))
    passes = second.getModulePassManager()
    passes.add_constant_merge_pass()
    passes.run(module, second)
    module.verify()


def _close(module: Any, keep: set[str]) -> None:
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name not in keep:
            one.linkage = "internal"
