"""The methods of both clients: `client.games()`, or `await client.games()`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, overload

from strapontin.client import calls
from strapontin.client.requests import Request

P = ParamSpec("P")
T = TypeVar("T")


class Waiting(Protocol):
    """Who asks and waits."""

    def ask(self, request: Request[T]) -> T:
        """The answer to a request."""


class Awaiting(Protocol):
    """Who asks and is told later."""

    def ask_later(self, request: Request[T]) -> Awaitable[T]:
        """The answer to a request, to be awaited."""


class Call(Generic[P, T]):
    """A method of both clients, from the function that says what is asked."""

    def __init__(self, request: Callable[P, Request[T]]) -> None:
        self.request = request
        self.__doc__ = request.__doc__

    @overload
    def __get__(self, client: None, kind: type) -> Call[P, T]: ...
    @overload
    def __get__(self, client: Waiting, kind: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: Awaiting, kind: type) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, client: Any, kind: type) -> Any:
        """The method, of a client."""
        if client is None:
            return self
        ask = getattr(client, "ask_later", None) or client.ask
        return lambda *args, **named: ask(self.request(*args, **named))


class Methods:
    """One for each request of the protocol."""

    games = Call(calls.games)
    all_words = Call(calls.all_words)
    guided_lesson = Call(calls.guided_lesson)
    printed_game = Call(calls.printed_game)
    me = Call(calls.me)
    hello = Call(calls.hello)
    erase_me = Call(calls.erase_me)
    my_data = Call(calls.my_data)
    my_tables = Call(calls.my_tables)
    my_journeys = Call(calls.my_journeys)
    keep_review = Call(calls.keep_review)
    give_pass = Call(calls.give_pass)
    pass_state = Call(calls.pass_state)
    withdraw_pass = Call(calls.withdraw_pass)
    use_pass = Call(calls.use_pass)
    open_tables = Call(calls.open_tables)
    create_table = Call(calls.create_table)
    table_info = Call(calls.table_info)
    tune_table = Call(calls.tune_table)
    remove_table = Call(calls.remove_table)
    take_seat = Call(calls.take_seat)
    leave_seat = Call(calls.leave_seat)
    give_nonce = Call(calls.give_nonce)
    put_bot = Call(calls.put_bot)
    remove_bot = Call(calls.remove_bot)
    start_table = Call(calls.start_table)
    scene = Call(calls.scene)
    snapshot = Call(calls.snapshot)
    drawing = Call(calls.drawing)
    play_move = Call(calls.play_move)
    undo = Call(calls.undo)
    resign = Call(calls.resign)
    away = Call(calls.away)
    back = Call(calls.back)
    hint = Call(calls.hint)
    rematch = Call(calls.rematch)
    record = Call(calls.record)
    replay = Call(calls.replay)
    verdict = Call(calls.verdict)
    qr_code = Call(calls.qr_code)
    daily_lines = Call(calls.daily_lines)
    daily_standing = Call(calls.daily_standing)
    board_line = Call(calls.board_line)
    daily_board = Call(calls.daily_board)
    daily_archive = Call(calls.daily_archive)
    new_call = Call(calls.new_call)
    show_card = Call(calls.show_card)
    end_call = Call(calls.end_call)
    follow_call = Call(calls.follow_call)
    push_key = Call(calls.push_key)
    my_devices = Call(calls.my_devices)
    add_device = Call(calls.add_device)
    remove_device = Call(calls.remove_device)
    my_webhook = Call(calls.my_webhook)
    set_webhook = Call(calls.set_webhook)
    remove_webhook = Call(calls.remove_webhook)
    house_picture = Call(calls.house_picture)
    game_picture = Call(calls.game_picture)
    table_picture = Call(calls.table_picture)
    daily_picture = Call(calls.daily_picture)
    healthz = Call(calls.healthz)
    prometheus = Call(calls.prometheus)
    json_schema = Call(calls.json_schema)
    openapi_document = Call(calls.openapi_document)
