"""Kernels as arguments of compiled code, without the 80 microseconds each that Numba takes to look one up.

Numba's own first-class functions ask Python for their addresses at every call. Here a kernel knows its addresses
from the day it was compiled, and a call takes them from there.
"""

from __future__ import annotations

from typing import Any

import numba
import numba.extending
from numba import types
from numba.core import cgutils as _cgutils
from numba.experimental.function_type import FunctionModel

extending: Any = numba.extending
cgutils: Any = _cgutils


class Handed(types.FunctionType):
    """The type of a kernel handed over as an argument."""


@extending.register_model(Handed)
class HandedModel(FunctionModel):
    """Laid out as Numba lays out its own."""


def addressed(compiled: Any) -> Any:
    """A compiled kernel (of one signature) that knows its own addresses."""
    (made,) = compiled.overloads.values()
    compiled.c_addr = made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name)
    compiled.jit_addr = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
    return compiled


@extending.unbox(Handed)  # type: ignore[untyped-decorator]
def unbox(kind: Any, kernel: Any, c: Any) -> Any:
    """Take the addresses from the kernel, as code that Numba writes into every call."""
    found = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for part in ("c_addr", "jit_addr"):
        address = c.pyapi.object_getattr_string(kernel, part)
        with cgutils.if_unlikely(c.builder, cgutils.is_null(c.builder, address)):
            c.builder.ret(c.pyapi.get_null_object())
        setattr(found, part, c.pyapi.long_as_voidptr(address))
        c.pyapi.decref(address)
    found.py_addr = c.builder.ptrtoint(kernel, c.context.get_value_type(types.voidptr))
    return extending.NativeValue(found._getvalue())
