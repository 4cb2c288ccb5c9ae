"""One deal as it was played, with which a rule sheet ends: read from a file beside the game's own.

A game's file says which deal it was and which part of it is shown; the words are made from the moves,
by replaying them.  Knows no game and states no rule.

The file is ``examples/<id>.toml`` beside the module of the game:

- ``seed``, ``moves``: the record of one deal, a move a line: the seat's number (``-`` for chance) and
  the move as it is written in records;
- ``told``: the first entry that is told in a sentence, and the first that is not told any more;
- ``tricks``: the numbers of the tricks that are shown, where the game has tricks;
- ``notes``: at most three sentences of our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import groupby
from sys import modules
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.engine.aims import Points
from cardlab.engine.hooks import replay_record
from cardlab.engine.record import Record
from cardlab.engine.summary import deal_sentences
from cardlab.engine.words import listed, number

if TYPE_CHECKING:
    from cardlab.engine.game import Game

__all__ = ["Example", "OneDeal", "TrickTold", "example", "example_text", "one_deal", "record_of"]

TITLE = "One deal"
MOST_HELD = 30
"""So many cards in all hands are named where a deal is told from its middle on."""


class TrickTold(NamedTuple):
    """A finished trick: its cards with the seats that played them, who takes it, and what it
    counts, None where tricks are all alike."""

    number: int
    cards: tuple[tuple[int, str], ...]
    winner: int
    points: int | None


@dataclass(frozen=True)
class Example:
    """What the file of an example says (see the module)."""

    seed: int
    moves: tuple[tuple[int | None, str], ...]
    told: tuple[int, int]
    tricks: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class OneDeal:
    """A worked deal in words.

    moves: what was done, in sentences; rows: a table of tricks under head; after: the score in
    sentences, and the notes.
    """

    moves: tuple[str, ...]
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    after: tuple[str, ...] = ()

    title: str = field(default=TITLE, init=False)

    @cached_property
    def before(self) -> str:
        """What stands before the table, as a paragraph."""
        return " ".join(self.moves)

    @cached_property
    def score(self) -> str:
        """What stands after it."""
        return " ".join(self.after)


def example(game: Game) -> Example | None:
    """The example that lies beside a game; None where there is none, or where the game is not
    played as the rule book has it."""
    return None if game.chosen else _read(type(game).__module__, game.id)


@lru_cache(maxsize=256)
def _read(module: str, id: str) -> Example | None:
    import tomllib  # only a sheet needs them, and the engine is imported everywhere
    from importlib.resources import files

    package = getattr(modules.get(module), "__package__", "")
    if not package:
        return None  # a game in a file of somebody's own
    path = files(package) / "examples" / f"{id}.toml"
    if not path.is_file():
        return None
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    begin, end = data["told"]
    return Example(
        seed=data["seed"],
        moves=tuple(_entry(line) for line in data["moves"].strip().splitlines()),
        told=(begin, end),
        tricks=tuple(data.get("tricks", ())),
        notes=tuple(data.get("notes", ())),
    )


def _entry(line: str) -> tuple[int | None, str]:
    seat, _, move = line.partition(" ")
    return (None if seat == "-" else int(seat)), move


def example_text(given: Example) -> str:
    """An example as its file has it.

    >>> print(example_text(Example(3, ((None, "2C 3C"), (1, "play 2C")), (1, 2))))
    seed = 3
    told = [1, 2]
    moves = '''
    - 2C 3C
    1 play 2C
    '''
    <BLANKLINE>
    """
    moves = [f"{'-' if seat is None else seat} {text}" for seat, text in given.moves]
    out = [f"seed = {given.seed}", f"told = [{given.told[0]}, {given.told[1]}]"]
    if given.tricks:
        out.append(f"tricks = {[*given.tricks]}")
    return "\n".join([*out, "moves = '''", *moves, "'''", ""])


def record_of(game: Game, given: Example) -> Record:
    """The record of an example: the moves of one deal."""
    return Record(game=game.id, seed=given.seed, names=game.names, moves=given.moves)


def one_deal(game: Game) -> OneDeal | None:
    """The worked deal of a game in words; None where it has no example.

    >>> import cardlab
    >>> one_deal(cardlab.game("hearts")).head
    ('', 'led', '', '', '', 'takes it', 'costs')
    >>> one_deal(cardlab.game("hearts", target=50)) is None
    True
    """
    given = example(game)
    if given is None:
        return None
    match = replay_record(record_of(game, given))
    end = match.ends[0]
    begin, upto = given.told
    played = game.told_tricks(match.state_at(end))
    told = [trick for trick in played if trick.number in given.tricks]
    head, rows = _table(game, told)
    made = _trumps_made(match, begin) if told else ()
    done = like_deeds_together(match.log(upto, first=begin), match.names)
    moves = (*made, _beginning(match, begin, upto), *done, _which(told, played))
    score = deal_sentences(game, game.deal_feats(match.state_at(end)), match.lines_at(end))
    left = "" if told else _held(match, end, "In hand at the end")
    after = (left, *score, *given.notes)
    return OneDeal(
        tuple(text for text in moves if text), head, rows, tuple(text for text in after if text)
    )


def like_deeds_together(sentences: Iterable[str], names: Sequence[str]) -> list[str]:
    """Sentences of which several in a row say the same of one player, or of one after the other, as
    one.

    >>> names = ("South", "West", "North", "East")
    >>> like_deeds_together(["North lets it go.", "East lets it go.", "South takes Q♠."], names)
    ['North lets it go; so does East.', 'South takes Q♠.']
    >>> like_deeds_together(["West is ready.", "North is ready.", "East is ready."], names)
    ['West is ready; so are North and East.']
    >>> like_deeds_together(["North lays a card away."] * 3, names)
    ['North lays a card away, three times.']
    """
    told: list[str] = []
    for (deed, may_be_joined), group in groupby(sentences, key=lambda text: _deed(text, names)):
        if not may_be_joined:
            told += group
            continue
        for seats in _rounds(text.removesuffix(deed) for text in group):
            told.append(_deed_of(seats, deed.removesuffix(".")))
    return told


def _rounds(seats: Iterable[str]) -> Iterator[list[str]]:
    """Players one after the other, each once, or one player several times."""
    round: list[str] = []
    for seat in seats:
        if seat in round and {*round} != {seat}:
            yield round
            round = []
        if len(round) > 1 and {*round} == {round[0]} and seat != round[0]:
            yield round
            round = []
        round.append(seat)
    yield round


def _deed_of(seats: Sequence[str], deed: str) -> str:
    """What one player did, how often, or which others did it too."""
    if len(seats) == 1:
        return f"{seats[0]}{deed}."
    if len(set(seats)) == 1:
        times = "twice" if len(seats) == 2 else f"{number(len(seats))} times"
        return f"{seats[0]}{deed}, {times}."
    one, many = ALSO.get(deed.split()[0], ("does", "do"))
    others = listed(seats[1:], most=9)
    return f"{seats[0]}{deed}; so {one if len(seats) == 2 else many} {others}."


ALSO = {"is": ("is", "are"), "has": ("has", "have"), "was": ("was", "were")}
"""How one and several do likewise, by the first word of what the first did."""


def _deed(text: str, names: Sequence[str]) -> tuple[str, bool]:
    """A sentence without the player that it begins with, and whether others may have done the same:
    not where it quotes somebody."""
    for name in names:
        if text.startswith(f"{name} ") and text.endswith("."):
            return text.removeprefix(name), "“" not in text
    return text, False


def _beginning(match: Any, begin: int, upto: int) -> str:
    """What was before the first sentence: what was done, or that this is the end of a deal, and
    which cards the players held then."""
    first = next(number for number, entry in enumerate(match.entries) if entry.seat is not None)
    now = match.state_at(begin).phase
    before = (match.state_at(number).phase for number in range(first, begin))
    if upto < match.ends[0]:
        titles = dict.fromkeys(phase.title.lower() for phase in before if phase is not now)
        return f"After {listed([*titles], most=9)}." if titles else ""
    held = _held(match, begin, "In hand")
    return f"The end of it. {held}".strip() if begin > first and _told(match, begin) else held


def _trumps_made(match: Any, begin: int) -> tuple[str, ...]:
    """What turned a card or made trumps before the first sentence, in the deal or after it: without
    it nobody can tell why a trick goes where it goes. What an auction made, the score says."""
    game, made = match.game, []
    for at, entry in enumerate(match.entries[:begin]):
        before, after = match.state_at(at), match.state_at(at + 1)
        called = game.calls(before) != game.calls(after)
        shown = entry.seat is not None and not called and game.order(before) != game.order(after)
        if shown or game.told_besides(before, after, entry.seat):
            made += match.log(at + 1, first=at)
    return tuple(made)


def _told(match: Any, ply: int) -> bool:
    """Whether seats have done anything that is told before a ply."""
    first = next(number for number, entry in enumerate(match.entries) if entry.seat is not None)
    return bool(match.log(ply, first=first))


def _held(match: Any, ply: int, word: str) -> str:
    """The hands before a ply, where they are few enough to be read."""
    state = match.state_at(ply)
    hands = [(seat, hand) for seat, hand in enumerate(state.hands) if hand]
    if not hands or sum(len(hand) for _, hand in hands) > MOST_HELD:
        return ""
    order = match.game.order(state) or match.game.sorting()
    held = [
        f"{match.names[seat]} {' '.join(c.sign for c in (order.sorted(hand) if order else hand))}"
        for seat, hand in hands
    ]
    return f"{word}: {'; '.join(held)}."


def _which(told: list[TrickTold], played: tuple[TrickTold, ...]) -> str:
    """Which tricks the table shows."""
    if len(told) == len(played):
        return ""
    numbers = listed([str(trick.number) for trick in told], most=99)
    return f"{'Tricks' if len(told) > 1 else 'Trick'} {numbers} of {len(played)}:"


def _table(
    game: Game, tricks: list[TrickTold]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Tricks as rows: number, cards in the order of play, who takes it, and what it counts."""
    if not tricks:
        return (), ()
    played = [
        [
            f"{game.names[seat]} {' '.join(sign for _, sign in cards)}"
            for seat, cards in groupby(trick.cards, key=lambda pair: pair[0])
        ]
        for trick in tricks
    ]
    wide = max(map(len, played))
    counted = any(trick.points is not None for trick in tricks)
    counts = "counts" if game.points is Points.GOOD else "costs"
    head = ("", "led", *[""] * (wide - 1), "takes it", *([counts] if counted else ()))
    rows = []
    for trick, cards in zip(tricks, played, strict=True):
        row = [str(trick.number), *cards, *[""] * (wide - len(cards)), game.names[trick.winner]]
        counts_here = str(trick.points or "").replace("-", "−")
        rows.append((*row, *([counts_here] if counted else ())))
    return head, tuple(rows)
