"""Reads what a text says of the table beside it: who plays which card, who holds what, who deals and
declares, how many tricks somebody has, what is lowest or highest.

Knows English and the data of a table. Asks no rule: cards are compared with the moves that were made
and the hands that were held. What it cannot read it passes over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from cardlab.engine.cards import BACK, Card, seen
from cardlab.engine.game import Game
from cardlab.engine.words import NUMBERS
from cardlab.families.tricks import TrickState, tricks_taken
from cardlab.lessons import lines
from cardlab.lessons.beside import table_facts
from cardlab.lessons.book import CompleteStep, Lesson, PredictStep, TryOrGap, WatchStep, WrittenItem
from cardlab.lessons.positions import Position, position
from cardlab.lessons.text import pieces, plain
from cardlab.web.pages.watching import recorded

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted((ROOT / "tutorials").glob("*.ipynb"))
ESSAYS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SIGN = r"(?:10|[AKQJ2-9])[♠♥♣♦]"
CARDS = rf"{SIGN}(?:, {SIGN})*(?:,? and {SIGN})?"
NUMBER = "|".join(NUMBERS)


@dataclass(frozen=True)
class Beside:
    """A text and what its table shows: the moves made on it, the hands held, the tricks taken."""

    where: str
    text: str
    game: Game
    viewer: int
    states: Sequence[Any]
    moved: Sequence[tuple[int | None, frozenset[Card], bool]] = ()
    asks: Sequence[str] = field(default=())
    """The sides whose points the learner is asked for."""

    @property
    def seats(self) -> dict[str, int]:
        """The words that name a seat, in lower case."""
        named = {name.lower(): seat for seat, name in enumerate(self.game.names)}
        return named | {"you": self.viewer, "the house": named.get("house", -1)}

    @property
    def who(self) -> str:
        """A pattern for the words that name a seat."""
        return "|".join(sorted(map(re.escape, self.seats), key=len, reverse=True))


def complaints(one: Beside) -> Iterator[str]:
    """What a text says that its table does not show."""
    for reader in (plays, holds, roles, extremes, tricks, undertaken, asked, arrows):
        for told in reader(one):
            yield f"{one.where}: {told!r}"


# --- readers, one for each form of a sentence


def plays(one: Beside) -> Iterator[str]:
    """X plays, leads, lays the [card], and what follows after a comma."""
    verb = "play|plays|lead|leads|lay|lays|put|puts"
    first = rf"\b({one.who}) ({verb}) (?:the |a )?({SIGN})"
    chain = rf"(?:, (?:and )?(?:{one.who}) (?:the )?{SIGN})*"
    for found in re.finditer(rf"{first}({chain})", one.text, re.IGNORECASE):
        who, did, card, more = found.groups()
        said = [(who, card, did.startswith("lead"))]
        link = re.finditer(rf", (?:and )?({one.who}) (?:the )?({SIGN})", more, re.IGNORECASE)
        said += [(other.group(1), other.group(2), False) for other in link]
        if one.moved and not all(_made(one, *each) for each in said):
            yield found.group()


def _made(one: Beside, who: str, card: str, led: bool) -> bool:
    seat = one.seats[who.lower()]
    return any(
        mover in (seat, None) and Card(card) in cards and (leads or not led)
        for mover, cards, leads in one.moved
    )


def holds(one: Beside) -> Iterator[str]:
    """You hold, you have [cards]: all of them at one moment."""
    for found in re.finditer(
        rf"\b({one.who}) (?:hold|holds|have|has) (?:the )?({CARDS})", one.text, re.IGNORECASE
    ):
        seat = one.seats[found.group(1).lower()]
        held = {Card(sign) for sign in re.findall(SIGN, found.group(2))}
        hands = [_cards_of(state, seat) for state in one.states]
        known = [hand for hand in hands if BACK not in hand]
        if known and not any(held <= hand for hand in known):
            yield found.group()


def _cards_of(state: Any, seat: int) -> set[Card]:
    """What somebody has in hand or, without hands, in front of them."""
    boards = getattr(state, "boards", ())
    before = boards[seat] if boards else ()
    taken = getattr(state, "melds", ())
    laid = [card for meld in taken[seat] for card in meld] if len(taken) > seat else []
    return {*state.hands[seat], *before, *(card for card in laid if isinstance(card, Card))}


def roles(one: Beside) -> Iterator[str]:
    """X deals, is declarer, holds the bank."""
    forms = {
        "dealer": rf"(?<!if )\b({one.who}) (?:dealt\b(?! the first)|deal\b(?! with)|deals\b|(?:are|is) (?:the )?dealer)",
        "declarer": rf"\b({one.who}) (?:are|is) (?:the )?declarer",
        "banker": rf"\b({one.who}) (?:(?:hold|holds|have|has) the bank|(?:are|is) the banker)",
    }
    for role, form in forms.items():
        shown = {_role(state, role) for state in one.states} - {None}
        for found in re.finditer(form, one.text, re.IGNORECASE):
            if shown and one.seats[found.group(1).lower()] not in shown:
                yield found.group()


def _role(state: Any, role: str) -> int | None:
    if role == "declarer":
        return state.declarer if isinstance(state, TrickState) else None
    return int(state.dealer)


def extremes(one: Beside) -> Iterator[str]:
    """The lowest or highest card of the pack, of a suit."""
    suits = {"club": "C", "spade": "S", "heart": "H", "diamond": "D"}
    among = f"card in the pack|{'|'.join(suits)}"
    form = rf"({SIGN})(?:, although it)? (?:is|was) (?:now )?the (lowest|highest) ({among})\b"
    for found in re.finditer(form, one.text):
        card, which, among = Card(found.group(1)), found.group(2), found.group(3)
        order: Any = one.game.order(one.states[0]) or one.game.sorting()
        if among in suits:
            ladder = [card for rung in order.ladder(suits[among]) for card in rung]
            end = -1 if which == "lowest" else 0
            left = [[c for c in ladder if c not in _gone(state)] for state in one.states]
            fits = card == ladder[end] or any(cards and card == cards[end] for cards in left)
        else:
            places = [one.game.ranks.index(c.rank) for c in one.game.pack if c.suit]
            worst_or_best = max(places) if which == "lowest" else min(places)
            fits = one.game.ranks.index(card.rank) == worst_or_best
        if not fits:
            yield found.group()


def _gone(state: Any) -> set[Card]:
    """The cards of the tricks that are over."""
    return {card for trick in tricks_taken(state) for card in trick.cards}


def tricks(one: Beside) -> Iterator[str]:
    """X has N tricks; your side has N tricks."""
    if not isinstance(one.states[0], TrickState):
        return
    for found in re.finditer(
        rf"\b(?:({one.who})(?: and |[-–]))?({one.who}|your side) (?:have|has|took|takes|take) ({NUMBER})"
        r" tricks?\b(?! (?:or|each|too))",
        one.text,
        re.IGNORECASE,
    ):
        together, who, count = (part and part.lower() for part in found.groups())
        wanted = NUMBERS.index(count)
        seats = _side(one, one.viewer) if who == "your side" else {one.seats[who]}
        seats |= {one.seats[together]} if together else set()
        counts = {_won(state, seats) for state in one.states}
        if wanted not in counts:
            yield found.group()


def _side(one: Beside, seat: int) -> set[int]:
    return {*one.game.sides[one.game.side_index(seat)].seats}


def _won(state: Any, seats: set[int]) -> int:
    return sum(trick.winner(state.order) in seats for trick in tricks_taken(state))


def undertaken(one: Beside) -> Iterator[str]:
    """X promised N tricks or points."""
    form = rf"\b({one.who}) promised ({NUMBER}|\d+) (?:points|tricks)\b"
    for found in re.finditer(form, one.text, re.IGNORECASE):
        said = found.group(2).lower()
        wanted = int(said) if said.isdecimal() else NUMBERS.index(said)
        seat = one.seats[found.group(1).lower()]
        shown = {
            (state.declarer, aim.needs)
            for state in one.states
            if isinstance(state, TrickState) and state.contract is not None
            for aim in one.game.aims(state)
            if state.declarer in aim.seats
        }
        if shown and not any(
            seat in _side(one, declarer) and needs == wanted for declarer, needs in shown
        ):
            yield found.group()


def asked(one: Beside) -> Iterator[str]:
    """Say what X scores: those whom the gaps of the line ask for."""
    if not one.asks:
        return
    tail = re.search(r"\bsay\b[^.]*?\bwhat ([^.]*?)\bscores?\b[^.]*\.", one.text, re.IGNORECASE)
    if tail is None or re.search(r"\b(both sides|each)\b", tail.group()):
        return
    named = {
        one.seats[word.lower()]
        for word in re.findall(rf"\b({one.who})\b", tail.group(), re.IGNORECASE)
    }
    asked_for = {seat for of in one.asks for seat in _asked_seats(one, of)}
    if named and not all(_side(one, seat) & asked_for for seat in named):
        yield tail.group()


def _asked_seats(one: Beside, of: str) -> tuple[int, ...]:
    return next(side.seats for side in one.game.sides if side.id == of)


def arrows(one: Beside) -> Iterator[str]:
    """An arrow on the table: no table has one."""
    if found := re.search(r"[^.]*\barrow\b[^.]*", one.text):
        yield found.group().strip()


# --- texts with their tables


def of_lesson(lesson: Lesson) -> Iterator[Beside]:
    """Every text of a lesson that stands beside a table."""
    for step, part in lesson.steps.items():
        if isinstance(part, PredictStep | CompleteStep):
            at = lesson.at(part.position)
            line = part.line or ()
            text = plain(pieces(part.text, table_facts(at, line, part.text), at.game))
            yield _played(f"{lesson.id}, {step}", text, at, line)
        if isinstance(part, WatchStep):
            for note in part.notes:
                own = plain(pieces(re.sub(r"\{[^{}]*\}", "", note.text), {}, at.game))
                yield _played(f"{lesson.id}, {step}, note at {note.at}", own, at, part.line)
    for where, item in lesson.questions.items():
        if isinstance(item, WrittenItem) and item.text and not item.result:
            at = lesson.at(item.position)
            text = plain(pieces(item.text, {}, at.game))
            yield _played(f"{lesson.id}, {where}", text, at, item.line or ())


def _played(where: str, text: str, at: Position, line: Sequence[str | TryOrGap]) -> Beside:
    moments = lines.play(at, line)
    states = [at.state, *(moment.after for moment in moments)]
    moved: list[tuple[int | None, frozenset[Card], bool]] = [*_lying(at.state)]
    for moment in moments:
        if moment.before is not moment.after or moment.tried:
            seat = moment.before.to_move if moment.seat is None else moment.seat
            shown = _laid_open(moment.after) - _laid_open(moment.before)
            moved.append((seat, _named(moment.move) | shown, _leads(moment.before)))
    gaps = [entry for entry in line if isinstance(entry, TryOrGap) and entry.gap == "points"]
    return Beside(
        where,
        text,
        at.game,
        at.viewer,
        states,
        moved,
        tuple(str(gap.of) for gap in gaps if gap.of),
    )


def _laid_open(state: Any) -> set[Card]:
    """The cards that lie somewhere else than in a hand."""
    places = [place for place in state.places if place not in ("hands", "stock")]
    return {card for place in places for card in seen(getattr(state, place)) if card is not BACK}


def _lying(state: Any) -> Iterator[tuple[int | None, frozenset[Card], bool]]:
    """The cards that were played before: in this trick and in earlier ones."""
    if isinstance(state, TrickState):
        for trick in (*tricks_taken(state), state.trick):
            for n, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=False)):
                yield seat, frozenset({card}), n == 0


def _leads(state: Any) -> bool:
    return not state.trick.cards if isinstance(state, TrickState) else True


def _named(move: str) -> frozenset[Card]:
    words = re.findall(r"\b(?:10|[TAKQJ2-9])[CDHS]\b", str(move))
    return frozenset(map(Card, words))


# --- chapters and essays


@cache
def cells(path: Path) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(path.read_text(encoding="utf-8"))["cells"])


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def words_of(cell: dict[str, Any]) -> str:
    """A cell as it is read: without pictures, links and stars."""
    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"\1", source(cell))
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return text.replace("*", "")


def of_pictures(path: Path) -> Iterator[Beside]:
    """The cells of a notebook that have a picture, with its table and what led to it."""
    for number, cell in enumerate(cells(path)):
        about = cell["metadata"].get("cardlab", {}).get("picture")
        if about:
            yield _pictured(f"{path.stem}, cell {number}", words_of(cell), dict(about))


def _pictured(where: str, text: str, about: dict[str, Any]) -> Beside:
    if "lesson" in about:
        from cardlab.lessons.book import load

        taught = load(about["lesson"])
        at = position(taught.position[about["position"]])
        steps = [part for part in taught.steps.values() if isinstance(part, PredictStep)]
        lines_here = [part.line or () for part in steps if part.position == about["position"]]
        return _played(where, text, at, lines_here[0] if lines_here else ())
    about.pop("ply")
    return of_deal(where, text, about.pop("game"), about.pop("seed"), about)


def of_deal(where: str, text: str, game: str, seed: int, options: dict[str, Any]) -> Beside:
    """A text about a whole deal, played as its page shows it."""
    match = recorded(game, None, seed, options)
    last = match.ends[0] if match.ends else match.ply
    states = [match.state_at(ply) for ply in range(last + 1)]
    moved = [
        (seat, _named(text), _leads(before))
        for before, (seat, text) in zip(states, match.record.moves, strict=False)
    ]
    return Beside(where, text, match.game, 0, states, moved)


def of_essay(path: Path) -> Iterator[Beside]:
    """What the page of a game tells of the deal that it links to."""
    deal: tuple[str, int, dict[str, Any]] | None = None
    for number, cell in enumerate(cells(path)):
        if cell["cell_type"] != "markdown":
            continue
        if link := re.search(r"/watch\?([^)\s]*)", source(cell)):
            given = dict(parse_qsl(link.group(1)))
            deal = given.pop("game"), int(given.pop("seed")), given
        elif source(cell).startswith("## "):
            deal = None
        if deal is not None:
            game, seed, options = deal
            yield of_deal(f"{path.stem}, cell {number}", words_of(cell), game, seed, options)
