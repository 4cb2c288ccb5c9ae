"""What a game declares of its deal, its order and its first moves is what the deals show."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from cardlab.engine import game as engine
from cardlab.engine.game import Dealing
from cardlab.engine.hand_moves import HandMove, word_of
from cardlab.engine.moves import PASS, Bid, Play
from cardlab.engine.rulings import Rule, judge
from cardlab.engine.shelves import GameShelf
from cardlab.families.tricks import TrickGame
from cardlab.labs.odds.deals import deal, opening
from cardlab.labs.odds.questions import hand_moves, is_legal

from .conftest import owner_of, unknown, versions, walk

TABLES = 40
PAIRS = 120


def unusual_hand(game: Any, size: int, number: int, rng: random.Random) -> tuple[Any, ...]:
    """A hand of the whole pack, of one suit, of few ranks or of one card: rare moves hide there."""
    ranks = sorted({c.rank for c in game.pack})
    few, suit = rng.sample(ranks, min(len(ranks), 2 + size // 3)), rng.choice(game.pack).suit
    pools = (
        game.pack,
        [c for c in game.pack if c.suit == suit],
        [c for c in game.pack if c.rank in few],
        [rng.choice(game.pack)],
    )
    pool = list(pools[number % len(pools)])
    return tuple(rng.sample(pool, min(size, len(pool))))


def test_the_declared_moves_are_those_that_some_hands_may_make(game: Any) -> None:
    """A kind of move that some hands may make and others not is declared, with its rule."""
    rng, answers, refusing = random.Random("first moves"), {}, {}
    if not (opening(game).size and opening(game).seen):
        return
    for number in range(TABLES):
        state = deal(game, rng).state
        if state.to_move is None or not state.hand:
            assert not hand_moves(game)
            return
        hand = unusual_hand(game, len(state.hand), number, rng)
        view = game.view(state.but(hands=state.held(state.to_move, hand)))
        special = [
            m
            for m in view.phase.candidates(view)
            if m != PASS and not isinstance(m, Bid | Play) and m.at is None
        ]
        verdicts = judge(view, view.phase.rules, tuple(special))
        legal = {word_of(m) for m in special if verdicts[m].legal}
        refusing |= {word_of(m): verdicts[m].rule for m in special if word_of(m) not in legal}
        for word in {*answers, *map(word_of, special)}:
            # a hand too small to be dealt may make a move, but that it may not says nothing
            answers.setdefault(word, set())
            if word in legal or len(hand) == len(state.hand):
                answers[word].add(word in legal)
    for kind in hand_moves(game):
        assert answers.pop(kind.word) == {True, False}, kind
        assert refusing.get(kind.word) == kind.rule, kind
    assert not {word for word, said in answers.items() if len(said) > 1}


def pairs_alike(game: Any, kind: HandMove, size: int, rng: random.Random) -> Any:
    """Pairs of hands whose cards the rule of a move looks at alike: hands of the whole pack, and
    hands of one kind or two, where a rare answer hides."""
    assert kind.alike is not None
    by_kind: dict[Any, list[Any]] = {}
    for card in game.pack:
        by_kind.setdefault(kind.alike(card), []).append(card)
    pools = [list(game.pack)] * PAIRS
    for few in (1, 2):
        for keys in combinations(by_kind, few):
            pools += [[c for key in keys for c in by_kind[key]]] * 4
    for pool in pools:
        if len(pool) < size:
            continue
        first = rng.sample(pool, size)
        left = {key: rng.sample(cards, len(cards)) for key, cards in by_kind.items()}
        yield first, [left[kind.alike(card)].pop() for card in first]


def test_hands_that_a_rule_does_not_tell_apart_may_make_the_same_moves(game: Any) -> None:
    """On whatever table: where cards are declared alike nothing but the hand decides."""
    rng = random.Random("alike")
    for kind in hand_moves(game):
        if kind.alike is None:
            continue
        tables = [deal(game, rng).state for _ in range(6)]
        size, answers = len(tables[0].hand), set()
        for first, second in pairs_alike(game, kind, size, rng):
            one, other = rng.sample(tables, 2)
            said = [
                is_legal(table.but(hands=table.held(table.to_move, hand)), kind)
                for table, hand in ((one, first), (other, second))
            ]
            assert said[0] == said[1], (kind, first, second)
            answers.add(said[0])
        assert answers == {True, False}, kind


def test_the_seats_are_dealt_as_many_cards_as_the_game_declares(game: Any) -> None:
    for seed in range(3):
        dealt = deal(game, random.Random(seed)).deal
        assert tuple(map(len, dealt.hands)) == game.dealt_sizes


def test_the_order_moves_with_the_ranks_that_make_it(game: Any) -> None:
    """Turned upside down, a text of ranks changes the ladder if the game is ordered by it."""
    if not isinstance(game, TrickGame):
        return
    trump = next((s for s in "HSCD" if any(c.suit == s for c in game.pack)), "H")
    plain = next(s for s in "SHCD" if s != trump)
    upside_down = "".join(reversed(game.ranks.replace(" ", "")))
    for key, suit in (("ranks", plain), ("trump_ranks", trump)):
        try:
            other = game.replace(**{key: upside_down})
            moved = other.ordering(trump).ladder(suit) != game.ordering(trump).ladder(suit)
        except ValueError:
            moved = False
        assert moved == (key in game.ordered_by), key


def test_a_game_stands_on_a_shelf_where_it_is_looked_for(game: Any) -> None:
    """Trick games are told apart by whether cards of the pack count points."""
    assert game.shelf is not GameShelf.OTHER
    if isinstance(game, TrickGame):
        counting = any(game.card_points(card) for card in game.pack)
        assert game.shelf is (GameShelf.POINTS if counting else GameShelf.TRICKS)


def test_what_beats_a_card_is_declared_by_rules_of_the_game(game: Any) -> None:
    """Each of these rules is on the sheet, narrows the moves, and is told in words of its own."""
    rules = {rule.id: rule for rule in game.all_rules()}
    judging = {rule.id for phase in game.phases for rule in phase.rules}
    for id in game.beats_by:
        assert id in rules and id in judging, id
        assert rules[id].text(game).endswith("."), id
    assert len({*game.beats_by}) == len(game.beats_by)


def test_the_rules_that_a_game_names_for_its_sheet_are_there(game: Any) -> None:
    """What a rule book tells first, explains a word by or counts by is a rule under some options: a
    misspelt id would do nothing.  A family may name what only some of its games have."""
    known = {str(rule) for rule in vars(engine).values() if isinstance(rule, Rule)}
    for version in versions(game):
        known |= {str(rule) for rule in (*version.all_rules(), *version.facts)}
    for name, ids in (
        ("told_first", game.told_first),
        ("explains", game.explains.values()),
        ("counts_instead", [game.counts_instead] if game.counts_instead else []),
    ):
        of_family = owner_of(game, name).__module__.startswith("cardlab.families.")
        strange = set() if of_family else set(ids) - known
        assert not strange, unknown(game, name, strange)


def test_no_hand_comes_to_hold_more_than_the_phases_declare(game: Any, deals: int) -> None:
    """A card more than was dealt may be in a hand until it is discarded; any further ones are
    declared, and played deals have some."""
    declared = max(phase.taken_up(game) for phase in game.phases)
    if not declared:
        return
    most = 0
    for match, _ in walk(game, deals):
        state = match.state
        dealing = [phase for phase in game.phases if isinstance(phase, Dealing)]
        dealt = max(size for phase in dealing for size in phase.sizes(game, state.standing))
        held = max(map(len, state.hands))
        most = max(most, held - dealt)
        assert held - dealt <= declared, (state.phase.id, held, dealt)
    assert most > 1 or declared == 1, most
