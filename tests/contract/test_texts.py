"""Texts and engine say the same: options change the sheet, facts are those of a dealt table, and
formulas print what they compute."""

from __future__ import annotations

import math
import random
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

import cardlab
from cardlab.engine.moves import Deal
from cardlab.engine.results import any_result
from cardlab.engine.scoring import Formula
from cardlab.families.tricks import TrickGame, Tricks

FEW = 12
"""Of an option with more choices both ends are tried."""


def values_of(option: Any) -> tuple[Any, ...]:
    choices = option.choices
    return tuple(choices) if len(choices) <= FEW else (choices[0], choices[-1])


def default_of(game: Any, name: str) -> Any:
    return next(o.default for o in type(game).all_options() if o.name == name)


def body(game: Any) -> list[str]:
    """The sheet without the list of options."""
    texts = [game.title, game.about]
    for title, rules in game.sections():
        texts += [title, *(f"{rule.title}. {rule.text(game)}" for rule in rules)]
    return texts


def variants(game: Any) -> list[tuple[str, Any, Any]]:
    """Name, value and game for every value of every option that goes with the others."""
    found = []
    for option in type(game).all_options():
        for value in values_of(option):
            try:
                found.append((option.name, value, game.replace(**{option.name: value})))
            except ValueError as refused:
                assert str(refused).count(" ") > 3, "a refusal is a sentence"
    return found


def test_no_text_has_a_brace_left(game: Any) -> None:
    """Whatever is chosen: titles, texts, options and formulas are filled in."""
    for name, value, variant in variants(game):
        for text in body(variant):
            assert "{" not in text and "}" not in text, (name, value, text)
        assert "{" not in variant.rules(), (name, value)


def test_every_option_changes_the_sheet(game: Any) -> None:
    """Each value of each option is on the sheet and in the difference, or is refused."""
    usual, silent = body(game), []
    for name, value, variant in variants(game):
        if variant == game:
            continue
        said = len(variant.rules(than=game).splitlines()) > 1
        if not said or body(variant) == usual:
            silent.append((name, value))
    assert not silent, f"these options change no text: {silent}"


def test_a_difference_names_the_options(game: Any) -> None:
    """No game "is itself, but": the first line says which options were chosen otherwise."""
    for name, value, variant in variants(game):
        if variant == game or variant.title != game.title:
            continue
        first = variant.rules(than=game).splitlines()[0]
        back = game.rules(than=variant).splitlines()[0]
        there = f"{name}={getattr(game, name)}"
        here = f"{name}={value}"
        said = {chosen for chosen in (here, there) if chosen in first}
        assert said and said == {chosen for chosen in (here, there) if chosen in back}, first
        assert first.endswith(", but") and (here in said or value == default_of(game, name)), first


def test_only_a_game_with_trumps_speaks_of_the_highest_trump(game: Any) -> None:
    """A game without trumps does not have the note on its sheet."""
    if isinstance(game, TrickGame):
        sheet = {str(rule) for _, rules in game.sections() for rule in rules}
        assert game.has_trumps or "highest-trump" not in sheet


def test_facts_are_those_of_a_dealt_table(game: Any) -> None:
    """Pack, hand size and who deals next, as they are when the cards have been dealt."""
    facts = {str(fact): fact.text(game) for fact in game.facts}
    assert facts["pack"].startswith(f"{len(game.pack)} cards")
    for variant in (game, *(v for _, _, v in variants(game))):
        match = variant.match(seed=5)
        state = match.state
        said = {str(fact): fact.text(variant) for fact in variant.facts}
        # of a deal that appears card by card the whole hands are in the record
        deals = [e.move.hands for e in match.entries if isinstance(e.move, Deal)]
        sizes = {len(hand) for hands in (state.hands, *deals) for hand in hands if hand}
        words = {cardlab.engine.words.number(n) for n in sizes}
        if "hand-size" in said and state.stock is not None:
            assert any(word in said["hand-size"] for word in words), said["hand-size"]


def test_the_first_dealer_is_told(game: Any) -> None:
    """Whatever the seed, the seat that the facts name deals first, unless the players draw."""
    said = next((f.text(game) for f in game.facts if f == "next-dealer"), "")
    dealers = {game.match(seed=seed).state.dealer for seed in range(8)}
    told = ("deals", "holds the bank")
    first = [
        s for s, n in enumerate(game.names) if any(f"{n} {does} first" in said for does in told)
    ]
    assert dealers == {*first} or (len(dealers) > 1 and not first) or not game.deal_passes


def test_the_deal_passes_on_as_the_facts_say(game: Any) -> None:
    said = next((f.text(game) for f in game.facts if f == "next-dealer"), "")
    said = said.removeprefix(game.deals_first).strip()
    if not said.startswith("After each deal the next player to the"):
        return
    way = 1 if "to the left" in said else -1
    rng = random.Random(2)
    match = game.match(seed=2)
    for _ in range(3000):
        if match.over or match.state.standing.deal > 3:
            break
        before = match.state
        match.play(rng.choice(match.legal_moves()))
        after = match.state.standing
        if after.deal != before.standing.deal and after.dealer != before.dealer:
            assert way == game.direction
            step = (after.dealer - before.dealer) * way % game.players
            assert step == 1 or "still in" in said or game.players > 2, said


def test_the_sheet_says_nothing_twice(game: Any) -> None:
    """A note that says what a fact says is not printed, and the fact has its concepts."""
    printed = [rule for _, rules in game.sections() for rule in rules]
    notes = [rule for rule in printed if rule.kind == "note"]
    assert len(notes) == len(set(notes))
    facts = {str(fact): fact for fact in game.facts}
    for told in (rule for rule in game.all_rules() if rule.fact):
        assert told not in printed and {*told.concepts} <= {*facts[told.fact].concepts}, told
    assert {c for r in game.all_rules() for c in r.concepts} <= {
        c for r in printed for c in r.concepts
    }


LEADERS = {
    "the dealer's left leads": lambda state: (state.dealer + 1) % state.game.players,
    "the dealer's right leads": lambda state: (state.dealer - 1) % state.game.players,
    "declarer's left leads": lambda state: (state.declarer + 1) % state.game.players,
    "The declarer leads": lambda state: state.declarer,
    "The soloist leads": lambda state: state.declarer,
    "The contractor leads": lambda state: state.declarer,
    "The starter leads": lambda state: state.declarer,
    "The player who is not declarer leads": lambda state: 1 - state.declarer,
    "At abundance declared the caller leads": lambda state: (
        state.declarer
        if state.contract.bid == "declared"
        else (state.dealer + 1) % state.game.players
    ),
    "who holds 2♣ leads": lambda state: next(s for s, h in enumerate(state.hands) if "2C" in h),
    "who holds 3♣ leads": lambda state: next(s for s, h in enumerate(state.hands) if "3C" in h),
    "the first in turn after the dealer leads": lambda state: next(
        seat
        for i in range(1, state.game.players + 1)
        if (seat := (state.dealer + state.game.direction * i) % state.game.players) in state.active
    ),
}
"""Who leads first by the words of the fact, found on the table without the engine's help."""


def test_the_first_lead_is_made_by_whom_the_facts_name(game: Any) -> None:
    if not isinstance(game, TrickGame):
        return
    leading = [v for name, _, v in variants(game) if name == "leader"]
    for variant in (game, *leading):
        said = [fact for fact in variant.facts if fact in {p.leads.note for p in plays(variant)}]
        assert said and {note.wording for note in said} == {
            p.leads.note.wording for p in plays(variant)
        }
        finders = [find for words, find in LEADERS.items() if words in said[0].text(variant)]
        assert len(finders) == 1, said[0].text(variant)
        for seed in range(6):
            state = first_lead(variant, seed)
            if state is not None and not getattr(state, "alone", False):
                assert state.trick.leader == finders[0](state), said[0].text(variant)


def plays(game: Any) -> list[Tricks]:
    return [phase for phase in game.phases if isinstance(phase, Tricks)]


def first_lead(game: Any, seed: int) -> Any:
    """The table before the first card of a deal is led, after random calls; None if none is."""
    rng, match = random.Random(seed), game.match(seed=seed)
    for _ in range(400):
        state = match.state
        if match.over:
            return None
        if isinstance(state.phase, Tricks) and not state.taken and not state.trick.cards:
            return state
        match.play(rng.choice(match.legal_moves()))
    return None


def computed(text: str) -> float:
    """What a printed piece of arithmetic comes to."""
    text = text.replace("−", "-").replace("·", "*").replace("÷", "/")
    text = text.replace("⌊", "floor(").replace("⌋", ")")
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    names = {"floor": math.floor, "min": min, "max": max, "abs": abs}
    return float(eval(text, {"__builtins__": {}}, names))


def test_score_lines_compute_as_they_are_printed(game: Any) -> None:
    """The right side of each line is its points, and what is put in comes to them."""
    rng, seen = random.Random(4), set()
    for _ in range(300):
        for entry in game.score(any_result(game, rng)):
            if entry.formula is None or (entry.formula, entry.values) in seen:
                continue
            seen.add((entry.formula, entry.values))
            parts = entry.text.split(" = ")
            assert computed(parts[-1]) == entry.points, entry.text
            symbols = entry.formula.meaning.values()
            named = any(sign in parts[-2] for sign, _ in symbols) if len(parts) > 1 else True
            if not named and "else" not in parts[-2]:
                assert computed(parts[-2]) == entry.points, entry.text


def test_formulas_are_those_that_sympy_reads(game: Any) -> None:
    sympy = pytest.importorskip("sympy")
    rng, seen = random.Random(6), set()
    for _ in range(60):
        for entry in game.score(any_result(game, rng)):
            if entry.formula is None or (entry.formula, entry.values) in seen or len(seen) > 25:
                continue
            seen.add((entry.formula, entry.values))
            symbols = {sympy.Symbol(n, integer=True): value for n, value in entry.values}
            assert int(entry.formula.sympy().subs(symbols)) == entry.points, entry.text


def parts_of(game: Any) -> list[Formula]:
    """The formulas that the files of the game and of its families write down."""
    modules = {cls.__module__ for cls in type(game).__mro__ if cls is not object}
    return [
        value
        for name in sorted(modules)
        for value in vars(sys.modules[name]).values()
        if isinstance(value, Formula)
    ]


def test_parameters_of_formulas_are_options_or_properties(game: Any) -> None:
    """Each name in braces is a number of the game; an option that a formula names changes what
    some result scores."""
    named = {name for formula in parts_of(game) for name in formula.parameters}
    known = {option.name: option for option in type(game).all_options()}
    for name in sorted(named):
        assert isinstance(getattr(game, name), int), name
        if name not in known:
            continue
        value = next(v for v in reversed(known[name].choices) if v != getattr(game, name))
        formulas = [f for f in parts_of(game) if name in f.parameters]
        in_play = [f for f in formulas if not _counts_a_deal(game, f)]
        if len(in_play) < len(formulas):
            assert any(_scores_differ(*pair) for pair in _pairs(game, name, value)), name
        for formula in in_play:
            pairs = _pairs(game, name, value)
            assert any(_computes_otherwise(formula, *pair) for pair in pairs), (name, formula)


def _counts_a_deal(game: Any, formula: Formula) -> bool:
    """Whether some result of a deal is counted with a formula; others count during play."""
    return any(
        formula.agreed(base) in _counted_with(base)
        for base in (game, *(variant for _, _, variant in variants(game)))
        if [f.agreed(base) for f in parts_of(base)].count(formula.agreed(base)) == 1
    )


@cache
def _counted_with(game: Any) -> list[Formula | None]:
    """The formulas by which sixty results of a deal are counted."""
    rng = random.Random(8)
    return [entry.formula for _ in range(60) for entry in game.score(any_result(game, rng))]


def _computes_otherwise(formula: Formula, one: Any, other: Any) -> bool:
    ones = dict.fromkeys(formula.meaning, 1)
    return formula.of(one, **ones) != formula.of(other, **ones)


def _pairs(game: Any, name: str, value: Any) -> Iterator[tuple[Any, Any]]:
    """The game, and each game with one other option, with and without this value."""
    for base in (game, *(variant for _, _, variant in variants(game))):
        with suppress(ValueError):
            yield base, base.replace(**{name: value})


def _scores_differ(one: Any, other: Any) -> bool:
    rng = random.Random(8)
    for _ in range(400):
        result = any_result(one, rng)
        try:
            if [x.points for x in one.score(result)] != [x.points for x in other.score(result)]:
                return True
        except ValueError:
            continue
    return False
