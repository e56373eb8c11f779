"""Fair draws: the commitment, the formula, and their verification."""

from __future__ import annotations

import hashlib
import hmac

import pytest

import strapontin
from strapontin.conformance.driver import whole
from strapontin.core import draws
from strapontin.core.errors import BadRecord
from strapontin.core.match import Match, verify
from strapontin.core.record import Record
from tests.conformance.variants import Variant

SOLO = Variant("metrox", "solo", 1, {"map": "amsterdam"})


def test_a_small_integer_stands_for_sha256_of_its_decimal_text() -> None:
    assert draws.seed_bytes(7) == hashlib.sha256(b"7").digest()


def test_seeds_in_hex_and_bytes_are_themselves() -> None:
    seed = bytes(range(32))
    assert draws.seed_bytes(seed) == draws.seed_bytes(seed.hex()) == seed


@pytest.mark.parametrize("seed", ["", "7", "zz" * 32, b"short"])
def test_other_seeds_are_refused(seed: str | bytes) -> None:
    with pytest.raises(BadRecord, match="seed"):
        draws.seed_bytes(seed)


def test_no_seed_is_fresh_and_secret() -> None:
    assert draws.seed_bytes(None) != draws.seed_bytes(None)
    match = strapontin.new("metrox", 2)
    assert match.seed
    assert "seed" not in match.record()
    assert match.record()["commitment"] == hashlib.sha256(match.seed).hexdigest()


def test_draw_n_is_hmac_sha256_modulo_the_weight_walked_in_order_of_notation() -> None:
    seed, outcomes = bytes(32), {"b": 3, "+": 1, "a": 2}
    for n in range(200):
        left = int.from_bytes(hmac.digest(seed, str(n).encode(), "sha256"), "big") % 6
        assert draws.pick(seed, n, outcomes) == ("+aabbb"[left])


def test_no_players_choice_can_shift_a_later_draw() -> None:
    cards = []
    for seed in (1, 2, 3):
        rng = Variant("metrox", f"solo-{seed}", 1, {"map": "amsterdam"})
        match = whole(rng, 42)
        cards.append([text for seat, text in match.moves if seat == "*"])
    assert cards[0] == cards[1] == cards[2]


def test_the_seed_appears_when_the_game_is_over_and_verifies() -> None:
    match = whole(SOLO, 3)
    record = match.record()
    assert record["seed"] == draws.seed_bytes(3).hex()
    assert verify(strapontin.load(record)) == sum(seat == "*" for seat, _ in match.moves)


def tampered(**changes: object) -> Match:
    record = whole(SOLO, 3).as_record()
    return Match.from_record(Record(**{name: getattr(record, name) for name in record.__struct_fields__} | changes))


def test_a_seed_that_was_not_committed_to_is_found_out() -> None:
    with pytest.raises(BadRecord, match="not the SHA-256 of the seed"):
        verify(tampered(seed=draws.seed_bytes(4).hex()))


def test_a_draw_that_the_seed_does_not_give_is_found_out() -> None:
    other = draws.seed_bytes(4)
    with pytest.raises(BadRecord, match=r"moves\[\d+\]: draw \d+ was '.+', the seed gives '.+'"):
        verify(tampered(seed=other.hex(), commitment=draws.commitment(other)))


def test_a_record_without_a_commitment_is_not_called_fair() -> None:
    with pytest.raises(BadRecord, match="commitment: none in this record"):
        verify(tampered(commitment=None))
    assert tampered(commitment=None).record().get("commitment") is None


def test_without_a_seed_nothing_can_be_verified() -> None:
    with pytest.raises(BadRecord, match="seed: none in this record"):
        verify(tampered(seed=None))


ONE, OTHER = "0123456789abcdef" * 2, "fedcba9876543210" * 2


def mixed(*nonces: str) -> Match:
    """A game for two with what their seats gave, played to its end."""
    match = Match("metrox", 2, {"map": "amsterdam"}, seed=3, nonces=nonces)
    while not match.over:
        seat = min(int(one) for one in match.to_act)
        match.play(seat, match.legal(seat)[0])
    return match


def drawn(match: Match) -> list[str]:
    return [text for seat, text in match.moves if seat == "*"]


def test_draws_are_made_with_what_the_seats_gave_mixed_into_the_seed() -> None:
    seed = draws.seed_bytes(3)
    assert draws.key(seed, (ONE, "")) == hmac.digest(seed, f"{ONE},".encode(), "sha256")
    assert draws.key(seed, ("", ONE)) != draws.key(seed, (ONE, ""))
    assert draws.key(seed, ("", "")) == seed


def test_what_a_seat_gives_changes_the_deal_and_nothing_changes_it_where_nobody_gives_anything() -> None:
    plain = drawn(mixed())
    assert drawn(mixed("", "")) == plain
    assert drawn(mixed(ONE, "")) != plain
    assert drawn(mixed(ONE, OTHER)) != drawn(mixed(OTHER, ONE))


def test_a_record_has_the_nonces_and_verifies_with_them_alone() -> None:
    match = mixed(ONE, "")
    record = match.record()
    assert record["nonces"] == [ONE, ""]
    assert verify(strapontin.load(record)) == len(drawn(match))
    assert "nonces" not in mixed().record()
    for changed in ([OTHER, ""], ["", ONE], [ONE, OTHER], ["", ""]):
        with pytest.raises(BadRecord, match=r"moves\[\d+\]: draw \d+ was"):
            verify(strapontin.load(record | {"nonces": changed}))


@pytest.mark.parametrize(
    ("nonces", "told"),
    [([ONE], "1 of them for 2 players"), (["xy", ""], "$.nonces"), ([ONE[:30], ""], "$.nonces")],
)
def test_nonces_that_are_none_are_refused(nonces: list[str], told: str) -> None:
    with pytest.raises(BadRecord) as refused:
        strapontin.load(mixed().record() | {"nonces": nonces})
    assert told in str(refused.value)
    with pytest.raises(BadRecord, match="nonces: "):
        Match("metrox", 2, nonces=nonces)


def test_a_game_goes_on_drawing_with_its_nonces_after_it_was_loaded() -> None:
    match = Match("metrox", 1, {"map": "amsterdam"}, seed=5, nonces=[ONE])
    again = strapontin.load(match.record(reveal=True))
    for _ in range(5):
        for one in (match, again):
            one.play(0, one.legal(0)[0])
    assert again.record(reveal=True) == match.record(reveal=True)
