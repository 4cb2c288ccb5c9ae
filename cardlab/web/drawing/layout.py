"""Where everything on a table lies: the one description by which both pictures draw.

The still picture (`still_table.py`) and the table in the browser (`static/zones.js`) get the same plain data
from here: at which side each seat sits, which zones lie beside a seat, in the middle or in a row of
their own, which hands are drawn as groups only, how many backs stand for a closed hand, how wide a
board is.  Knows the shape of a view.  Does not know: any game, how large a card is, or how anything
is painted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

View = Mapping[str, Any]
Side = Literal["s", "w", "n", "e"]

MOST_BACKS = 10
"""A closed hand is drawn with so many backs at most; the seat says how many cards it has."""
FEW_FACES = 4
"""Groups with more cards than this do not fit beside a seat."""
SQUARE = 4
"""So many seats sit at the four sides of a square; more sit around a ring."""


class Sides(NamedTuple):
    """How many seats sit left, at the top and right of the viewer."""

    w: int
    n: int
    e: int


class SeatPlace(NamedTuple):
    """Where a seat sits, and its place there, counted clockwise."""

    side: Side
    at: int


def sides(others: int) -> Sides:
    """How many of the other seats sit at each side.

    >>> sides(3), sides(5)
    (Sides(w=1, n=1, e=1), Sides(w=2, n=1, e=2))
    """
    if others < SQUARE:
        return Sides(int(others > 1), int(others in (1, 3)), int(others > 1))
    beside = 2 if others <= 7 else 3 if others <= 10 else 4
    return Sides(beside, others - 2 * beside, beside)


def seats(view: View) -> dict[int, SeatPlace]:
    """Where each seat sits: the viewer below, the others clockwise from the viewer's left.

    >>> seats({"seats": [{}, {}, {}, {}], "viewer": 1})
    {1: SeatPlace(side='s', at=0), 2: SeatPlace(side='w', at=0), 3: SeatPlace(side='n', at=0), 0: SeatPlace(side='e', at=0)}
    """
    players, viewer = len(view["seats"]), view.get("viewer") or 0
    left, top, right = sides(players - 1)
    others = [
        *(SeatPlace("w", i) for i in range(left)),
        *(SeatPlace("n", i) for i in range(top)),
        *(SeatPlace("e", i) for i in range(right)),
    ]
    return {
        (viewer + i) % players: seat
        for i, seat in enumerate([SeatPlace("s", 0), *others][:players])
    }


def trick_places(where: Mapping[int, SeatPlace]) -> dict[int, tuple[int, int, int]]:
    """Where the card of each seat lies in a trick around a ring: row and column from 1, and how
    many columns it is centred over.  Empty for the four sides of a square."""
    if len(where) <= SQUARE:
        return {}
    rows, top, _ = sides(len(where) - 1)
    across = max(1, top)
    places = {}
    for number, (side, at) in where.items():
        row = {"s": rows, "n": 1, "w": rows - at, "e": at + 1}[side]
        column = {"s": 2, "n": 2 + at, "w": 1, "e": 2 + across}[side]
        places[number] = (row, column, across if side == "s" else 1)
    return places


def faces_of(zone: View) -> list[View]:
    """The cards of a zone, those in groups too."""
    groups = zone.get("groups") or [{"faces": zone.get("faces") or []}]
    return [face for group in groups for face in group.get("faces") or []]


def covered(view: View) -> dict[str, str]:
    """The open hands that are also laid out in groups beside them, each with the zone of the
    groups: only the groups are drawn."""
    twins = {}
    for hand in view["zones"]:
        if hand.get("layout") != "fan" or not hand.get("open") or not hand.get("faces"):
            continue
        held = Counter(face.get("card") for face in hand["faces"])
        for zone in view["zones"]:
            same_owner = zone is not hand and zone.get("owner") == hand.get("owner")
            if same_owner and zone.get("groups"):
                if held <= Counter(face.get("card") for face in faces_of(zone)):
                    twins[str(hand["id"])] = str(zone["id"])
                    break
    return twins


def is_pot(zone: View) -> bool:
    """Whether a zone is chips that lie apart from any card."""
    return zone.get("stake") is not None and not faces_of(zone) and not zone.get("count")


def backs(zone: View) -> int:
    """How many backs stand for cards that are not seen."""
    count = int(zone.get("count") or 0)
    return min(count, 1 if zone.get("layout") == "pile" else MOST_BACKS)


def columns(faces: Sequence[Any]) -> int:
    """How many cards stand side by side on a board that does not say so itself."""
    return max(1, len(faces) if len(faces) <= 5 or len(faces) == 13 else 6)


def place(zone: View, viewer: int) -> str:
    """Where a zone lies: "trick"; "own" before the viewer; "seat" beside the seat that owns it;
    "apart" in a row of its own, because it is too long for that; "hand", an open hand, beside its
    seat if the cards are drawn small enough, else apart; and of what nobody owns "pile" in the
    middle and "middle" below the piles."""
    owner = zone.get("owner")
    if zone.get("layout") == "trick":
        return "trick"
    if owner is None:
        return "pile" if zone.get("layout") == "pile" or is_pot(zone) else "middle"
    if owner == viewer:
        return "own"
    if zone.get("groups") and len(faces_of(zone)) > FEW_FACES:
        return "apart"
    return (
        "hand" if zone.get("layout") == "fan" and zone.get("open") and zone.get("faces") else "seat"
    )


def tricks_at(view: View) -> dict[str, int]:
    """How many finished tricks lie at each seat: partners put theirs before the one of them who
    took the first.

    >>> tricks_at({"tricks": [{"winner": 2}, {"winner": 1}, {"winner": 0}],
    ...            "sides": [{"seats": [0, 2]}, {"seats": [1, 3]}]})
    {'0': 2, '1': 1}
    """
    keeper: dict[int, int] = {}
    for trick in reversed(view.get("tricks") or ()):
        winner = int(trick["winner"])
        side = next((s["seats"] for s in view["sides"] if winner in s["seats"]), [winner])
        first = keeper.get(side[0], winner)
        for seat in side:
            keeper[seat] = first
    lying = Counter(keeper[int(trick["winner"])] for trick in reversed(view.get("tricks") or ()))
    return {str(seat): count for seat, count in lying.items()}


def last_calls(view: View) -> dict[str, dict[str, Any]]:
    """The last call of each seat that has called; it lies before the seat until cards are played.

    >>> last_calls({"calls": {"seats": [1, 0], "rows": [["7", None], ["8", None]]}, "tricks": [],
    ...             "zones": [], "deal_over": False})
    {'1': '8'}
    """
    if not view.get("calls") or is_played(view) or view.get("deal_over"):
        return {}
    return {str(seat): call for seat, call in calls_made(view)}


def is_played(view: View) -> bool:
    """Whether a card lies on the table, or has lain there."""
    lying = any(z.get("layout") == "trick" and faces_of(z) for z in view["zones"])
    return lying or bool(view.get("tricks"))


def calls_made(view: View) -> Iterator[tuple[int, dict[str, Any]]]:
    """The calls of an auction in their order, each with the seat that made it."""
    calls = view.get("calls") or {"seats": (), "rows": ()}
    for row in calls["rows"]:
        for seat, call in zip(calls["seats"], row, strict=False):
            if call:
                yield int(seat), call


def last_bids(view: View) -> dict[str, dict[str, Any]]:
    """The last bid of each seat that has bid: its plate keeps it while a contract is played.
    Where everybody has a bid of their own, and none becomes a contract, the notes say it.

    >>> import cardlab
    >>> match = cardlab.game("kaiser").match(seed=7)
    >>> for call in ("pass", "7", "pass", "8"):
    ...     match = match.play(call)
    >>> last_bids(match.view(0).to_dict())
    {}
    """
    if not view.get("contract") or not is_played(view) or view.get("deal_over"):
        return {}
    return {str(seat): call for seat, call in calls_made(view) if call.get("bid")}


def table_layout(view: View) -> dict[str, Any]:
    """The layout of a view, as plain data for the browser.

    >>> import cardlab
    >>> table = table_layout(cardlab.game("kaiser").match(seed=7).view(0).to_dict())
    >>> table["sides"], table["seats"]["2"]
    ({'w': 1, 'n': 1, 'e': 1}, {'side': 'n', 'at': 0})
    """
    zones = {}
    for zone in view["zones"]:
        lies: dict[str, Any] = {"place": place(zone, view.get("viewer") or 0)}
        if is_pot(zone):
            lies["pot"] = True
        if zone.get("layout") == "fan":
            lies["backs"] = backs(zone)
        if zone.get("layout") == "grid":
            lies["columns"] = zone.get("columns") or columns(zone.get("faces") or ())
        zones[str(zone["id"])] = lies
    where = seats(view)
    return {
        "sides": sides(len(where) - 1)._asdict(),
        "seats": {str(number): seat._asdict() for number, seat in where.items()},
        "trick": {str(number): list(at) for number, at in trick_places(where).items()},
        "covered": covered(view),
        "took": tricks_at(view),
        "calls": last_calls(view),
        "bids": last_bids(view),
        "zones": zones,
    }


def laid_out(view: View) -> dict[str, Any]:
    """A view with its layout, as the browser draws it."""
    return {**view, "layout": table_layout(view)}
