"""The document of the protocol names all of it, and nothing else."""

import re
from pathlib import Path
from typing import get_args

from msgspec.structs import fields

import strapontin.server.app  # the routes declare themselves
from strapontin.server.frames import ClientFrame, Event, Notice, ServerFrame
from strapontin.server.protocol import Kind
from strapontin.server.routing import ROUTES

TOLD = (Path(strapontin.__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")


def shape(path):
    """A path without what is asked for, all its parameters alike."""
    return re.sub(r"{\w+}", "{}", path.partition("?")[0])


def test_every_request_has_a_row():
    rows = set()
    for row in re.findall(r"^\| (`[A-Z]+ /.*?) \|", TOLD, re.MULTILINE):
        (method, first), *others = [one.rpartition(" ")[::2] for one in re.findall(r"`([^`]+)`", row)]
        rows |= {(method, shape(path)) for path in (first, *(first.rpartition("/")[0] + more for _, more in others))}
    assert rows == {(one.method, shape(one.path)) for one in ROUTES}


def test_every_frame_has_a_row():
    frames = [one.__struct_config__.tag for kind in (ClientFrame, ServerFrame) for one in get_args(kind)]
    rows = re.findall(r"^\| ((?:`[a-z]+` ?)+)\|", TOLD.split("## The socket", 1)[1], re.MULTILINE)
    named = re.findall(r"`(\w+)`", " ".join(row for row in rows if row != "`type` "))
    assert sorted(named) == sorted(frames)


def test_every_kind_is_named():
    kinds = {*get_args(Kind), *kinds_of(Event), *kinds_of(Notice)}
    assert sorted(kind for kind in kinds if f"`{kind}`" not in TOLD) == []


def kinds_of(frame):
    return get_args(next(one.type for one in fields(frame) if one.name == "kind"))
