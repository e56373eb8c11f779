"""Who listens to which table: what one worker tells is passed on to those others who want to know."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Listener = TypeVar("Listener", bound=Hashable)


class Hub(Generic[Listener]):
    """The bus of the workers of one house, in the foreman.

    >>> hub = Hub[str]()
    >>> hub.listen("ana", "t1"), hub.listen("bo", "t1")
    (None, None)
    >>> sorted(hub.others("ana", "t1"))
    ['bo']
    >>> hub.forget("bo")
    >>> sorted(hub.others("ana", "t1"))
    []
    """

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def listen(self, listener: Listener, topic: str) -> None:
        """From now on."""
        self._listeners.setdefault(topic, set()).add(listener)

    def deaf(self, listener: Listener, topic: str) -> None:
        """No longer."""
        here = self._listeners.get(topic, set())
        here.discard(listener)
        if not here:
            self._listeners.pop(topic, None)

    def others(self, listener: Listener, topic: str) -> set[Listener]:
        """Who else is to be told."""
        return self._listeners.get(topic, set()) - {listener}

    def forget(self, listener: Listener) -> None:
        """It is gone."""
        for topic in [topic for topic, here in self._listeners.items() if listener in here]:
            self.deaf(listener, topic)
