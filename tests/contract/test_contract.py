"""What every game keeps (design, section 4): moves, reasons, records, views, cards and scores."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import cardlab
from cardlab.engine.game import OVER

from .conftest import LONG, LONGEST, MANY, at, miscounted, walk, where


def reading(verdicts: Any) -> dict[str, tuple[bool, str, str]]:
    """Every verdict of a seat with its rule and sentence."""
    return {str(m): (v.legal, str(v.rule), v.reason) for m, v in verdicts.items()}


def said(verdict: Any) -> str:
    """The reason of a verdict; nothing where one of its words is not filled in."""
    try:
        return str(verdict.reason)
    except (KeyError, AttributeError):
        return ""


def movers(state: Any) -> tuple[int, ...]:
    return tuple(
        dict.fromkeys(
            ((state.to_move,) if state.to_move is not None else ())
            + tuple(state.phase.movers(state))
        )
    )


def test_deals_keep_the_contract(game: Any, deals: int, moves_a_deal: int) -> None:
    """Moves, verdicts, views and cards of random matches.

    At every ply somebody can move.  Verdicts, reasons, twins and refused moves are looked at on
    every ply of at most 60 deals, otherwise on 12 % of the first `MANY` plies and on 2 % of the
    others.  The cards are counted at each of the first `MANY` plies and at a tenth of the others;
    always at the end of each deal.
    """
    pack, ply = sorted(game.pack), 0
    for number, (match, rng) in enumerate(walk(game, deals, moves=moves_a_deal)):
        often = 1.0 if deals <= 60 else 0.12 if number < MANY else 0.02
        counted = 1.0 if number < MANY else 0.1
        state = match.state
        # a move that ends a deal is followed by chance; the end of the deal then lies between this
        # ply and the last one
        ends = [s for s in map(match.state_at, range(ply + 1, match.ply)) if s.phase is OVER]
        ply = 0 if match.over else match.ply
        for table in (
            (*ends, state) if match.over or counted == 1.0 or rng.random() < counted else ends
        ):
            cards = table.all_cards()
            whole = len(cards) == len(game.pack) and (not any(table.hands) or sorted(cards) == pack)
            assert whole, miscounted(match, table)
        if match.over:
            assert match.legal_moves() == (), f"{game.id} offers moves when the match is over"
            outcome = match.outcome
            assert outcome.winners and outcome.say(), f"{game.id} has no winner: see its `ends`"
            continue
        legal = match.legal_moves()
        assert legal and match.to_move is not None, (
            f"{at(match.state)} leaves {match.to_move} without a legal move; its rules are"
            f" {', '.join(map(str, state.phase.rules))}: let one lapse where nothing else is left"
            " (`unless_alone`), offer a further move in `candidates`, or pass the turn on in `apply`"
        )
        if rng.random() > often:
            continue
        for seat in movers(state):
            actor = state.actor() if seat == state.to_move else seat
            verdicts = game.verdicts(state, seat)
            opened = tuple(m for m, v in verdicts.items() if v.legal)
            assert opened == game.legal_moves(state, seat), "the fast way and the reasons agree"
            for verdict in verdicts.values():
                rule = verdict.rule
                assert said(verdict) and "{" not in verdict.reason, (
                    f"{game.id}, rule {rule} ({where(rule)}) gives no reason that can be read to"
                    f" {verdict.move}: write what completes “because ...”, with all facts it names"
                )
                if not verdict.legal:
                    assert rule and rule.wording, f"{game.id} refuses {verdict.move} without a rule"
                    assert set(verdict.instead) == set(opened), (
                        f"{game.id}, rule {rule}: what it names instead of {verdict.move} is not"
                        " what is legal"
                    )
                    assert verdict.concepts, (
                        f"{game.id}, rule {rule} ({where(rule)}) names no concept that it teaches"
                    )
            twin = state.seen_by(actor, seat).imagined(rng)
            assert reading(game.verdicts(twin, seat)) == reading(verdicts), (
                f"{at(match.state)}: its rules or `candidates` look at what the mover does not see;"
                " ask the table that they are given for nothing that lies face down there"
            )
            refused = next((m for m, v in verdicts.items() if not v.legal), None)
            if refused is not None:
                before = (match.ply, match.state)
                with pytest.raises(cardlab.IllegalMove) as caught:
                    match.play(refused, seat)
                assert caught.value.verdict.rule, f"{game.id} refuses {refused} without a rule"
                assert (match.ply, match.state) == before, (
                    f"{at(match.state)}: the refusal of {refused} has changed the match"
                )


def test_whole_matches(game: Any, deals: int) -> None:
    """Whole matches end; records replay; undo is a shorter replay; the score is the sum of its
    lines.

    In a third of the deals.  Above `LONG` deals the score of every match is added up, but one match
    in eight is replayed, taken back and has each line computed again.
    """
    played, number, every = 0, 1000, 1 if deals <= LONG else 8
    while played < max(deals // 3, 1):
        rng = random.Random(number)
        match = game.match(seed=number)
        while not match.over:
            match.play(rng.choice(match.legal_moves()))
        number, played = number + 1, played + match.state.standing.deal
        assert match.totals == cardlab.totals(match.lines, match.totals), (
            f"{game.id}, seed {match.seed}: the totals are not the sums of the score lines; let"
            " `carried` add up all lines and nothing else"
        )
        strange = {x.side for x in match.lines} - set(match.totals)
        assert not strange, f"{game.id} scores for {strange}: write the ids of its `sides`"
        if game.zero_sum:
            assert sum(match.totals.values()) == 0, (
                f"{game.id}, seed {match.seed}: the totals are {match.totals}, and their sum is not"
                " 0: correct the score, or take out `zero_sum`"
            )
        if number % every:
            continue
        record = cardlab.Record.from_json(match.record.to_json())
        again = record.replay()
        assert (
            again.state == match.state
            and again.lines == match.lines
            and again.outcome == match.outcome
        ), (
            f"{game.id}, seed {match.seed}: a replay of the record ends otherwise; let `apply` and"
            " `score` depend on the table and the move alone, and not on chance or on what is kept"
            " elsewhere"
        )
        assert again.record == match.record, f"{game.id}, seed {match.seed}: another record"
        before = match.at(match.ply)
        match.undo()
        assert not match.over
        shorter = before.at(match.ply)
        assert (shorter.state, shorter.totals, shorter.ply) == (
            match.state,
            match.totals,
            match.ply,
        )
        match.play(before.entries[match.ply].move, before.entries[match.ply].seat)
        assert (match.state, match.totals, match.ply) == (before.state, before.totals, before.ply)
        for entry in match.lines:
            assert entry.rule.wording and entry.title and entry.deal >= 1, (
                f"{game.id}: a line of the rule {entry.rule} ({where(entry.rule)}) has no text, no"
                " title or no deal"
            )
            if entry.formula is not None:
                values = dict(entry.values)
                assert entry.formula(**values) == entry.points, (
                    f"{game.id}, rule {entry.rule} ({where(entry.rule)}), {entry.text}: the formula"
                    " gives more or less"
                )
                assert str(entry.points).replace("-", "−") in entry.text, (
                    f"{game.id}, rule {entry.rule} ({where(entry.rule)}), {entry.text} lacks its points"
                )


def test_formulas_are_what_sympy_reads(game: Any, some: Callable[[int], int]) -> None:
    """The formula that scored, read by sympy and filled in, gives the same points: in so many
    different lines, or all that so many deals have; in more deals where these have none."""
    sympy = pytest.importorskip("sympy")
    seen: set[Any] = set()
    deals: set[tuple[int, int]] = set()
    most = some(60)
    for match, _ in walk(game, 40, moves=LONGEST):
        deals.add((match.seed, match.state.standing.deal))
        if len(seen) >= most or (seen and len(deals) > some(40)):
            break
        for entry in match.lines:
            formula = entry.formula
            if formula is None or (formula.text, entry.values) in seen or len(seen) >= most:
                continue
            seen.add((formula.text, entry.values))
            names = {sympy.Symbol(k, integer=True): v for k, v in entry.values}
            assert int(formula.sympy().subs(names)) == entry.points
    assert seen, "a game scores by formulas"


def test_views_hide_what_a_seat_may_not_know(game: Any, some: Callable[[int], int]) -> None:
    """A view is JSON both ways, has every choice with its reason, and no card that the seat
    cannot see."""
    for match, rng in walk(game, some(4)):
        if rng.random() > 0.25:
            continue
        state = match.state
        for seat in range(game.players):
            view = match.view(seat)
            assert cardlab.TableView.from_json(view.to_json()) == view
            seen = state.seen_by(seat)
            # where a game draws what a hand has shown, its cards are in sight of those who know them
            drawn = seen.with_known_cards() if seen.shows_known else seen
            visible = Counter(c for c in drawn.all_cards() if c != cardlab.BACK)
            shown = {
                f["card"]
                for z in view["zones"]
                for f in z["faces"] + [x for g in z["groups"] for x in g["faces"]]
            }
            assert shown - {None} <= set(visible), "no hidden card is sent"
            assert view["prompt"] and len(view["seats"]) == game.players
            for choice in view["choices"]:
                assert choice["reason"] and (choice["legal"] or choice["rule"])
                # out of turn there may be nothing to do instead but to wait
                assert choice["legal"] or choice["instead"] or seat != state.to_move
                if choice["card"]:
                    zone = next(z for z in view["zones"] if z["id"] == choice["from"])
                    assert choice["card"] in [f["card"] for f in zone["faces"]] or any(
                        choice["card"] == f["card"] for g in zone["groups"] for f in g["faces"]
                    )
            json.dumps(view.to_dict())


def test_card_not_held_and_nonsense(game: Any, some: Callable[[int], int]) -> None:
    """A card not held is refused by a rule; a text that is no move says what could be said;
    nothing changes."""
    match = game.match(seed=5)
    rng = random.Random(5)
    for _ in range(some(30)):
        if match.over:
            break
        before = (match.ply, match.state, match.record)
        held = match.state.seen_by(match.state.actor(), match.to_move).hand
        strange = next((c for c in dict.fromkeys(game.pack) if c not in held), None)
        joker = [] if "JK" in held else ["JK"]
        for text in [
            *([strange] if strange else []),
            *joker,
            "",
            "fly me to the moon",
            "🂡" * 500,
            "9" * 400,
            "\x00",
        ]:
            verdict = match.verdict(text)
            assert not verdict.legal and verdict.rule and verdict.reason and verdict.instead
            with pytest.raises(cardlab.IllegalMove) as trouble:
                match.play(text)
            assert len(str(trouble.value)) < 3000
        assert (match.ply, match.state, match.record) == before
        match.play(rng.choice(match.legal_moves()))


def test_rule_sheet_and_concepts(game: Any) -> None:
    """The sheet has every rule, or the fact that says the same; every concept tag is one of the curriculum's."""
    from cardlab.concepts import concept_ids

    sheet = " ".join(game.rules(full=True).split())
    facts = {str(fact): fact for fact in game.facts}
    for r in game.all_rules():
        told = facts[r.fact] if r.fact else r
        assert told.title in sheet and told.text(game) in sheet, (
            f"{game.id}: the rule {told} is not on its sheet; add it to the notes or rules of a phase"
        )
        lacking = {*r.concepts} - {*told.concepts}
        assert not lacking, f"{game.id}: the fact {told} stands for {r} and does not name {lacking}"
    strange = game.concepts() - concept_ids()
    assert not strange, f"{game.id} names {strange}, which are not concepts of the curriculum"


def test_concepts_are_those_of_the_curriculum(game: Any) -> None:
    """What a game's rules teach is what the curriculum says it uses (its optional concepts may
    come in addition)."""
    from cardlab.concepts import curriculum_game

    listed = curriculum_game(game.id)
    if listed is None:
        pytest.skip(f"the curriculum does not list {game.id}")
    uses, optional = set(listed["uses"]), set(listed.get("optional", ()))
    lacking, further = uses - game.concepts(), game.concepts() - uses - optional
    assert not lacking and not further, (
        f"{game.id}: no rule names {lacking or 'nothing'}, which the curriculum says it uses, and"
        f" its rules name {further or 'nothing'} besides; correct the rules or the curriculum"
    )


def test_options(game: Any, some: Callable[[int], int]) -> None:
    """An unknown option or value says what there is; each listed value makes a game that can be
    played."""
    cls = type(game)
    with pytest.raises(ValueError, match="options are"):
        cardlab.game(game.id, colour="red")
    with pytest.raises(ValueError, match="choose"):
        cardlab.game(game.id, players=99)
    for option in cls.all_options():
        with pytest.raises(ValueError, match="choose"):
            cardlab.game(game.id, **{option.name: "no such value"})
        values = (
            option.choices
            if len(option.choices) <= 12
            else (option.choices[0], option.choices[len(option.choices) // 2])
        )
        for value in values:
            if option.name == "deals" and value == 0:
                continue  # a match without limit need not end at random
            try:
                variant = cardlab.game(game.id, **{option.name: value})
            except ValueError as refused:
                assert (
                    str(refused).count(" ") > 3
                )  # a combination that cannot be played, refused with a sentence
                continue
            match, rng = variant.match(seed=3), random.Random(3)
            for _ in range(some(150)):
                if match.over:
                    break
                match.play(rng.choice(match.legal_moves()))
            assert match.record.replay().state == match.state, (
                f"{game.id} with {option.name}={value!r}: a replay of the record ends otherwise"
            )


def test_same_seed_same_match(game: Any) -> None:
    first, second = game.match(seed=11), game.match(seed=11)
    assert first.state == second.state and first.record == second.record, (
        f"{game.id}: the same seed deals otherwise; draw all chance from the `rng` that is given"
    )
    assert game.match(seed=12).record != first.record, (
        f"{game.id}: another seed deals the same; draw all chance from the `rng` that is given"
    )
