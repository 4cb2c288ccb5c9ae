"""House rules, as data: what a table changes in a game.

Knows how house rules are written, read and put into a game: other options, other rules of a part,
another pack, another order, another size of the hands.  Knows no game by name.  Rules stand here by
their ids; a part may have its own rules and those that its phase lends (`Phase.lends`).

>>> import cardlab
>>> malilla = cardlab.game("malilla")
>>> free = malilla.replace(rules={"play": ("must-follow-suit", "unled-plain-seven")}, deals=3)
>>> free.title, free.house.rules
('House Malilla', (('play', ('must-follow-suit', 'unled-plain-seven')),))
>>> cardlab.game("malilla", house=free.house.text()) == free
True
>>> malilla.replace(dealt=11)
Traceback (most recent call last):
cardlab.engine.house.Refused: Eleven cards each for four players takes 44 cards, and the pack of Malilla here has 40.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from cardlab.engine.cards import JOKER, RANK_NAMES, RANKS, SUITS, Card
from cardlab.engine.rulings import Rule, note
from cardlab.engine.words import capital, listed, number, sentence, some
from cardlab.engine.words import shown as quotable

if TYPE_CHECKING:
    from cardlab.engine.game import Game

SCORING, ENDS = "scoring", "ends"
"""The parts of a game that have rules besides its phases: what scores, and what ends the match."""
VERSION = 2
"""The form of the texts.  Those of the first list single switches (`from_switches`)."""
LONGEST_NAME, LONGEST_TEXT, MOST_CHANGES = 60, 4000, 60
MOST_DECKS, MOST_JOKERS, BIGGEST_PACK = 4, 8, 416
_KEYS = ("name", "options", "rules", "pack", "ranks", "trump_ranks", "dealt")


class Refused(ValueError):
    """House rules cannot be read or played; the message says why."""


@dataclass(frozen=True)
class House:
    """What a table has agreed: its own name for the game, and everything that is not as written.

    options: by name; rules: by part (the id of a phase, "scoring", "ends") the ids of all its
    rules, in order; pack, ranks and trump_ranks as text; dealt: the cards dealt to each seat.  What
    is empty is as the game has it.
    """

    base: str
    name: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    rules: tuple[tuple[str, tuple[str, ...]], ...] = ()
    pack: str = ""
    ranks: str = ""
    trump_ranks: str = ""
    dealt: int = 0
    written: str = field(default="", compare=False, repr=False)
    """The title of the game without house rules."""

    @property
    def title(self) -> str:
        return self.name or f"House {self.written}"

    @property
    def changes(self) -> tuple[tuple[str, Any], ...]:
        """What is not as the game has it: options, parts with other rules, pack, order, hands."""
        plain = {name: getattr(self, name) for name in ("pack", "ranks", "trump_ranks", "dealt")}
        return (*self.options, *self.rules, *((k, v) for k, v in plain.items() if v))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack; none where it is the game's own."""
        return read_cards(self.pack) if self.pack else ()

    def data(self) -> dict[str, Any]:
        """Plain data, without what is as the game has it."""
        data: dict[str, Any] = {"name": self.name, "options": dict(self.options)}
        data["rules"] = {part: list(ids) for part, ids in self.rules}
        data |= {name: getattr(self, name) for name in _KEYS if name not in data}
        return {name: value for name, value in data.items() if value}

    def text(self) -> str:
        """The same in short, for a record or a link: the game stands beside it."""
        data = {"version": VERSION, **self.data()}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# --- reading


def shown(text: Any) -> str:
    """What somebody wrote, short and in quotation marks."""
    return f"“{quotable(str(text))}”"


def read_json(text: Any) -> Any:
    """The data of a text. Raises Refused if it is not JSON or says something twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise Refused(f"The text says {shown(twice)} twice; say each thing once.")
        return dict(pairs)

    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise Refused(
            f"House rules are written in at most {LONGEST_TEXT} characters; this text is longer."
        )
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=lambda c: None)
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused(
            "These are not house rules: the text is not JSON. Paste the whole text of the file."
        ) from None


def read_name(name: Any) -> str:
    """The name of a house game, with its spaces put right."""
    if not isinstance(name, str):
        raise Refused("The name of a house game must be text.")
    plain = " ".join(name.split())
    if len(plain) > LONGEST_NAME or not all(c.isprintable() for c in plain):
        raise Refused(
            f"A name has at most {LONGEST_NAME} characters, and none that cannot be printed."
        )
    return plain


def read_text(kind: type[Game], text: Any) -> House:
    """The house rules of a game in their short form, that of earlier links and records included.
    Raises Refused if they cannot be read."""
    data = read_json(text)
    if not isinstance(data, dict):
        raise Refused("House rules are written as names and values, and this text has none.")
    version = data.pop("version", 1)
    if version == 1:
        switches = {id: value for id, value in data.items() if id != "name"}
        return from_switches(kind, data.get("name", ""), switches)
    if version != VERSION:
        raise Refused(
            f"These house rules have version {shown(version)}; this cardlab reads version {VERSION}."
        )
    return read_data(kind, data)


def read_data(kind: type[Game], data: Mapping[str, Any]) -> House:
    """House rules from data, read strictly. Raises Refused if they cannot be read."""
    if strange := [key for key in data if key not in _KEYS]:
        raise Refused(
            f"House rules of {kind.title} do not have {shown(strange[0])}; they have"
            f" {listed(_KEYS, most=9)}."
        )
    options, rules = data.get("options", {}), data.get("rules", {})
    if not isinstance(options, dict) or not isinstance(rules, dict):
        raise Refused(
            "House rules list the options by name, and the rules by the part they belong to."
        )
    named = {part: ids for part, ids in rules.items() if isinstance(ids, list)}
    if len(named) < len(rules) or not all(
        isinstance(id, str) for ids in named.values() for id in ids
    ):
        raise Refused("The rules of a part are a list of their names, such as “must-follow-suit”.")
    if len(options) + sum(map(len, named.values())) > 4 * MOST_CHANGES:
        raise Refused(f"House rules may say at most {4 * MOST_CHANGES} things; these say more.")
    dealt = data.get("dealt", 0)
    if not isinstance(dealt, int) or isinstance(dealt, bool) or not 0 <= dealt <= 52:
        raise Refused(f"A seat is dealt a number of cards from 1 to 52, not {shown(dealt)}.")
    texts = {name: data.get(name, "") for name in ("pack", "ranks", "trump_ranks")}
    if strange := [name for name, value in texts.items() if not isinstance(value, str)]:
        raise Refused(f"House rules write {strange[0]} as a text, such as “A K Q J 10”.")
    return agreed(
        kind,
        name=data.get("name", ""),
        options=options,
        rules={part: tuple(ids) for part, ids in named.items()},
        pack=read_cards(texts["pack"]) if texts["pack"] else (),
        ranks=read_order(texts["ranks"]) if texts["ranks"] else "",
        trump_ranks=read_order(texts["trump_ranks"]) if texts["trump_ranks"] else "",
        dealt=dealt,
    )


def agreed(
    kind: type[Game],
    *,
    name: Any = "",
    options: Mapping[str, Any],
    rules: Mapping[str, Iterable[str]],
    pack: Iterable[Card] = (),
    ranks: str = "",
    trump_ranks: str = "",
    dealt: int = 0,
) -> House:
    """House rules of these parts; what is as the game has it anyway is left out."""
    game = written(kind, options)
    own = parts_of(game)
    if strange := [part for part in rules if part not in own]:
        raise Refused(
            f"{kind.title} has no part {shown(strange[0])}; its parts are {listed(own, most=12)}."
        )
    orders = {"ranks": ranks, "trump_ranks": trump_ranks}
    wanted = {part: tuple(str(id) for id in ids) for part, ids in rules.items()}
    cards = tuple(pack)
    return House(
        kind.id,
        read_name(name),
        game.chosen,
        tuple((part, wanted[part]) for part in own if part in wanted and wanted[part] != own[part]),
        cards_text(cards) if cards and sorted(cards) != sorted(game.pack) else "",
        **{key: "" if text == game.rank_texts()[key] else text for key, text in orders.items()},
        dealt=0 if dealt == game.each_dealt else dealt,
        written=kind.title,
    )


def written(kind: type[Game], options: Mapping[str, Any]) -> Game:
    """The game as its rule book has it, with these options.  It is made once, and everybody who
    compares house rules with it has the same one."""
    if strange := [name for name in options if not isinstance(name, str) or name == "house"]:
        raise Refused(f"{kind.title} has no option {shown(strange[0])} that a table could choose.")
    try:
        return _written(cast(Any, kind), tuple(options.items()))
    except (ValueError, TypeError) as trouble:
        raise Refused(sentence(str(trouble))) from None


@lru_cache(maxsize=256)
def _written(kind: type[Game], options: tuple[tuple[str, Any], ...]) -> Game:
    return kind(**dict(options))


# --- the parts of a game


def parts_of(game: Game) -> dict[str, tuple[str, ...]]:
    """The ids of the rules of each part: of every phase, of what scores, of what ends the match."""
    parts = {phase.id: tuple(map(str, phase.rules)) for phase in game.phases}
    parts[SCORING] = tuple(map(str, game.scoring))
    parts[ENDS] = tuple(str(end.note(game)) for end in game.ends)
    return parts


def picked(
    game: Game, part: str, ids: Iterable[str], available: Iterable[Rule]
) -> tuple[Rule, ...]:
    """The rules of these ids, in this order.  Raises Refused if the part cannot have one of
    them."""
    by_id = {str(r): r for r in reversed(tuple(available))}
    wanted = tuple(ids)
    if strange := [id for id in wanted if id not in by_id]:
        raise Refused(
            f"{type(game).title} has no rule {shown(strange[0])} for its part “{part}”; it has"
            f" {listed(by_id, most=12)}."
        )
    if len(set(wanted)) < len(wanted):
        twice = next(id for id in wanted if wanted.count(id) > 1)
        raise Refused(f"The rule {shown(twice)} stands twice in the part “{part}”.")
    return tuple(by_id[id] for id in wanted)


# --- switches: one thing otherwise at a time

SWITCHES = ("order", "trump-order", "pack", "decks", "jokers", "dealt")
"""The switches that have no id of a rule, an end or an option after a colon."""


def from_switches(kind: type[Game], name: Any, switches: Mapping[str, Any]) -> House:
    """House rules from single changes: "rule:x" and "end:x" on or off, "option:x", and `SWITCHES`.

    Raises Refused if something cannot be changed in this game, or no longer can.
    """
    if len(switches) > MOST_CHANGES:
        raise Refused(
            f"House rules change at most {MOST_CHANGES} things; here are {len(switches)}."
        )
    given = {kind.formerly.get(id, id): value for id, value in switches.items()}
    options = {
        id.removeprefix("option:"): value for id, value in given.items() if id.startswith("option:")
    }
    game = written(kind, options)
    parts = {part: list(ids) for part, ids in parts_of(game).items()}
    lent = {phase.id: tuple(map(str, phase.lends)) for phase in game.phases}
    for id, value in given.items():
        word, _, rest = id.partition(":")
        if word in ("rule", "end"):
            if not isinstance(value, bool):
                raise Refused(f"A rule is in force or not; {shown(value)} is neither.")
            _switch(kind, parts, lent, word, rest, value)
        elif word != "option" and id not in SWITCHES:
            raise Refused(_gone(kind, id))
    one_pack = {"pack", "decks", "jokers"} & set(given)
    dealt = given.get("dealt", 0)
    if not isinstance(dealt, int) or isinstance(dealt, bool) or not 0 <= dealt <= 52:
        raise Refused(f"A seat is dealt a number of cards from 1 to 52, not {shown(dealt)}.")
    return agreed(
        kind,
        name=name,
        options=options,
        rules={part: tuple(ids) for part, ids in parts.items()},
        pack=_new_pack(game, given) if one_pack else (),
        ranks=read_order(given["order"]) if "order" in given else "",
        trump_ranks=read_order(given["trump-order"]) if "trump-order" in given else "",
        dealt=dealt,
    )


def _switch(
    kind: type[Game],
    parts: dict[str, list[str]],
    lent: Mapping[str, tuple[str, ...]],
    word: str,
    id: str,
    on: bool,
) -> None:
    """Leave a rule out, or bring one in."""
    where = [part for part, ids in parts.items() if id in ids and (part == ENDS) == (word == "end")]
    if on and not where:
        part = next((part for part, ids in lent.items() if id in ids), None)
        if part is None:
            raise Refused(_unknown(kind, parts, word, id))
        parts[part].append(id)
    elif not on:
        if not where and not any(id in ids for ids in lent.values()):
            raise Refused(_unknown(kind, parts, word, id))
        for part in where:
            parts[part].remove(id)


def _unknown(kind: type[Game], parts: Mapping[str, list[str]], word: str, id: str) -> str:
    choices = [id for part, ids in parts.items() for id in ids if (part == ENDS) == (word == "end")]
    return f"{kind.title} has no {word} {shown(id)} to change; there is {listed(choices, 'or', most=12)}."


def _gone(kind: type[Game], id: str) -> str:
    word, colon, _ = id.partition(":")
    if colon and word in ("line", "number", "points", "stake", "target"):
        return (
            f"These house rules of {kind.title} change the number {shown(id)}, which is not an option"
            " of the game, so they cannot be carried over; write them anew."
        )
    return (
        f"{kind.title} has nothing called {shown(id)} to change; besides its rules and options"
        f" there is {listed(SWITCHES, 'or', most=9)}."
    )


def _new_pack(game: Game, given: Mapping[str, Any]) -> tuple[Card, ...]:
    decks, one, jokers = packs_of(game.pack)
    if "pack" in given:
        one = read_pack(given["pack"])
    decks, jokers = given.get("decks", decks), given.get("jokers", jokers)
    for count, most in ((decks, MOST_DECKS), (jokers, MOST_JOKERS)):
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= max(most, 8):
            raise Refused(f"A table has up to {most} packs or jokers, not {shown(count)}.")
    if len(one) * decks + jokers > BIGGEST_PACK:
        trouble = (
            f"{some(decks, 'pack')} of {len(one)} cards are {len(one) * decks}, and a table has room"
            f" for {BIGGEST_PACK}."
        )
        raise Refused(capital(trouble))
    printed = tuple(card for card in game.pack if not card.suit)
    # jokers of two colours stay what they are as long as nobody asks for more or fewer of them
    return one * decks + (printed if len(printed) == jokers else (JOKER,) * jokers)


# --- packs and orders as texts


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as a line: ranks that are there in all suits, once for each copy, then single cards.

    >>> import cardlab
    >>> cards_text(cardlab.game("kaiser").pack), cards_text(["AS", "AS", "JK"])
    ('A K Q J T 9 8 7C 7D 5H 3S', 'AS AS JK')
    """
    left = Counter(map(Card, cards))
    jokers = [card for card in left.elements() if not card.suit]
    left -= Counter(jokers)
    words: list[str] = []
    for rank in RANKS:
        times = min(left[Card(rank + s)] for s in SUITS)
        words += [rank] * times
        left -= Counter({Card(rank + s): times for s in SUITS})
    single = sorted(left.elements(), key=lambda c: (RANKS.index(c.rank), "SHCD".index(c.suit)))
    return " ".join([*words, *map(str, single), *map(str, jokers)])


def read_cards(text: str, *, jokers: bool = True) -> tuple[Card, ...]:
    """The cards of a line: a rank stands for all four suits, a card for itself.  Raises Refused.

    >>> len(read_cards("A K Q J 10 9 8 7C 7D 5H 3S"))
    32
    """
    cards: list[Card] = []
    words = text.replace(",", " ").split()
    if not 0 < len(words) <= BIGGEST_PACK:
        raise Refused("A pack is written as its ranks and single cards, such as “A K Q J 10 9 5H”.")
    for word in words:
        rank = word.upper().replace("10", "T")
        if len(rank) == 1 and rank in RANKS:
            cards += [Card(rank + s) for s in SUITS]
            continue
        try:
            card = Card(word)
        except ValueError:
            raise Refused(
                f"{shown(word)} is neither a rank nor a card; a pack is written like “A K Q J 10 9"
                " 5H”."
            ) from None
        if card not in _named_cards() and not (jokers and card == JOKER):
            raise Refused(
                f"The {card.name} cannot be written into a pack; jokers are counted by themselves."
            )
        cards.append(card)
    if len(cards) > BIGGEST_PACK:
        raise Refused(f"A table has room for {BIGGEST_PACK} cards; this pack has {len(cards)}.")
    return tuple(cards)


def read_pack(text: Any) -> tuple[Card, ...]:
    """The cards of one pack, without jokers."""
    if not isinstance(text, str) or len(text.split()) > 80:
        raise Refused("A pack is written as its ranks and single cards, such as “A K Q J 10 9 5H”.")
    return read_cards(text, jokers=False)


@cache
def _named_cards() -> frozenset[Card]:
    return frozenset(Card(r + s) for s in SUITS for r in RANKS)


def read_order(text: Any) -> str:
    """Ranks from high to low, each once; where a space stands, every space separates rungs.

    >>> read_order("7 a k q j 6"), read_order("A10 K QJ")
    ('7AKQJ6', 'AT K QJ')
    """
    if not isinstance(text, str):
        raise Refused(f"An order names the ranks from high to low, such as {RANKS}.")
    plain = " ".join(text.upper().replace("10", "T").replace(",", " ").split())
    if strange := [c for c in plain if c not in RANKS + " "]:
        raise Refused(
            f"{shown(strange[0])} is not a rank; an order is written from high to low, such as"
            f" {RANKS}."
        )
    twice = [r for r, n in Counter(plain.replace(" ", "")).items() if n > 1]
    if twice:
        raise Refused(
            f"The {RANK_NAMES[twice[0]]} stands twice in the order; each rank has one place."
        )
    if not plain:
        raise Refused(f"An order names the ranks from high to low, such as {RANKS}.")
    rungs = plain.split()
    return "".join(rungs) if all(len(r) == 1 for r in rungs) or len(rungs) == 1 else plain


def packs_of(pack: Sequence[Card]) -> tuple[int, tuple[Card, ...], int]:
    """A pack as a number of packs of these cards, and a number of jokers."""
    counts = Counter(c for c in pack if c.suit)
    decks = min(counts.values(), default=1)
    if any(n % decks for n in counts.values()):
        decks = 1
    cards = tuple(c for c in dict.fromkeys(pack) if c.suit)
    one = tuple(c for c in cards for _ in range(counts[c] // decks))
    return decks, one, sum(not c.suit for c in pack)


def with_ranks(ranks: str, pack: Iterable[Card]) -> str:
    """An order with the ranks that came into the pack, each below the next higher of the usual
    order.

    >>> with_ranks("7AKQJ65432", [Card("8S"), Card("7S")])
    '7AKQJ865432'
    """
    shared = " " in ranks
    rungs = ranks.split() if shared else list(ranks)
    for rank in dict.fromkeys(c.rank for c in pack if c.rank in RANKS):
        if not any(rank in rung for rung in rungs):
            higher = [r for r in RANKS[: RANKS.index(rank)] if any(r in rung for rung in rungs)]
            at = next(i for i, rung in enumerate(rungs) if higher[-1] in rung) + 1 if higher else 0
            rungs.insert(at, rank)
    return (" " if shared else "").join(rungs)


# --- what the rule sheet says of it


def house_notes(game: Game, base: Game) -> tuple[Rule, ...]:
    """Notes on what differs from the game without house rules: pack, order, hands."""
    notes = []
    agreed = game.house
    if agreed.pack:
        notes.append(
            note("house-pack", "House rule: the pack", _pack_text(game, base), "stripped-pack")
        )
        if JOKER in game.pack and all(card.suit for card in base.pack):
            text = "A joker is the highest trump. Without trumps it wins a trick, and nobody can follow it."
            notes.append(note("house-joker", "House rule: the joker", text, "joker"))
    orders = []
    if (ranks := game.rank_texts()["ranks"]) != base.rank_texts()["ranks"]:
        orders.append(f"From high to low, the order is {spelled(ranks)}.")
    if (ranks := game.rank_texts()["trump_ranks"]) != base.rank_texts()["trump_ranks"]:
        orders.append(f"In trumps, from high to low, the order is {spelled(ranks)}.")
    if orders:
        notes.append(
            note("house-order", "House rule: the order", " ".join(orders), "altered-order")
        )
    if agreed.dealt:
        now, was = number(agreed.dealt), number(base.each_dealt)
        text = f"Each player is dealt {some(agreed.dealt, 'card')} instead of {was}." if now else ""
        notes.append(note("house-deal", "House rule: the deal", text, "deal"))
    return tuple(notes)


def spelled(ranks: str) -> str:
    """An order for a reader: ten as 10, equal ranks joined."""
    rungs = ranks.split() if " " in ranks else list(ranks)
    return " ".join("=".join("10" if r == "T" else r for r in rung) for rung in rungs)


def rank_names(ranks: Iterable[str]) -> str:
    return listed([f"{RANK_NAMES[r]}{'es' if r == '6' else 's'}" for r in ranks], most=13)


def _pack_text(game: Game, base: Game) -> str:
    new, old = game.pack, base.pack
    whole = {
        pack: [r for r in RANKS if all(Card(r + s) in pack for s in SUITS)] for pack in (new, old)
    }
    came = [r for r in whole[new] if not any(Card(r + s) in old for s in SUITS)]
    went = [r for r in whole[old] if not any(Card(r + s) in new for s in SUITS)]
    single = [c for c in dict.fromkeys(new) if c not in old and c.rank not in came and c.suit]
    gone = [c for c in dict.fromkeys(old) if c not in new and c.rank not in went and c.suit]
    (decks, _, jokers), were = packs_of(new), packs_of(old)[2]
    more = [
        f"with {rank_names(came)}" if came else "",
        f"without {rank_names(went)}" if went else "",
        f"with {listed(single, most=9)}" if single else "",
        f"without {listed(gone, most=9)}" if gone else "",
        f"{number(decks)} packs together" if decks != packs_of(old)[0] else "",
        f"with {some(jokers, 'joker')}" if jokers != were else "",
    ]
    count = f"The pack has {some(len(new), 'card')} instead of {len(old)}"
    return f"{', '.join([count, *filter(None, more)])}."


def with_options(agreed: House, kind: type[Game], options: Mapping[str, Any]) -> House:
    """The same house rules with other options of the game."""
    names = {o.name for o in kind.all_options()}
    if strange := [name for name in options if name not in names]:
        raise Refused(
            f"{kind.title} has no option {shown(strange[0])}; its options are {listed(names, most=12)}."
        )
    return replace(agreed, options=written(kind, {**dict(agreed.options), **options}).chosen)
