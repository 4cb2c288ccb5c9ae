"""What can be otherwise at a table: every rule, order, pack and number of a game as a switch,
found from the game itself.

Knows where a game keeps what it can be asked to do otherwise. Knows no game by name, and carries
nothing out: that is `cardlab.labs.house`.

>>> import cardlab
>>> found = switches(cardlab.game("malilla"))
>>> [s.id for s in found if s.kind == "rule" and s.default][:3]
['rule:must-follow-suit', 'rule:unled-plain-seven', 'rule:must-beat-opponent']
>>> print(next(s for s in switches(cardlab.game("bridge")) if s.kind == "line"))
20 in 20·l·m: 20 (from 0 to 80)
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cardlab.engine.cards import JOKER, RANK_NAMES, RANKS, SUITS, Card
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import games
from cardlab.engine.game import Dealing, Game
from cardlab.engine.options import Option
from cardlab.engine.rulings import Force, Rule, judge
from cardlab.engine.scoring import Formula, _text
from cardlab.families.tricks import TrickGame, Tricks
from cardlab.labs.graft import Graft, found

__all__ = [
    "KINDS",
    "Switch",
    "constants",
    "formulas",
    "named",
    "order_text",
    "pack_text",
    "read_order",
    "read_pack",
    "switches",
]

KINDS = {
    "rule": "Rules",
    "order": "Order",
    "pack": "Pack",
    "dealt": "Deal",
    "line": "Score",
    "target": "Match",
    "option": "Options",
}
"""The kinds of switches with the heading over each, in the order of a page."""
MOST_PACKS, MOST_JOKERS, BIGGEST_PACK = 4, 8, 416


@dataclass(frozen=True)
class Switch:
    """One thing that a table may play otherwise.

    default: as the game has it; choices, or low and high for whole numbers, or neither where a text
    is asked for (a pack, an order); text: what it is about; rule: the rule that it turns off or
    brings; source: the title of the game that lends it.
    """

    id: str
    title: str
    kind: str
    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    text: str = ""
    rule: Rule | None = None
    source: str = ""
    option: Option[Any] | None = dataclasses.field(default=None, repr=False)

    def check(self, value: Any) -> Any:
        """The value as the switch takes it. ValueError, with what can be chosen, for any other."""
        if self.option is not None:
            return self.option.check("This table", value)
        if isinstance(self.default, bool):
            if not isinstance(value, bool):
                raise ValueError(f"“{self.title}” is on or off; {_shown(value)} is neither.")
        elif isinstance(self.default, int):
            assert self.low is not None and self.high is not None
            if (
                not isinstance(value, int)
                or isinstance(value, bool)
                or not self.low <= value <= self.high
            ):
                raise ValueError(
                    f"“{self.title}” takes a whole number from {self.low} to {self.high}, not"
                    f" {_shown(value)}."
                )
        elif not isinstance(value, str):
            raise ValueError(
                f"“{self.title}” takes a text such as {self.default}, not {_shown(value)}."
            )
        elif self.kind == "pack":
            return pack_text(read_pack(value))
        else:
            return read_order(value)
        return value

    def said(self, value: Any) -> str:
        """The switch at this value, as it stands in a sentence: "without “Follow suit”"."""
        if self.kind == "rule" or isinstance(self.default, bool):
            return f"{'with' if value else 'without'} “{self.title}”"
        return f"with {value} for “{self.title}”"

    def __str__(self) -> str:
        if self.low is not None:
            known = f"from {self.low} to {self.high}"
        elif self.choices:
            known = " or ".join(map(str, self.choices))
        else:
            known = "on or off" if isinstance(self.default, bool) else "a text"
        return f"{self.title}: {self.default} ({known})"


def _shown(value: Any) -> str:
    text = "".join(c if c.isprintable() else "·" for c in str(value))
    return f"“{text if len(text) <= 30 else text[:29] + '…'}”"


# --- packs and orders as texts


def pack_text(cards: tuple[Card, ...]) -> str:
    """A pack as a line: ranks that it has in all suits, then single cards.

    >>> import cardlab
    >>> pack_text(cardlab.game("kaiser").pack)
    'A K Q J T 9 8 7C 7D 5H 3S'
    """
    left = Counter(c for c in cards if c != JOKER)
    words = []
    for rank in RANKS:
        times = min(left[Card(rank + s)] for s in SUITS)
        words += [rank] * times
        left -= Counter({Card(rank + s): times for s in SUITS})
    single = sorted(left.elements(), key=lambda c: (RANKS.index(c.rank), "SHCD".index(c.suit)))
    return " ".join([*words, *single])


def read_pack(text: str) -> tuple[Card, ...]:
    """The cards of one pack, from ranks ("A K Q J 10") and single cards ("5H").

    >>> len(read_pack("A K Q J 10 9 8 7C 7D 5H 3S"))
    32
    """
    cards: list[Card] = []
    words = text.replace(",", " ").split()
    if not 0 < len(words) <= 80:
        raise ValueError(
            "A pack is written as its ranks and single cards, such as “A K Q J 10 9 5H”."
        )
    for word in words:
        rank = word.upper().replace("10", "T")
        if len(rank) == 1 and rank in RANKS:
            cards += [Card(rank + s) for s in SUITS]
            continue
        try:
            card = Card(word)
        except ValueError:
            raise ValueError(
                f"{_shown(word)} is neither a rank nor a card; a pack is written like “A K Q J 10 9"
                " 5H”."
            ) from None
        if card not in named_cards():
            raise ValueError(
                f"The {card.name} is no card that can be written into a pack; jokers have a switch"
                " of their own."
            )
        cards.append(card)
    return tuple(cards)


@lru_cache
def named_cards() -> frozenset[Card]:
    return frozenset(Card(r + s) for s in SUITS for r in RANKS)


def order_text(ranks: str) -> str:
    """Ranks from high to low as they are written: rungs apart by spaces, where any are shared."""
    return ranks


def read_order(text: str) -> str:
    """Ranks from high to low, each once; where a space stands, every space separates rungs.

    >>> read_order("7 a k q j 6"), read_order("A10 K QJ")
    ('7AKQJ6', 'AT K QJ')
    """
    plain = " ".join(text.upper().replace("10", "T").replace(",", " ").split())
    if strange := [c for c in plain if c not in RANKS + " "]:
        raise ValueError(
            f"{_shown(strange[0])} is no rank; an order is written from high to low, such as"
            f" {RANKS}."
        )
    twice = [r for r, n in Counter(plain.replace(" ", "")).items() if n > 1]
    if twice:
        raise ValueError(
            f"The {RANK_NAMES[twice[0]]} stands twice in the order; each rank has one place."
        )
    if not plain:
        raise ValueError(f"An order names the ranks from high to low, such as {RANKS}.")
    rungs = plain.split()
    return "".join(rungs) if all(len(r) == 1 for r in rungs) or len(rungs) == 1 else plain


def packs_of(game: Game) -> tuple[int, tuple[Card, ...], int]:
    """A game's pack as so many packs of these cards, and so many jokers."""
    counts = Counter(c for c in game.pack if c != JOKER)
    decks = min(counts.values(), default=1)
    if any(n % decks for n in counts.values()):
        decks = 1
    one = Counter({c: n // decks for c, n in counts.items()})
    return (
        decks,
        tuple(c for c in dict.fromkeys(game.pack) if c != JOKER for _ in range(one[c])),
        game.pack.count(JOKER),
    )


# --- numbers in formulas


def formulas(game: Game) -> list[tuple[str, Formula, Rule | None]]:
    """Every formula that the game's own code scores with: its name, itself, and the first rule
    that uses it."""
    out: dict[int, tuple[str, Formula, Rule | None]] = {}
    sources: list[tuple[Rule | None, Any]] = [(r, r) for r in game.score_rules()]
    sources += [(None, type(game)), *((None, type(phase)) for phase in game.phases)]
    for by, source in sources:
        for name, formula in found(source, Formula).items():
            out.setdefault(id(formula), (name, formula, by))
    return list(out.values())


def constants(formula: Formula, name: str) -> Iterator[tuple[str, ast.Constant, int, bool]]:
    """The numbers of a formula that a table could agree on: a key made from where it stands, its
    node and value, and whether something is divided by it. Nought and one are how the formula is
    built and stay; so do bounds of comparisons."""
    tree = formula._tree
    above: dict[ast.AST, ast.AST] = {}
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            above[child] = node
    for node in ast.walk(tree):
        if (
            not isinstance(node, ast.Constant)
            or not isinstance(node.value, int)
            or isinstance(node.value, bool)
        ):
            continue
        parent: ast.AST | None = above.get(node)
        if isinstance(parent, ast.UnaryOp):
            parent = above.get(parent)
        if parent is None:
            yield name.lower(), node, node.value, False
        elif abs(node.value) > 1 and not isinstance(parent, ast.Compare):
            place = (
                ast.unparse(parent).replace(" ", "").replace(f"-{node.value}*", f"{node.value}*", 1)
            )
            yield (
                f"{node.value}@{place}",
                node,
                node.value,
                isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.FloorDiv),
            )


def printed(formula: Formula) -> str:
    """A formula with its signs, as a page prints it."""
    return _text(formula._tree, {n: sign for n, (sign, _) in formula.meaning.items()})


def _lines(game: Game) -> Iterator[Switch]:
    seen: dict[str, Switch] = {}
    for name, formula, by in formulas(game):
        for key, _, value, divides in constants(formula, name):
            if key not in seen:
                title = (
                    f"{value} in {printed(formula)}"
                    if "@" in key
                    else f"{by.title if by else name.capitalize()}: {value}"
                )
                about = f"{by.title}. {by.text(game)}" if by else "A number that scores."
                low, high = (
                    (1 if divides else -4 * abs(value) if value < 0 else 0),
                    max(10, 4 * abs(value)),
                )
                seen[key] = Switch(f"line:{key}", title, "line", value, (), low, high, about, by)
    yield from seen.values()
    points: Any = getattr(game, "rank_points", None)
    if isinstance(game, TrickGame) and points:
        for rank, worth in points.items():
            title = f"Points for each {RANK_NAMES.get(rank, rank)}"
            low = -20 if worth < 0 else 0
            yield Switch(
                f"points:{rank}",
                title,
                "line",
                worth,
                (),
                low,
                20,
                "What the card counts in a trick.",
            )
    stakes: Any = getattr(type(game), "stakes", None)
    if (
        isinstance(stakes, dict)
        and getattr(game, "stakes", None) == stakes
        and all(type(n) is int for n in stakes.values())
    ):
        bids = {str(b) for b in getattr(game, "bids", ())}
        for bid, stake in stakes.items():
            if str(bid) in bids:
                about = "What it wins or loses against each opponent."
                yield Switch(
                    f"stake:{bid}", f"The stake of {bid}", "line", stake, (), 0, 4 * stake, about
                )


def numbers(game: Game) -> dict[str, int]:
    """The numbers that a game's own file names and its rules look up when they are asked, so
    that another number would be one everywhere; those that it uses while it is read are built in.

    >>> import cardlab
    >>> numbers(cardlab.game("seven-and-a-half")), numbers(cardlab.game("kaiser"))
    ({'LIMIT': 15}, {})
    """
    module = sys.modules[type(game).__module__]
    named = {
        name: n for name, n in vars(module).items() if name.isupper() and type(n) is int and n > 1
    }
    if not named:
        return {}
    tree = ast.parse(inspect.getsource(module))
    inside = {
        n
        for f in ast.walk(tree)
        if isinstance(f, ast.FunctionDef)
        for part in f.body
        for n in ast.walk(part)
    }
    built_in = {
        n.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n not in inside
    }
    return {name: n for name, n in named.items() if name not in built_in}


def _numbers(game: Game) -> Iterator[Switch]:
    taken = {getattr(end, p.name) for end in game.ends for p in dataclasses.fields(end)}
    for name, n in numbers(game).items():
        graft = Graft(names={(type(game).__module__, name): n})
        by = next((r for r in game.all_rules() if r.test is not None and graft.touches(r)), None)
        if by is not None and n not in taken:
            yield Switch(
                f"number:{name.lower()}",
                f"{by.title}: {n}",
                "line",
                n,
                (),
                0,
                max(10, 4 * n),
                by.text(game),
                by,
            )


# --- rules


def named(game: Game) -> dict[str, Rule]:
    """The rules of a game that can be left out: those that narrow moves and those that score."""
    play = [r for phase in game.phases for r in phase.rules]
    return {str(r): r for r in (*play, *game.scoring)}


@lru_cache
def _lent() -> tuple[tuple[Rule, str, str], ...]:
    """Every rule about the play of tricks in the catalogue, with the id and title of the first
    game that has it."""
    out: dict[Any, tuple[Rule, str, str]] = {}
    for id in games():
        lender = find_game(id)
        for phase in lender.phases:
            if isinstance(phase, Tricks):
                for r in phase.rules:
                    out.setdefault((str(r), r.wording), (r, id, lender.title))
    return tuple(out.values())


def trick_phase(game: Game) -> Tricks | None:
    """The phase of a game in which tricks are played."""
    return next((phase for phase in game.phases if isinstance(phase, Tricks)), None)


@lru_cache(maxsize=256)
def borrowed(game: Game) -> tuple[tuple[Rule, str], ...]:
    """Rules of other games that fit: on positions of this game they can be asked, and have
    something to say.

    >>> import cardlab
    >>> [str(r) for r, lender in borrowed(cardlab.game("kaiser"))][:3]
    ['must-head', 'must-trump', 'must-overtrump']
    """
    phase = trick_phase(game)
    if phase is None or not isinstance(game, TrickGame):
        return ()
    own = {str(r) for p in game.phases for r in p.rules}
    open_to = {str(r): (r, title) for r, _, title in reversed(_lent()) if str(r) not in own}
    spoke: set[str] = set()
    for state in _positions(game, phase):
        table = game.view(state)
        moves = phase.candidates(table)
        for id, (r, _) in tuple(open_to.items()):
            try:
                ruling = r.test(table, moves)
                _ = [verdict.reason for verdict in judge(table, (r,), moves).values()]
                # a rule made for all games with tricks has only to say something; one of a single
                # game has to bite
                if ruling.force is Force.BINDING or (
                    ruling.force is not Force.SILENT and r.test.__module__ == Tricks.__module__
                ):
                    spoke.add(id)
            except Exception:  # the rule asks for something that this game has not
                del open_to[id]
    return tuple(
        (r, title)
        for r, _, title in _lent()
        if open_to.get(str(r), (None,))[0] is r and str(r) in spoke
    )


def _positions(game: Game, phase: Tricks, most: int = 120) -> Iterator[Any]:
    """Positions of the play, from random deals."""
    shown = 0
    for seed in range(12):
        match, rng = game.match(seed=seed), random.Random(seed)
        for _ in range(600):
            if match.over or match.state.standing.deal > 1 or shown >= most:
                break
            if match.state.phase == phase:
                shown += 1
                yield match.state
            match.play(rng.choice(match.legal_moves()))


def _rules(game: Game) -> Iterator[Switch]:
    for id, r in named(game).items():
        yield Switch(f"rule:{id}", r.title, "rule", True, text=r.text(game), rule=r)
    for r, lender in borrowed(game):
        yield Switch(f"rule:{r}", r.title, "rule", False, text=r.text(game), rule=r, source=lender)


# --- everything


def dealing(game: Game) -> Dealing | None:
    """The phase that deals a fixed number of cards to each."""
    return next((p for p in game.phases if isinstance(p, Dealing) and p.each > 0), None)


def _order(game: Game) -> Iterator[Switch]:
    if not isinstance(game, TrickGame):
        return
    # a switch stands only where it moves something: the ladder is asked
    suit = next((s for s in "HSCD" if any(c.suit == s for c in game.pack)), "H")
    said = "The ranks from high to low; with spaces, ranks written together share a rung."
    upside_down = "".join(reversed(game.ranks.replace(" ", "")))
    for name, title, ranks in (
        ("ranks", "The ranks from high to low", game.ranks),
        ("trump_ranks", "The trumps from high to low", game.trump_ranks or game.ranks),
    ):
        try:
            other = type(game.__class__.__name__, (type(game),), {name: upside_down})(
                **dict(game.chosen)
            )
            other.__dict__.pop("_known_orders", None)
            other.pack = game.pack
            plain = next(s for s in "SHCD" if s != suit)
            moved = [
                other.ordering(suit).ladder(s) != game.ordering(suit).ladder(s)
                for s in (suit, plain)
            ]
        except ValueError:
            continue
        if moved[0 if name == "trump_ranks" else 1]:
            yield Switch(
                "order" if name == "ranks" else "trump-order",
                title,
                "order",
                order_text(ranks),
                text=said,
            )


def _pack(game: Game) -> Iterator[Switch]:
    decks, one, jokers = packs_of(game)
    said = "Ranks stand for all four suits, cards for themselves."
    yield Switch("pack", "The cards of the pack", "pack", pack_text(one), text=said)
    if "decks" not in {o.name for o in type(game).all_options()}:
        yield Switch(
            "decks",
            "How many packs together",
            "pack",
            decks,
            (),
            1,
            max(MOST_PACKS, decks),
            "Copies of every card.",
        )
    if "joker" not in {o.name for o in type(game).all_options()} and (
        jokers or isinstance(game, TrickGame)
    ):
        about = (
            "A joker is the highest trump."
            if isinstance(game, TrickGame) and not jokers
            else "Jokers in the pack."
        )
        yield Switch("jokers", "How many jokers", "pack", jokers, (), 0, MOST_JOKERS, about)


def _deal(game: Game) -> Iterator[Switch]:
    phase = dealing(game)
    if phase is not None:
        most = max(13, min(2 * phase.each, 26))
        yield Switch(
            "dealt",
            "How many cards each is dealt",
            "dealt",
            phase.each,
            (),
            1,
            most,
            "Cards dealt to each seat.",
        )


def _ends(game: Game) -> Iterator[Switch]:
    options = {o.name for o in type(game).all_options()}
    for end in game.ends:
        note = end.note(game)
        if len(game.ends) > 1:
            yield Switch(f"end:{note}", note.title, "target", True, text=note.text(game), rule=note)
        for part in dataclasses.fields(end):
            value = getattr(end, part.name)
            if (
                part.name in ("target", "limit")
                and type(value) is int
                and part.name not in options
                and value > 0
            ):
                title = f"{note.title}: the number"
                yield Switch(
                    f"target:{note}",
                    title,
                    "target",
                    value,
                    (),
                    1,
                    10 * value,
                    note.text(game),
                    note,
                )


def _options(game: Game) -> Iterator[Switch]:
    for o in type(game).all_options():
        if len(o.choices) < 2:
            continue
        spread = isinstance(o.choices, range)
        yield Switch(
            f"option:{o.name}",
            o.name.replace("_", " ").capitalize(),
            "option",
            o.default,
            () if spread else tuple(o.choices),
            o.choices[0] if spread else None,
            o.choices[-1] if spread else None,
            o.text,
            option=o,
        )


@lru_cache(maxsize=256)
def _found(game: Game) -> tuple[Switch, ...]:
    parts = (_rules, _order, _pack, _deal, _numbers, _lines, _ends, _options)
    return tuple({s.id: s for part in parts for s in part(game)}.values())


def switches(game: Game | str) -> tuple[Switch, ...]:
    """Everything that a table may play otherwise in this game, in the order of a page."""
    table = find_game(game) if isinstance(game, str) else game
    return _found(getattr(table, "house_base", table))
