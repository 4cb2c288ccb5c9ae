"""The rule sheet of a game as text, put together from its rules.  States no rule of its own.

A sheet reads as a rule book does: part by part, in the order in which a reader needs them, and no
heading that its sentence repeats.  `book` gives it as data, which a page draws and `sheet` prints;
`full_sheet` prints every rule with its title and id, and every option with its name and values.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.engine.headings import begins_with, headed, says_more
from cardlab.engine.one_deal import OneDeal, one_deal
from cardlab.engine.options import Option, fill
from cardlab.engine.parts import PRINTED, SheetPart
from cardlab.engine.words import listed

if TYPE_CHECKING:
    from cardlab.engine.game import Game
    from cardlab.engine.rulings import Rule

MANY = 6
"""In a part of more rules than these a rule that begins with its heading has it in bold."""
FEW = 3
"""So many rules are a paragraph; more are a list."""
FIRST_OF_DEAL = ("shuffle-and-deal", "deal-all", "deal-hands", "hand-size")
LAST_OF_DEAL = "next-dealer"
WAYS = "Other ways to play"


_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]”)\s+(?=[A-Z])")
_LIST = re.compile(r"(.*?:) ([^;]+(?:; [^;]+){2,})")


class Passage(NamedTuple):
    """Sentences, and the items of the list in which they end: at three and more with semicolons
    between them, after a colon."""

    text: str
    items: tuple[str, ...] = ()


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text."""
    return tuple(sentence for sentence in _SENTENCE.split(text) if sentence)


def _passages(text: str) -> Iterator[Passage]:
    """A text passage by passage.

    >>> list(_passages("Call one: ace; king; queen. Then lead."))
    [Passage(text='Call one:', items=('ace;', 'king;', 'queen.')), Passage(text='Then lead.', items=())]
    """
    plain: list[str] = []
    for sentence in sentences(text):
        match = _LIST.fullmatch(sentence)
        if match is None:
            plain.append(sentence)
            continue
        yield Passage(
            " ".join([*plain, match[1]]), tuple(match[2].replace("; ", ";\n").split("\n"))
        )
        plain = []
    if plain:
        yield Passage(" ".join(plain))


@dataclass(frozen=True)
class ToldRule:
    """A rule as its sheet prints it.  bold: how many of its first characters are its heading."""

    rule: Rule
    text: str
    bold: int = 0

    @property
    def heading(self) -> str:
        return self.text[: self.bold]

    @property
    def passages(self) -> tuple[Passage, ...]:
        """What follows the heading, with lists apart."""
        return tuple(_passages(self.text[self.bold :].strip()))

    @property
    def lists(self) -> bool:
        """Whether it has a list of its own."""
        return any(passage.items for passage in self.passages)


@dataclass(frozen=True)
class PrintedPart:
    """A part of a sheet: its heading and its rules.  listed: whether they stand one below the
    other."""

    part: SheetPart
    title: str
    told: tuple[ToldRule, ...]
    listed: bool

    @property
    def numbered(self) -> bool:
        """Whether the list has numbers: where something is done one after the other."""
        return self.listed and self.part in (SheetPart.BEFORE, SheetPart.PLAY)


@dataclass(frozen=True)
class Way:
    """An option among the other ways to play: its name and what it changes, in words."""

    option: Option[Any]
    name: str
    text: str


@dataclass(frozen=True)
class Book:
    """A whole rule sheet.  chosen: the options that are not as usual, as a sentence; deal: one deal as
    it was played, None where the game has none or is played otherwise; limits: what stops a match
    that would not end."""

    title: str
    about: str
    chosen: str
    parts: tuple[PrintedPart, ...]
    deal: OneDeal | None
    ways: tuple[Way, ...]
    limits: tuple[ToldRule, ...]


def book(game: Game) -> Book:
    """The rule sheet of a game as data.

    >>> import cardlab
    >>> [part.title for part in book(cardlab.game("hearts")).parts]
    ['Players and cards', 'The deal', 'Passing cards', 'The play', 'Scoring', 'The match']
    """
    placed = _placed(game)
    packs = placed.get(SheetPart.PACK, [])
    parts = tuple(_part(game, part, placed[part], packs) for part in PRINTED if placed.get(part))
    limits = tuple(ToldRule(rule, rule.text(game)) for rule in placed.get(SheetPart.LIMIT, ()))
    ways = tuple(_ways(game))
    return Book(game.title, game.about, _chosen(game), parts, one_deal(game), ways, limits)


def _rules_by_part(game: Game) -> Iterator[tuple[SheetPart, Rule]]:
    """Every rule of the sheet with the part that tells it: facts, notes, phases, scores, ends."""
    for fact in game.facts:
        yield fact.part or SheetPart.PLAY, fact
    for rule in game.notes:
        yield rule.part or SheetPart.WORDS, rule
    for phase in game.phases:
        pair = (phase.rules, phase.notes) if phase.rules_first else (phase.notes, phase.rules)
        for rule in (*pair[0], *pair[1]):
            yield rule.part or phase.part, rule
    for rule in game.scoring:
        yield rule.part or SheetPart.SCORING, rule
    for end in game.ends:
        rule = end.note(game)
        yield rule.part or SheetPart.MATCH, rule


def _placed(game: Game) -> dict[SheetPart, list[Rule]]:
    """The rules of each part, in the order in which they are told."""
    facts = {str(fact) for fact in game.facts}
    placed: dict[SheetPart, list[Rule]] = {}
    seen: set[str] = set()
    for part, rule in _rules_by_part(game):
        if str(rule) not in seen and rule.fact not in facts:
            seen.add(str(rule))
            placed.setdefault(part, []).append(rule)
    first = {id: place for place, id in enumerate((*game.told_first, *FIRST_OF_DEAL))}
    for rules in placed.values():
        rules.sort(key=lambda rule: (rule == LAST_OF_DEAL, first.get(rule, len(first))))
    return placed


def _cards(game: Game, rules: list[Rule], packs: list[Rule]) -> Iterator[ToldRule]:
    """Players, pack and ranking: a game's own note on its pack replaces the fact, and an order of
    ranks is told once."""
    own_pack = packs if not (game.house.pack or game.house.ranks) else []
    ranking = next((rule.text(game) for rule in rules if rule == "ranking"), "")
    ranks = ranking.removeprefix("From high to low: ").removesuffix(".")
    pack, size = next(rule.text(game) for rule in rules if rule == "pack"), len(game.pack)
    each = re.fullmatch(rf"{size} cards: ([^;,]+) of each suit\.", pack)
    all_suits = each is not None and sorted(each[1].split()) == sorted(ranks.split())
    in_pack = all_suits or any(ranks and ranks in rule.text(game) for rule in own_pack)
    for rule in rules:
        if rule == "pack" and own_pack:
            told = [own.text(game) for own in own_pack]
            if str(size) not in told[0]:
                told[0] = f"{size} cards. {told[0]}"
            if all_suits:
                told[0] = f"{told[0]} From high to low: {ranks}."
            yield from (ToldRule(own, text) for own, text in zip(own_pack, told, strict=True))
        elif rule == "pack" and all_suits:
            yield ToldRule(rule, f"{size} cards; in each suit, from high to low, {ranks}.")
        elif rule != "ranking" or not in_pack:
            yield _told(game, rule, bold=False)


def _told(game: Game, rule: Rule, *, bold: bool) -> ToldRule:
    """A rule with its heading where that says more than its text does.  bold: whether the heading
    is marked where the text begins with it."""
    text = rule.text(game)
    if begins_with(text, rule.title):
        # a comma behind the heading stays with it
        ends = len(rule.title) + (text[len(rule.title) : len(rule.title) + 1] in tuple(",;:."))
        return ToldRule(rule, text, ends if bold else 0)
    if rule in game.facts or rule.part is SheetPart.MATCH or not says_more(rule.title, text):
        return ToldRule(rule, text)
    whole = headed(rule.title, text)
    return ToldRule(rule, whole, len(whole) - len(text) - 1)


def _part(game: Game, part: SheetPart, rules: list[Rule], packs: list[Rule]) -> PrintedPart:
    if part is SheetPart.CARDS:
        cards = tuple(_cards(game, rules, packs))
        return PrintedPart(part, part.value, cards, listed=any(told.lists for told in cards))
    title = _title(game, part, rules)
    if title == rules[0].title:  # the heading of the part is the heading of its rule
        told = tuple(ToldRule(rule, rule.text(game)) for rule in rules)
    else:
        told = tuple(_told(game, rule, bold=len(rules) > MANY) for rule in rules)
    listed = len(rules) > FEW or any(rule.lists for rule in told)
    return PrintedPart(part, title, told, listed)


def _title(game: Game, part: SheetPart, rules: list[Rule]) -> str:
    """The heading of a part: one phase before the play, or one word to explain, names it."""
    if part is SheetPart.WORDS and len(rules) == 1:
        return rules[0].title
    if part is SheetPart.BEFORE:
        titles = {
            phase.title for phase in game.phases if phase.part is part and phase.rules + phase.notes
        }
        if len(titles) == 1:
            return titles.pop()
    return part.value


def _choice(option: Option[Any], value: Any, game: Game) -> str:
    """A value of an option in words."""
    return fill(option.listed(value), game)


def _chosen(game: Game) -> str:
    """Which options are not as usual; "" where all are."""
    options = {option.name: option for option in type(game).all_options()}
    chosen = [
        f"{name.replace('_', ' ')} ({_choice(options[name], value, game).rstrip('.')})"
        for name, value in game.chosen
        if name in options and name != "players" and value != options[name].default
    ]
    return f"Chosen here: {listed(chosen, most=99)}." if chosen else ""


def _ways(game: Game) -> Iterator[Way]:
    """What else a table can choose: the values that are not chosen, in words."""
    for option in type(game).all_options():
        if option.name == "players":
            continue
        house = " (House choice.)" if option.house else ""
        name = option.name.replace("_", " ").capitalize()
        yield Way(option, name, f"{_other_choices(option, game)}.{house}")


def _other_choices(option: Option[Any], game: Game) -> str:
    """What an option is about and what else can be chosen; a choice that is a sentence of its own
    says both."""
    now, text = getattr(game, option.name), option.text.rstrip(".")
    if isinstance(option.choices, range):
        return f"{text} ({option.known})"
    if isinstance(now, bool):  # the words of its values are pieces of sentences
        return text
    others = [_choice(option, value, game).rstrip(".") for value in option.choices if value != now]
    if all(option.listed(value).endswith(".") for value in option.choices):
        return ". Or: ".join(others)
    return f"{text}: {'; or '.join(others)}"


@lru_cache(maxsize=2048)
def _wrapped(text: str, indent: str = "  - ") -> str:
    """A paragraph in lines; the sheets of a game and of its variants share most of theirs."""
    return textwrap.fill(
        text,
        96,
        initial_indent=indent,
        subsequent_indent=" " * len(indent),
        break_on_hyphens=False,  # the id of a rule stays on one line
    )


def sheet(game: Game) -> str:
    """The rules of a game as a rule book tells them.

    >>> import cardlab
    >>> print(cardlab.game("kaiser").rules().splitlines()[0])
    Kaiser
    """
    read = book(game)
    out = [read.title, "=" * len(read.title), ""]
    out += [_wrapped(text, "") + "\n" for text in (read.about, read.chosen) if text]
    for part in read.parts:
        out += [part.title, *_lines(part), ""]
    if read.deal is not None:
        out += [read.deal.title, *_deal_lines(read.deal), ""]
    if read.ways:
        ways = " ".join(f"{way.name}: {way.text}" for way in read.ways)
        out += [WAYS, _wrapped(ways, "  "), ""]
    out += [_wrapped(limit.text, "") + "\n" for limit in read.limits]
    return "\n".join(out)


def _lines(part: PrintedPart) -> Iterator[str]:
    """The rules of a part as a list, numbered where it is done in turn, or as one paragraph."""
    if not part.listed:
        yield _wrapped(" ".join(told.text for told in part.told), "  ")
        return
    for number, told in enumerate(part.told, 1):
        mark = f"  {number}. " if part.numbered else "  - "
        first = told.heading
        for passage in told.passages:
            text = f"{first} {passage.text}" if first else passage.text
            yield _wrapped(text, mark)
            first, mark = "", " " * len(mark)
            yield from (_wrapped(item, mark + "  ") for item in passage.items)


def _deal_lines(deal: OneDeal) -> Iterator[str]:
    """A worked deal: what was said, the tricks in columns, and what they came to."""
    if deal.before:
        yield _wrapped(deal.before, "  ")
    widths = [max(map(len, column)) for column in zip(deal.head, *deal.rows, strict=True)]
    for row in (deal.head, *deal.rows) if deal.rows else ():
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()
    if deal.score:
        yield _wrapped(deal.score, "  ")


def full_sheet(game: Game) -> str:
    """All rules of a game with their ids, phase by phase, and the options by name and value.

    >>> import cardlab
    >>> print(full_sheet(cardlab.game("kaiser")).splitlines()[6])
    The table
    """
    out = [game.title, "=" * len(game.title), "", _wrapped(game.about, ""), ""]
    for title, rules in game.sections():
        out += [title, *(_wrapped(f"{r.title}. {r.text(game)}  [{r}]") for r in rules), ""]
    deal = one_deal(game)
    if deal is not None:
        out += [deal.title, *_deal_lines(deal), ""]
    options = [o for o in type(game).all_options() if o.name != "players"]
    if options:
        out.append("Options")
        for option in options:
            mark = " House choice." if option.house else ""
            value = getattr(game, option.name)
            words = fill(option.words(value), game)
            chosen = str(value) if words in ("", str(value)) else f"{value}: {words}"
            line = f"{option.name} = {chosen} ({option.known}). {option.text}{mark}"
            out.append(_wrapped(line))
        out.append("")
    return "\n".join(out)


def _told_apart(game: Game, other: Game) -> str:
    """The title of a game; of two with one title, also the options chosen here and not there."""
    there = dict(other.chosen)
    options = [f"{name}={value}" for name, value in game.chosen if there.get(name) != value]
    if game.title != other.title or not options:
        return game.title
    return f"{game.title} with {listed(options, most=9)}"


def difference(game: Game, base: Game, *, full: bool = False) -> str:
    """A rule sheet by what it adds to another: "Widow Nap is Nap, but ...".

    >>> import cardlab
    >>> print(difference(cardlab.game("widow-nap"), cardlab.game("nap")).splitlines()[0])
    Widow Nap is Nap, but
    >>> kaiser = cardlab.game("kaiser")
    >>> print(kaiser.replace(set_penalty="bid").rules(than=kaiser).splitlines()[0])
    Kaiser with set_penalty=bid is Kaiser, but
    """
    diff = base.diff(game)
    named, other = _told_apart(game, base), _told_apart(base, game)
    out = [f"{named} is {other}, but"]
    facts = {str(fact) for fact in game.facts}
    mine = {str(fact): fact.wording for fact in base.facts}
    for fact in game.facts:
        if mine.get(str(fact)) != fact.wording:
            out.append(_wrapped(f"{fact.title}: {fact.wording}"))
    for word, rules in (
        ("new", diff["added"]),
        ("otherwise", diff["changed"]),
        ("left out", diff["dropped"]),
    ):
        for r in rules:
            if {str(r), r.fact} & facts:
                continue  # it is among the facts above
            if r.part is SheetPart.NEVER and word != "otherwise" and not full:
                continue  # only a page needs it
            out.append(_wrapped(f"{word}: {_differing(game, r, word == 'left out', full)}"))
    return "\n".join(out if len(out) > 1 else [f"{named} has the rules of {other}."])


def _differing(game: Game, rule: Rule, gone: bool, full: bool) -> str:
    """A rule that another game has not: by its heading alone if it is gone."""
    if full:
        return f"{rule.title}.{'' if gone else ' ' + rule.text(game)}  [{rule}]"
    return f"{rule.title}." if gone else _told(game, rule, bold=False).text
