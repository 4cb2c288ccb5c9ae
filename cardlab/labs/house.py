"""House rules: a game as a table plays it, with rules left out or borrowed, another order,
another pack, other numbers.

Knows how to make a game of what was agreed, and when that cannot be played. States no rule: what
changes is said by the switches (`cardlab.labs.switches`), and whether it can be played is found by
looking and by playing (`cardlab.labs.trial`). A house game is data: the game that it comes from, a
name, and the switches that are not as they were.

>>> free = game("malilla", name="Free Malilla", off=("must-beat-opponent",))
>>> free, [str(r) for r in free.phases[1].rules]
(<Free Malilla, house rules of malilla>, ['must-follow-suit', 'unled-plain-seven'])
>>> from_json(to_json(free)) == free
True
>>> game("malilla", dealt=11)
Traceback (most recent call last):
cardlab.labs.house.Refused: Eleven cards each for four players takes 44 cards, and the pack of Malilla here has 40.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import json
import random
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardlab.engine.cards import JOKER, RANK_NAMES, RANKS, SUITS, Card, Suit
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class
from cardlab.engine.game import Game
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import Formula, ScoreLine
from cardlab.engine.words import listed, number, sentence, some
from cardlab.families.auctions import Auction, NameTrumps
from cardlab.families.exchanges import Exchange, replaceable
from cardlab.families.matches import Deals
from cardlab.families.solo import LoneJoker
from cardlab.families.tricks import TrickGame
from cardlab.labs.graft import Graft
from cardlab.labs.switches import (
    BIGGEST_PACK,
    Switch,
    constants,
    dealing,
    formulas,
    packs_of,
    printed,
    read_pack,
    switches,
    trick_phase,
)
from cardlab.labs.trial import Guarded, finished, trying

__all__ = [
    "FORMAT",
    "House",
    "Refused",
    "build",
    "build_checked",
    "comes_apart",
    "from_json",
    "from_text",
    "game",
    "house",
    "load",
    "on_trial",
    "play",
    "read",
    "refusal",
    "save",
    "switches",
    "to_json",
    "trying_out",
]

FORMAT, VERSION = "cardlab-house", 1
LONGEST_NAME, LONGEST_TEXT, MOST_CHANGES = 60, 4000, 60
_RANKS_NAMED = ("stripped-pack", "standard-deck", "altered-order", "joker")


class Refused(ValueError):
    """A combination that cannot be played; the sentence says why."""


@dataclass(frozen=True)
class House:
    """What a table has agreed: the game, its own name for it, and the switches that are not as
    they were."""

    base: str
    name: str = ""
    changes: tuple[tuple[str, Any], ...] = ()

    @property
    def options(self) -> dict[str, Any]:
        return {
            id.removeprefix("option:"): value
            for id, value in self.changes
            if id.startswith("option:")
        }

    @property
    def title(self) -> str:
        return self.name or f"{game_class(self.base).title} of the house"

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.base,
            "name": self.name,
            "changes": dict(self.changes),
        }

    def text(self) -> str:
        """The same in short, for a link: the game stands beside it."""
        named = {"name": self.name} if self.name else {}
        return json.dumps(
            {**named, **dict(self.changes)}, ensure_ascii=False, separators=(",", ":")
        )

    def but(self, **options: Any) -> House:
        """The same house rules with other options of the game."""
        known = {o.name: o for o in game_class(self.base).all_options()}
        changes = dict(self.changes)
        for name, value in options.items():
            if name not in known:
                raise Refused(
                    f"{game_class(self.base).title} has no option {name!r}; its options are"
                    f" {', '.join(known)}."
                )
            changes.pop(f"option:{name}", None)
            if known[name].check(self.title, value) != known[name].default:
                changes[f"option:{name}"] = value
        return house(self.base, self.name, changes)


# --- reading what somebody wrote


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise Refused("The name of a house game is a text.")
    plain = " ".join(name.split())
    if len(plain) > LONGEST_NAME or not all(c.isprintable() for c in plain):
        raise Refused(
            f"A name has at most {LONGEST_NAME} letters, and no signs that cannot be printed."
        )
    return plain


def base_game(base: Any, options: Mapping[str, Any]) -> Game:
    """The game without house rules, with these options."""
    if not isinstance(base, str):
        raise Refused("A house game names the game that it comes from, such as “malilla”.")
    try:
        return find_game(base, **options)
    except ValueError as trouble:
        raise Refused(_sentence(trouble)) from None


def _sentence(trouble: object) -> str:
    said = str(trouble).strip()
    said = said if len(said) <= 400 else f"{said[:399]}…"
    return sentence(said)


def house(
    base: str, name: str = "", changes: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()
) -> House:
    """What was agreed, read strictly: every word must be a switch of this game and every value
    one that it takes. Refused says what is not. What is as it was anyway is left out.

    >>> house("kaiser", changes={"option:target": 52, "rule:must-head": True})
    House(base='kaiser', name='', changes=(('rule:must-head', True),))
    """
    plain = dict(changes)
    if len(plain) > MOST_CHANGES:
        raise Refused(f"A house game changes at most {MOST_CHANGES} things; here are {len(plain)}.")
    for id, value in plain.items():
        if (
            not isinstance(id, str)
            or not isinstance(value, bool | int | str)
            or len(str(id)) > 120
            or len(str(value)) > 400
        ):
            raise Refused(
                "A house game is a list of switches, each with a number, a word, or on or off."
            )
    for id in plain:
        if id.startswith("option:") and id.removeprefix("option:") not in {
            o.name for o in game_class_(base).all_options()
        }:
            cls, word = game_class_(base), _short(id.removeprefix("option:"))
            raise Refused(
                f"{cls.title} has no option {word}; its options are"
                f" {', '.join(o.name for o in cls.all_options())}."
            )
    options = {
        id.removeprefix("option:"): value for id, value in plain.items() if id.startswith("option:")
    }
    known = {s.id: s for s in switches(base_game(base, options))}
    kept = {}
    for id, value in plain.items():
        if id not in known and id.startswith("option:"):
            continue  # an option with one value; it has just been taken by the game
        if id not in known:
            raise Refused(_unknown(base, options, id, known))
        try:
            value = known[id].check(value)
        except ValueError as trouble:
            raise Refused(_sentence(trouble)) from None
        if value != known[id].default:
            kept[id] = value
    order = list(known)
    return House(
        base, _name(name), tuple(sorted(kept.items(), key=lambda pair: order.index(pair[0])))
    )


def game_class_(base: Any) -> type[Game]:
    """The class of a game by its id. Refused for an id that there is not."""
    try:
        return game_class(base)
    except ValueError as trouble:
        raise Refused(_sentence(trouble)) from None


def _short(text: str) -> str:
    clean = "".join(c if c.isprintable() else "·" for c in text)
    return f"“{clean if len(clean) <= 40 else clean[:39] + '…'}”"


def _unknown(base: str, options: Mapping[str, Any], id: str, known: Mapping[str, Switch]) -> str:
    title = game_class_(base).title
    if options:
        title += " with " + ", ".join(f"{name} {value}" for name, value in options.items())
    kind, colon, word = id.partition(":")
    same = [x.partition(":")[2] for x in known if colon and x.startswith(f"{kind}:")]
    if same:
        return (
            f"{title} has no {kind} {_short(word)} to change; there is"
            f" {listed(same, 'or', most=12)}."
        )
    plain = [x for x in known if ":" not in x]
    return (
        f"{title} has nothing called {_short(id)} to change; besides its rules there is"
        f" {listed(plain, 'or', most=9)}."
    )


def from_text(base: str, text: str) -> House:
    """House rules from the short form of a link."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise Refused(
            f"House rules are written in at most {LONGEST_TEXT} letters; this text is longer."
        )
    data = _json(text)
    if not isinstance(data, dict):
        raise Refused(
            "House rules are written as switches and their values, and this text has none."
        )
    return house(base, data.pop("name", ""), data)


def _json(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise Refused(f"The text says {_short(twice)} twice; each thing is said once.")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=lambda c: None)
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused(
            "These are no house rules: the text is not JSON. Paste the whole text of the file."
        ) from None


def read(text: str | bytes) -> House:
    """The house rules of a file's text, read strictly; nothing in it is ever carried out.
    Refused says what is not right."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("These are no house rules: the file is not a text.") from None
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise Refused(
            f"House rules are written in at most {LONGEST_TEXT} letters; this text is longer."
        )
    data = _json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(f'These are no house rules: the text does not say "format": "{FORMAT}".')
    if data.get("version") != VERSION:
        raise Refused(
            f"These house rules have version {_short(str(data.get('version')))}; this cardlab reads"
            f" version {VERSION}."
        )
    if strange := [k for k in data if k not in ("format", "version", "game", "name", "changes")]:
        raise Refused(
            f"House rules say nothing called {_short(strange[0])}; they have a game, a name and"
            " changes."
        )
    changes = data.get("changes", {})
    if not isinstance(changes, dict):
        raise Refused("The changes of a house game are a list of switches with their values.")
    return house(_base(data.get("game")), data.get("name", ""), changes)


def _base(value: Any) -> str:
    if not isinstance(value, str):
        raise Refused("House rules name the game that they come from, such as “malilla”.")
    game_class_(value)
    return value


# --- making the game


@dataclass
class _Plan:
    """What is to be otherwise, found out before the game is made."""

    house: House
    base: Game
    changes: dict[str, Any]
    known: dict[str, Switch]
    pack: tuple[Card, ...] | None = None
    ranks: str | None = None
    trump_ranks: str | None = None
    jokers: bool = False
    remarks: dict[str, list[str]] = dataclasses.field(default_factory=dict)

    def remark(self, r: Rule | str, text: str) -> None:
        said = self.remarks.setdefault(str(r), [])
        if text not in said:
            said.append(text)


def _new_pack(plan: _Plan) -> tuple[Card, ...]:
    decks, one, jokers = packs_of(plan.base)
    one = read_pack(plan.changes["pack"]) if "pack" in plan.changes else one
    decks, jokers = plan.changes.get("decks", decks), plan.changes.get("jokers", jokers)
    new = one * decks + (JOKER,) * jokers
    if len(new) > BIGGEST_PACK:
        said = (
            f"{some(decks, 'pack')} of {len(one)} cards are {len(new)}, and a table has room for"
            f" {BIGGEST_PACK}."
        )
        raise Refused(said[:1].upper() + said[1:])
    return new


def _with(ranks: str, pack: Iterable[Card]) -> str:
    """The order with the ranks that came into the pack, each below the next higher of the usual
    order."""
    shared = " " in ranks
    rungs = ranks.split() if shared else list(ranks)
    for rank in dict.fromkeys(c.rank for c in pack if c.rank in RANKS):
        if not any(rank in rung for rung in rungs):
            higher = [r for r in RANKS[: RANKS.index(rank)] if any(r in rung for rung in rungs)]
            at = next(i for i, rung in enumerate(rungs) if higher[-1] in rung) + 1 if higher else 0
            rungs.insert(at, rank)
    return (" " if shared else "").join(rungs)


def _names(ranks: Iterable[str]) -> str:
    return listed([f"{RANK_NAMES[r]}{'es' if r == '6' else 's'}" for r in ranks], most=13)


def _spelled(ranks: str) -> str:
    rungs = ranks.split() if " " in ranks else list(ranks)
    return " ".join("=".join("10" if r == "T" else r for r in rung) for rung in rungs)


def _said_pack(plan: _Plan, new: tuple[Card, ...]) -> str:
    old = set(plan.base.pack)
    came = [
        r
        for r in RANKS
        if all(r + s in new for s in SUITS) and not any(r + s in old for s in SUITS)
    ]
    went = [
        r
        for r in RANKS
        if all(r + s in old for s in SUITS) and not any(r + s in new for s in SUITS)
    ]
    single = [c for c in dict.fromkeys(new) if c not in old and c.rank not in came and c != JOKER]
    gone = [
        c
        for c in dict.fromkeys(plan.base.pack)
        if c not in new and c.rank not in went and c != JOKER
    ]
    said = f"the pack has {len(new)} cards instead of {len(plan.base.pack)}"
    more = [
        f"with {_names(came)}" if came else "",
        f"without {_names(went)}" if went else "",
        f"with {listed(single, most=9)}" if single else "",
        f"without {listed(gone, most=9)}" if gone else "",
        (
            f"{number(plan.changes['decks'])} packs together"
            if plan.changes.get("decks", 1) > 1
            else ""
        ),
        f"with {some(plan.changes['jokers'], 'joker')}" if plan.changes.get("jokers") else "",
    ]
    return ", ".join([said, *filter(None, more)])


def _place(game: Game, concepts: tuple[str, ...], word: str = "") -> Rule | None:
    """The note that says so now: of those about it, one whose text has the word."""
    about = [r for r in game.all_rules() if r.kind == "note" and set(r.concepts) & set(concepts)]
    return next((r for r in about if word and word in r.text(game)), about[0] if about else None)


def _prepare(plan: _Plan) -> Graft:
    """Find out what becomes of pack, order, numbers; what has to be copied; and which rules it
    has to be written beside."""
    base, changes = plan.base, plan.changes
    values: dict[Any, Any] = {}
    names: dict[tuple[str, str], Any] = {}
    keys: dict[Formula, dict[str, int]] = {}
    also: list[tuple[Any, Any]] = []
    if {"pack", "decks", "jokers"} & set(changes):
        plan.pack = _new_pack(plan)
        plan.jokers = JOKER in plan.pack and JOKER not in base.pack
        place = _place(base, ("stripped-pack", "standard-deck", "multi-deck")) or "house-pack"
        plan.remark(place, _said_pack(plan, plan.pack))
        if plan.jokers:
            plan.remark("house-joker", "")
    if isinstance(base, TrickGame):
        pack = plan.pack or base.pack
        for key, field in (("order", "ranks"), ("trump-order", "trump_ranks")):
            mine = getattr(base, field)
            if mine is None and key not in changes:
                continue
            wanted = changes.get(key) or _with(mine, pack)
            if wanted != mine:
                setattr(plan, field, wanted)
                kind = "in trumps, from high to low" if key == "trump-order" else "from high to low"
                place = _place(base, ("altered-order",)) or "house-order"
                plan.remark(place, f"{kind}, the order is {_spelled(wanted)}")
    dealer = dealing(base)
    if "dealt" in changes and dealer is not None:
        was, now = number(dealer.each), number(changes["dealt"])
        inside = [r for r in dealer.notes if "deal" in r.concepts]
        place = next(
            (r for r in inside if was in r.text(base).lower()),
            inside[0] if inside else "house-deal",
        )
        plan.remark(place, f"{now} cards each instead of {was}")
    agreed = {
        id.removeprefix("line:"): value for id, value in changes.items() if id.startswith("line:")
    }
    if agreed:
        for name, formula, _ in formulas(base):
            new = _changed(formula, name, agreed)
            if new is not None:
                values[formula] = new
                keys[formula] = {key: was for key, _, was, _ in constants(formula, name)}
    points = {
        id.removeprefix("points:"): value
        for id, value in changes.items()
        if id.startswith("points:")
    }
    if points:
        old = base.rank_points
        also.append((old, {**old, **points}))
    stakes = {
        id.removeprefix("stake:"): value for id, value in changes.items() if id.startswith("stake:")
    }
    if stakes:
        also.append((base.stakes, {bid: stakes.get(str(bid), n) for bid, n in base.stakes.items()}))
    home = type(base).__module__
    targets: dict[tuple[str, str], tuple[int, int]] = {}
    for end in base.ends:
        if (id := f"target:{end.note(base)}") in changes:
            was = next(
                getattr(end, p.name)
                for p in dataclasses.fields(end)
                if p.name in ("target", "limit")
            )
            for name, value in vars(__import__(home, fromlist=["_"])).items():
                if name.isupper() and type(value) is int and value == was:
                    names[home, name] = changes[id]
                    targets[home, name] = (was, changes[id])
    for id, value in changes.items():
        if id.startswith("number:"):
            name = id.removeprefix("number:").upper()
            names[home, name] = value
            targets[home, name] = (plan.known[id].default, value)
    graft = Graft(names=names)
    for old, new in (*values.items(), *also):
        graft.also(old, new)
    for r in base.all_rules():
        if r.kind == "note":
            continue
        for key, value in agreed.items():
            mine = [f for f in values if key in keys[f] and Graft({f: values[f]}).touches(r)]
            if mine:
                # of the formulas of a rule that share a number the shortest says enough
                formula = min(mine, key=lambda f: len(f.text))
                plan.remark(r, f"{value} instead of {keys[formula][key]} in {printed(formula)}")
        if points and (id := _mentions(r, points, base)):
            plan.remark(r, id)
        for where, (before, after) in targets.items():
            if Graft(names={where: after}).touches(r):
                plan.remark(r, f"{after} instead of {before}")
    if points and not any("each" in x for said in plan.remarks.values() for x in said):
        plan.remark("house-points", _worths(points))
    return graft


def _worths(points: Mapping[str, int]) -> str:
    return listed([f"{RANK_NAMES.get(r, r)}s count {n} each" for r, n in points.items()], most=13)


def _mentions(r: Rule, points: Mapping[str, int], base: Game) -> str:
    return (
        _worths(points)
        if "card-points" in r.concepts and any(RANK_NAMES.get(x, x) in r.text(base) for x in points)
        else ""
    )


def _changed(formula: Formula, name: str, agreed: Mapping[str, int]) -> Formula | None:
    """The formula with the agreed numbers in it, or None where none of them stands in it."""
    nodes = {
        (n.lineno, n.col_offset): agreed[key]
        for key, n, _, _ in constants(formula, name)
        if key in agreed
    }
    if not nodes:
        return None

    class Put(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.AST:
            return ast.Constant(nodes.get((node.lineno, node.col_offset), node.value))

    tree = Put().visit(ast.parse(formula.text, mode="eval"))
    return Formula(
        ast.unparse(tree), **{n: f"{sign}: {said}" for n, (sign, said) in formula.meaning.items()}
    )


class _Joker(LoneJoker):
    """No trumps, and jokers that win."""


class _OfTheHouse(Game):
    """What every house game has over the game that it comes from; the class of a house game is
    made with it in front."""

    house: House
    house_base: Game
    _plan: _Plan

    def __new__(cls, **options: Any) -> Any:
        house_text = options.pop("house", None)
        if options:
            agreed = cls.house.but(**options)
            if agreed != cls.house:
                return build_checked(agreed)
        if house_text is not None and house_text != cls.house.text():
            return build_checked(from_text(cls.house.base, house_text))
        return object.__new__(cls)

    def __init__(self, **options: Any) -> None:
        super().__init__(**type(self).house.options)
        self.chosen = (("house", self.house.text()),)

    def setup(self) -> None:
        super().setup()
        _apply(self, self._plan)

    def make_order(self, word: str) -> Ordering:
        if self._plan.jokers and word == "NT":
            return _Joker(self.pack, self.ranks)
        order: Ordering = super().make_order(word)  # type: ignore[misc]  # of TrickGame
        return order

    def promoted(self, trump: Suit) -> tuple[Card, ...]:
        cards: tuple[Card, ...] = super().promoted(trump)  # type: ignore[misc]  # of TrickGame
        return (JOKER,) if self._plan.jokers else cards

    def of_deal(self, state: Any, lines: Iterable[ScoreLine]) -> tuple[ScoreLine, ...]:
        off = {
            id.removeprefix("rule:")
            for id, on in self._plan.changes.items()
            if id.startswith("rule:") and on is False
        }
        return super().of_deal(state, [x for x in lines if x.rule not in off] if off else lines)

    def __reduce__(self) -> Any:
        return _again, (self.house,)

    def __repr__(self) -> str:
        return f"<{self.title}, house rules of {self.house.base}>"


def _again(agreed: House) -> Game:
    return build_checked(agreed)


def _restated(r: Rule, plan: _Plan) -> Rule:
    said = plan.remarks.get(str(r))
    if not said:
        return r
    text = f"{r.wording} House rule: {'; '.join(said)}."
    return Rule(str(r), r.title, text, r.concepts, r.kind, r.test, r.look, r.solver)


def _apply(game: Any, plan: _Plan) -> None:
    """Put what is otherwise into a game that has just been set up."""
    changes = plan.changes
    off = {
        id.removeprefix("rule:")
        for id, on in changes.items()
        if id.startswith("rule:") and on is False
    }
    lent = [
        plan.known[id].rule for id, on in changes.items() if id.startswith("rule:") and on is True
    ]
    game.pack = plan.pack or plan.base.pack
    if plan.ranks:
        game.ranks = plan.ranks
    if plan.trump_ranks:
        game.trump_ranks = plan.trump_ranks
    for kept in ("_known_orders", "lone_joker"):
        game.__dict__.pop(kept, None)
    tricks, dealer = trick_phase(game), dealing(game)
    phases = []
    for phase in game.phases:
        new = copy.copy(phase)
        new.rules = tuple(_restated(r, plan) for r in phase.rules if r not in off)
        if phase is tricks:
            new.rules = (*new.rules, *lent)
        if dealer is not None and phase is dealer and "dealt" in changes:
            new.each = changes["dealt"]
            if getattr(game, "hand_size", None) == dealer.each:
                game.hand_size = changes["dealt"]
        new.notes = tuple(_restated(r, plan) for r in phase.notes)
        phases.append(new)
    game.phases = tuple(phases)
    game.scoring = tuple(_restated(r, plan) for r in game.scoring if r not in off)
    extra = [
        (
            note(*_NEW[id], *_NEW_CONCEPTS.get(id, ()))
            if not said[0]
            else note(
                id, _NEW[id][1], f"{'; '.join(said)}.".capitalize(), *_NEW_CONCEPTS.get(id, ())
            )
        )
        for id, said in plan.remarks.items()
        if id in _NEW
    ]
    game.notes = (*(_restated(r, plan) for r in game.notes), *extra)
    ends = []
    for end in game.ends:
        if changes.get(f"end:{end.note(plan.base)}") is False:
            continue
        if (target := changes.get(f"target:{_note_before(plan.base, end)}")) is not None:
            part = next(p.name for p in dataclasses.fields(end) if p.name in ("target", "limit"))
            end = dataclasses.replace(end, **{part: target})
        ends.append(end)
    game.ends = tuple(ends)


def _note_before(base: Game, end: Any) -> str:
    """The id of the note of the end; a number in it does not change it."""
    return str(end.note(base))


_NEW: dict[str, tuple[str, str, str]] = {
    "house-pack": ("house-pack", "The pack of the house", ""),
    "house-order": ("house-order", "The order of the house", ""),
    "house-deal": ("house-deal", "The deal of the house", ""),
    "house-points": ("house-points", "What the cards count", ""),
    "house-joker": (
        "house-joker",
        "The joker",
        "A joker is the highest trump. Without trumps it wins a trick, and nobody can follow it.",
    ),
}
_NEW_CONCEPTS = {
    "house-pack": ("stripped-pack",),
    "house-order": ("altered-order",),
    "house-deal": ("deal",),
    "house-points": ("card-points",),
    "house-joker": ("joker",),
}


def _check_before(plan: _Plan) -> None:
    """What is known not to work before the game is made."""
    base, title, pack = plan.base, plan.base.title, plan.pack or plan.base.pack
    dealer = dealing(base)
    if dealer is not None:
        each = plan.changes.get("dealt", dealer.each)
        usual = sum(dealer.sizes(base, base.opening()))
        need = usual + (each - dealer.each) * base.players + getattr(base, "aside", 0)
        if need > len(pack):
            raise Refused(
                f"{number(each).capitalize()} cards each for {number(base.players)} players takes"
                f" {need} cards, and the pack of {title} here has {len(pack)}."
            )
        bound = {
            r for p in base.phases for r in p.rules if plan.changes.get(f"rule:{r}") is not False
        }
        if (
            any(isinstance(p, Exchange) for p in base.phases)
            and replaceable not in bound
            and need + each > len(pack)
        ):
            raise Refused(
                f"In {title} a player may change all {number(each)} cards, and the pack here leaves"
                f" {len(pack) - need} to draw; deal fewer cards, or take a larger pack."
            )
    elif len(pack) < base.players:
        raise Refused(
            f"{title} with {number(base.players)} players needs a card for each, and the pack here"
            f" has {len(pack)}."
        )
    if isinstance(base, TrickGame):
        have = {c.rank for c in pack if c != JOKER}
        orders = (
            (plan.ranks or base.ranks, "The order"),
            (plan.trump_ranks or base.trump_ranks, "The order of trumps"),
        )
        for ranks, what in orders:
            if ranks and (lost := [r for r in RANKS if r in have and r not in ranks]):
                raise Refused(
                    f"{what} {_spelled(ranks)} has no place for {_names(lost)}, which the pack has."
                )
        names_trumps = any(isinstance(p, NameTrumps | Auction) for p in base.phases)
        for suit in SUITS.values():
            if (
                names_trumps
                and not any(c.suit == suit for c in pack)
                and any(c.suit == suit for c in base.pack)
            ):
                raise Refused(
                    f"{suit.name.capitalize()} can be made trumps in {title}, and the pack here has"
                    f" no {suit.one}."
                )
        if plan.jokers and not names_trumps:
            raise Refused(
                f"In {title} a card that is turned or led makes trumps, and a joker names no suit."
            )
    if base.scoring and all(plan.changes.get(f"rule:{r}") is False for r in base.scoring):
        titles = listed([f"“{r.title}”" for r in base.scoring], most=9)
        raise Refused(f"Without {titles} nothing scores in {title}, and nobody can win.")
    left = [e for e in base.ends if plan.changes.get(f"end:{e.note(base)}") is not False]
    limits = [e for e in left if not (isinstance(e, Deals) and not e.number)]
    if not limits:
        raise Refused(
            f"Nothing ends the match: {title} needs a number of deals, or another end of its match."
        )


def build(agreed: House) -> Game:
    """The game of these house rules, looked at but not yet tried. Refused where it is known not
    to work."""
    base = base_game(agreed.base, agreed.options)
    changes = {id: value for id, value in agreed.changes if not id.startswith("option:")}
    plan = _Plan(agreed, base, changes, {s.id: s for s in switches(base)})
    graft = _prepare(plan)
    _check_before(plan)
    own = graft.of(type(base))
    space: dict[str, Any] = {
        "__doc__": type(base).__doc__,
        "__module__": __name__,
        "title": agreed.title,
        "house": agreed,
        "house_base": base,
        "_plan": plan,
    }
    counted = ("line:", "number:", "points:", "stake:", *(f"rule:{r}" for r in base.scoring))
    if any(id.startswith(counted) for id in changes):
        space["zero_sum"] = False  # whether what is won is what is lost is no longer known
    if plan.pack:
        space["pack"] = plan.pack
    if "dealt" in changes and type(getattr(type(base), "each", None)) is int:
        space["each"] = changes["dealt"]
    made = type(type(base).__name__, (_OfTheHouse, own), space)
    try:
        table: Game = made()
    except Refused:
        raise
    except ValueError as trouble:
        raise Refused(_sentence(trouble)) from None
    except Exception as trouble:
        raise Refused(
            f"{_because(agreed, base)} {base.title} cannot be set up ({_what(trouble)})."
        ) from None
    return table


def _what(trouble: BaseException) -> str:
    said = str(trouble).strip().rstrip(".")
    return f"{type(trouble).__name__}: {said[:80]}" if said else type(trouble).__name__


def _because(agreed: House, base: Game, only: Iterable[str] | None = None) -> str:
    known = {s.id: s for s in switches(base)}
    said = [
        known[id].said(value)
        for id, value in agreed.changes
        if id in known and (only is None or id in only)
    ]
    text = listed(said, most=5)
    return text[:1].upper() + text[1:]


TRIED, TRIED_MOVES = 24, 1500
"""How many deals are tried, and after how many moves a trial is long enough."""


def refusal(agreed: House, deals: int = TRIED, seed: int = 0) -> str:
    """Why this cannot be played, as far as looking and some deals show; nothing where it can."""
    try:
        table = build(agreed)
    except Refused as trouble:
        return str(trouble)
    return finished(trying_out(agreed, table, deals, seed))


def trying_out(
    agreed: House, table: Game, deals: int = TRIED, seed: int = 0
) -> Generator[float, None, str]:
    """The same step by step, for a game that has been built: yields now and then, and comes to
    the sentence, or to nothing."""
    if not agreed.changes:
        return ""
    happened = yield from _tried(agreed, table, deals, seed)
    base, guilty = table.house_base, None
    if not happened:
        return (yield from _needed(agreed, table))
    if 1 < len(agreed.changes) <= 12:
        # one change alone may be enough to break it; then the sentence names that one
        for id, value in agreed.changes:
            single = House(agreed.base, "", ((id, value),))
            try:
                if (yield from _tried(single, build(single), deals, seed)):
                    guilty = [id]
                    break
            except Refused:
                continue
    return comes_apart(agreed, base, happened, guilty)


def comes_apart(
    agreed: House, base: Game, happened: object, guilty: Iterable[str] | None = None
) -> str:
    """Why a game that was played came to no good end; guilty: the changes that did it, where
    they are known."""
    return f"{_because(agreed, base, guilty)} {base.title} cannot be played: {happened}."


def _tried(agreed: House, table: Game, deals: int, seed: int) -> Generator[float, None, str]:
    with on_trial(agreed, table):
        happened = yield from trying(table, deals, seed, 0.12, TRIED_MOVES, 3)
        return happened or (yield from _unending(table))


_known_needed: dict[tuple[Any, ...], str] = {}


def _needed(agreed: House, table: Game) -> Generator[float, None, str]:
    """Whether one of the rules that are left out, other than about the play of tricks, holds the
    game together: then it comes apart sooner or later, and a long trial is made of that one rule.
    """
    base, tricks = table.house_base, trick_phase(table.house_base)
    for id, on in agreed.changes:
        r = id.removeprefix("rule:")
        if (
            id.startswith("rule:")
            and on is False
            and r not in base.scoring
            and not (tricks is not None and r in tricks.rules)
        ):
            options = tuple(pair for pair in agreed.changes if pair[0].startswith("option:"))
            key = (agreed.base, options, id)
            if key not in _known_needed:
                _known_needed[key] = yield from _without(*key)
            if happened := _known_needed[key]:
                return comes_apart(agreed, base, happened, [id])
    return ""


def _without(
    base: str, options: tuple[tuple[str, Any], ...], id: str
) -> Generator[float, None, str]:
    try:
        single = house(base, "", {**dict(options), id: False})
        table = build(single)
    except Refused:
        return ""
    with on_trial(single, table):
        return (yield from trying(table, 200, 500, 0.02, 4 * TRIED_MOVES, 2))


_on_trial: dict[House, Game] = {}


@contextmanager
def on_trial(agreed: House, table: Game) -> Iterator[Game]:
    """While a game is tried it is known by its data: a trial replays records, and a record asks
    for its game."""
    _on_trial[agreed] = table
    try:
        yield table
    finally:
        _on_trial.pop(agreed, None)


def _unending(table: Game, most: int = 150) -> Generator[float, None, str]:
    """A match that no number of deals ends is played to its end, if it comes to one."""
    if any(isinstance(end, Deals) and end.number for end in table.ends):
        return ""
    match, rng = Guarded.new(table, 0), random.Random(0)
    while not match.over and match.state.standing.deal <= most:
        match.play(rng.choice(match.legal_moves()))
        if match.ply % 20 == 0:
            yield 1.0
    return (
        ""
        if match.over
        else (
            f"the match is not over after {most} deals, at"
            f" {' and '.join(map(str, match.totals.values()))}"
        )
    )


def build_checked(agreed: House) -> Game:
    """The game of these house rules, tried out. Refused, with the reason, where it cannot be
    played."""
    if agreed in _on_trial:
        return _on_trial[agreed]
    table, said = _checked(agreed)
    if table is None:
        raise Refused(said)
    return table


@lru_cache(maxsize=128)
def _checked(agreed: House) -> tuple[Game | None, str]:
    try:
        table = build(agreed)
    except Refused as trouble:
        return None, str(trouble)
    said = finished(trying_out(agreed, table))
    return (None, said) if said else (table, "")


def game(
    base: str,
    /,
    *,
    name: str = "",
    off: Iterable[str] = (),
    borrow: Iterable[str] = (),
    changes: Mapping[str, Any] | None = None,
    **more: Any,
) -> Game:
    """A game with house rules, ready to be played: rules left out and borrowed by their ids, the
    other switches as keywords (order, trump_order, pack, decks, jokers, dealt, target and the
    game's options) or in ``changes`` by their ids.

    >>> game("nap", cards=28, dealt=6).phases[0].each
    6
    >>> import cardlab
    >>> kaiser = game("kaiser", changes={"option:three_costs": 4})
    >>> kaiser.rules(than=cardlab.game("kaiser")).splitlines()[0]
    'Kaiser of the house is Kaiser, but'
    """
    found: dict[str, Any] = dict(changes or {})
    found |= {f"rule:{id}": False for id in off} | {f"rule:{id}": True for id in borrow}
    options = {o.name for o in game_class_(base).all_options()}
    for word, value in more.items():
        if word in options:
            found[f"option:{word}"] = value
        elif word == "target":
            ends = [s.id for s in switches(base) if s.id.startswith("target:")]
            if len(ends) != 1:
                raise Refused(f"{game_class_(base).title} has no single target to change.")
            found[ends[0]] = value
        else:
            found[word.replace("_", "-")] = value
    return build_checked(house(base, name, found))


def load(base: str, text: str, **options: Any) -> Game:
    """The game of a link: its id, the house rules in short, and options over them."""
    agreed = from_text(base, text)
    return build_checked(agreed.but(**options) if options else agreed)


def to_json(table: Game | House, indent: int | None = 1) -> str:
    """A house game as the text of a file."""
    agreed = table if isinstance(table, House) else getattr(table, "house", None) or House(table.id)
    return json.dumps(agreed.to_dict(), ensure_ascii=False, indent=indent)


def from_json(text: str | bytes) -> Game:
    """A house game from the text of a file: data only, read strictly, looked at and tried.
    Refused says what is not right."""
    return build_checked(read(text))


def save(table: Game, path: str | Path) -> None:
    """Write a house game to a file."""
    Path(path).write_text(to_json(table) + "\n", encoding="utf-8")


def play(path: str | Path) -> Game:
    """The house game of a file."""
    where = Path(path)
    try:
        with where.open("rb") as file:
            text = file.read(4 * LONGEST_TEXT + 1)
    except OSError as trouble:
        raise Refused(
            f"The file {where.name} cannot be read: {str(trouble.strerror).lower()}."
        ) from None
    if len(text) > 4 * LONGEST_TEXT:
        raise Refused(f"The file {where.name} is too long to be house rules.")
    return from_json(text)
