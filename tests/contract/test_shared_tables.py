"""What a seat at a shared table is sent hangs on nothing that the seat cannot know.

Two tables are laid whose deals differ in two cards that a seat has not seen and does not see; the
same moves are made at both, and the same is answered where somebody has to answer. Every byte that
goes to the seat has to be the same: the table at each moment, and the answers to all that the seat
tries, legal or not. So has the wall with its hands shut, and what somebody without a seat is sent.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from cardlab.engine.cards import BACK
from cardlab.store import Logged, Member, TableStore
from cardlab.web.classes.live import COMMANDS, LiveTable
from cardlab.web.classes.projecting import wall_step
from cardlab.web.classes.views import answer_text, open_text, seat_text, waiting_text
from cardlab.web.pages.public_table import public_view

NICKNAMES = {"pupil": "Otter"}
Entries = list[tuple[int | None, str]]

MATCHES = 12
"""Matches of a game in which pairs are looked for, at most."""
COMPARED = 3
"""Tables of a pair that are compared, besides the last."""
ASKED = 10
"""Cards that are asked about at each of them, besides the two that lie elsewhere."""


def member(seat: int) -> Member:
    return Member("pupil", "class", "Otter", "pupil", "", "")


def begun(game: Any, seed: int, rng: random.Random) -> Any:
    """A match somewhere in its first deal."""
    match = game.match(seed=seed)
    for _ in range(rng.choice((0, 1, 3, 8, 20, 30))):
        if match.over or match.state.standing.deal > 1:
            break
        match.play(rng.choice(match.legal_moves()))
    return match


def written(match: Any) -> Entries:
    return [(entry.seat, str(entry.move)) for entry in match.entries]


def seen_names(match: Any, viewer: int) -> set[str]:
    """The cards that a seat has seen, or has been told of, by name."""
    names: set[str] = set()
    for ply in range(match.ply + 1):
        view = match.state_at(ply).seen_by(viewer)
        names |= {str(card) for card in view.with_known_cards().all_cards()}
    return names


def chance_runs(entries: Entries) -> list[int]:
    """Where a table can be looked at: after each move with all that chance did then."""
    ends = range(1, len(entries) + 1)
    return [n for n in ends if n == len(entries) or entries[n][0] is not None]


def swapped(text: str, one: int, other: int) -> str:
    tokens = text.split(" ")
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return " ".join(tokens)


def changed(one: str, other: str) -> set[str]:
    """The cards that stand in different places of two deals."""
    pairs = zip(one.split(" "), other.split(" "))
    return {token for pair in pairs if pair[0] != pair[1] for token in pair}


def twins(match: Any, viewer: int, rng: random.Random) -> Iterator[Entries]:
    """Other entries with the same moves, in which two cards that a seat never saw lie elsewhere."""
    entries, seen = written(match), seen_names(match, viewer)
    first = chance_runs(entries)[0]
    at = max(n for n in range(first) if entries[n][1].startswith("deal "))
    tokens = entries[at][1].split(" ")
    part = [sum(t in ("|", "/") for t in tokens[:i]) for i in range(len(tokens))]
    cards = {str(card) for card in match.game.pack}
    hidden = [i for i, token in enumerate(tokens) if token in cards - seen]
    pairs = [(i, j) for i in hidden for j in hidden if i < j and part[i] != part[j]]
    rng.shuffle(pairs)
    for one, other in [p for p in pairs if tokens[p[0]] != tokens[p[1]]][:8]:
        yield [*entries[:at], (None, swapped(entries[at][1], one, other)), *entries[at + 1 :]]


def laid(store: TableStore, match: Any, seat: int) -> LiveTable:
    head = {"game": match.game.id, "options": dict(match.game.chosen), "seed": match.seed}
    return LiveTable(store.new("class", head, [Logged("sit", "pupil", seat)]), store)


def read(table: LiveTable, entries: Entries) -> bool:
    """Let these entries happen at a table; False if they cannot have happened there."""
    logged = [Logged("deal" if s is None else "move", None, s, text) for s, text in entries]
    try:
        table.play.read(logged)
    except ValueError:
        return False
    return [*written(table.play.match)][-len(entries) :] == entries


def tried(table: LiveTable, seat: int, cards: list[str]) -> list[str]:
    """The answers to what somebody at a seat may ask without a move being made, of these cards."""
    match, who = table.play.match, member(seat)
    here = frozenset({"pupil"})
    asks: list[tuple[str, dict[str, Any]]] = [
        ("tap", {"card": "??", "zone": f"hand-{other}"}) for other in range(match.game.players)
    ]
    asks += [("tap", {"card": card, "zone": "hand-1"}) for card in cards]
    asks += [("why", {"move": f"play {card}"}) for card in cards]
    asks += [("why", {"move": text}) for text in ("pass", "draw", "knock", "bid 7", "2C")]
    answers = [answer_text(COMMANDS[name](table, who, data, here)) for name, data in asks]
    judged = match.verdicts(seat) if seat in match.state.phase.movers(match.state) else {}
    illegal = [str(move) for move, verdict in judged.items() if not verdict.legal]
    return answers + [answer_text(table.pick(who, move, match.ply)) for move in illegal[:40]]


def on_the_wall(table: LiveTable) -> Any:
    """All that a projector shows of a table with its hands shut."""
    match, ply = table.play.match, table.play.ply
    step = wall_step(match, ply, is_open=False)
    return public_view(match, ply), step.told, step.why


def watched(table: LiveTable) -> str:
    """What somebody without a seat is sent; each picture numbers its hatchings as it is drawn."""
    return re.sub(r"\bcl\d+\b", "cl", waiting_text(table.play, NICKNAMES))


def asked_about(game: Any, moved: set[str], rng: random.Random) -> list[str]:
    """Some cards of the pack, among them those that lie elsewhere at the other table."""
    rest = sorted({str(card) for card in game.pack} - moved)
    return sorted(moved) + rng.sample(rest, min(ASKED, len(rest)))


def compared(store: TableStore, match: Any, other: Entries, viewer: int, rng: random.Random) -> Any:
    """Play two tables side by side and compare what a seat is sent. Returns whether they can be a
    pair, and whether the teacher could tell them apart."""
    entries = written(match)
    moved = {t for a, b in zip(entries, other) if a != b for t in changed(a[1], b[1])}
    cards, ends = asked_about(match.game, moved, rng), chance_runs(entries)
    looks = {*rng.sample(ends, min(COMPARED, len(ends))), ends[-1]}
    one, two = laid(store, match, viewer), laid(store, match, viewer)
    told_apart = False
    for start, n in pairwise([0, *ends]):
        if not (read(one, entries[start:n]) and read(two, other[start:n])):
            return False, told_apart
        if one.play.match.state.told_to_all != two.play.match.state.told_to_all:
            return False, told_apart  # somebody had to answer, and answered otherwise
        if n in looks:
            sent = seat_text(one.play, viewer, NICKNAMES)
            assert sent == seat_text(two.play, viewer, NICKNAMES), (viewer, n)
            assert tried(one, viewer, cards) == tried(two, viewer, cards), (viewer, n)
            assert on_the_wall(one) == on_the_wall(two), n
            assert watched(one) == watched(two), n
            sent_out = json.loads(watched(one))
            told = " ".join([sent_out["picture"], *sent_out["told"]])
            assert not re.search(r"\b[Yy]ou\b", told), n  # who watches is no player
            told_apart = told_apart or open_text(one.play, {}) != open_text(two.play, {})
    return True, told_apart


def test_every_byte_is_the_same_for_a_seat_that_cannot_tell(
    game: Any, amount: Callable[[str], int]
) -> None:
    """See the module; each table is compared as it was reached, not looked back at."""
    wanted = amount("--twins")
    rng, store = random.Random(3), TableStore("sqlite://")
    pairs, hides, told_apart = 0, False, False
    for seed in range(max(MATCHES, 2 * wanted)):
        match = begun(game, seed, rng)
        viewer = rng.randrange(game.players)
        for other in twins(match, viewer, rng):
            hides = True
            same, apart = compared(store, match, other, viewer, rng)
            told_apart |= apart
            if same:
                pairs += 1
                break
        if pairs >= wanted and told_apart:
            break
    assert pairs or not hides, "no two deals were found that a seat cannot tell apart"
    own = [match.state_at(1).seen_by(seat).hands[seat] for seat in range(game.players)]
    looks_at_hands = game.players > 1 and not all(BACK in hand for hand in own)
    looks_at_hands = (
        looks_at_hands and not game.hands_open
    )  # of the rest not even the teacher knows
    assert told_apart or not (pairs and looks_at_hands), "the teacher cannot tell them apart either"
