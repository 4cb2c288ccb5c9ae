"""Every kind of exercise, and the way from a name, a game, a rule and a seed to an item.

Knows addresses and bad input.  Knows no question.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from cardlab.engine.catalogue import game_class, games
from cardlab.engine.game import Game
from cardlab.engine.quiet import Under
from cardlab.engine.rulings import Rule
from cardlab.families.tricks import trick_on
from cardlab.lessons.asking import Item, Question
from cardlab.lessons.exercises import asks as _asks  # noqa: F401  (registers further ways of asking)
from cardlab.lessons.exercises.base import Kind, worth
from cardlab.lessons.exercises.groups import GROUPS
from cardlab.lessons.exercises.moves import MOVES
from cardlab.lessons.exercises.notes import NOTES
from cardlab.lessons.exercises.scores import SCORES
from cardlab.lessons.exercises.search import rule_of, the_game
from cardlab.lessons.exercises.sheets import SHEETS
from cardlab.lessons.exercises.tricks import TRICKS

KINDS: dict[str, Kind] = {
    kind.id: kind for kind in (*MOVES, *TRICKS, *SCORES, *GROUPS, *NOTES, *SHEETS)
}
"""Every kind by its id, those that ask about a table before those that ask about a rule sheet."""

MOST_SEED = 10**9
ENOUGH = 12
"""So many positions are looked at for one of the difficulty wanted."""

SENTENCE_ONLY: Mapping[tuple[str, str], str] = {
    (
        "widow-nap",
        "five-bids-only",
    ): "only the soloist of a bid of five is asked about the widow, and nobody else may move then",
}
"""Rules of play and scoring (game, rule) that no table shows within two seconds, each with the
reason: their sentence is asked for instead."""


def kind_of(id: str) -> tuple[Kind, str]:
    """The kind that an id names, and the id of the rule in it ("" if none).  ValueError, with
    what there is, for another."""
    if not isinstance(id, str) or len(id) > 120 or not id.isprintable():
        raise ValueError("that names no kind of exercise")
    name, _, rule = id.partition(":")
    if name not in KINDS:
        raise ValueError(
            f"there is no kind of exercise {name[:60]!r}; there are {', '.join(KINDS)}"
        )
    return KINDS[name], rule


def known_params(kind: Kind) -> tuple[str, ...]:
    return ("step", *kind.params)


def fingerprint(item: Item) -> str:
    """What the learner would recognise: the answer and its suit.  Of two items in a row it
    should differ."""
    q = item.question
    trick, order = trick_on(q.state), q.game.order(q.state)
    suit = order.suit_of.get(trick.cards[0]) if trick.cards and order is not None else None
    return f"{q.ask}/{suit}/{' '.join(q.answer)}"


def find(
    kind: str,
    game: Game,
    params: Mapping[str, Any] | None = None,
    seed: int = 0,
    avoid: Collection[str] = (),
) -> Item | None:
    """The item of a kind, a game and a seed; None where none is found.

    avoid: the fingerprints of the last items; a seed whose item is one of them is passed over, and
    the item says which seed it is of.
    """
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"the seed of an exercise is a whole number from 0 to {MOST_SEED}")
    asked, name = kind_of(kind)
    given = _checked(asked, params or {})
    rule = rule_of(game, name) if name else None
    if rule is not None and not asked.fits(game, rule):
        fitting = [k.id for k in KINDS.values() if k.fits(game, rule)]
        raise ValueError(
            f"{asked.id} cannot ask about {rule} of {game.title}; try {', '.join(fitting[:5])}"
        )
    if rule is None and not any(asked.fits(game, r) for r in game.all_rules()):
        fitting = [k.id for k in KINDS.values() if any(k.fits(game, r) for r in game.all_rules())]
        raise ValueError(
            f"{asked.id} has nothing to ask about in {game.title}; try {', '.join(fitting[:5])}"
        )
    for later in range(30 if avoid else 1):
        question = _question(asked, game, rule, given, seed + later)
        if question is None:
            continue
        item = Item(question, kind, seed + later, tuple(sorted(given.items())))
        if fingerprint(item) not in avoid:
            return item
    return None


def _question(
    kind: Kind, game: Game, rule: Rule | None, params: Mapping[str, str], seed: int
) -> Question | None:
    wanted = int(params["step"]) if "step" in params else None
    best: tuple[int, Question] | None = None
    for looked, question in enumerate(kind.found(game, rule, params, seed)):
        if rule is not None and question.rule != rule:
            if looked > ENOUGH:
                break
            continue
        if wanted is None:
            return question
        off = abs(kind.step(question) - wanted)
        if best is None or off < best[0]:
            best = off, question
        if off == 0 or looked + 1 >= ENOUGH:
            break
    return best[1] if best else None


def _checked(kind: Kind, params: Mapping[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in params.items():
        if name not in known_params(kind):
            raise ValueError(
                f"{kind.id} knows no {str(name)[:40]!r}; it knows {', '.join(known_params(kind))}"
            )
        text = (
            ",".join(map(str, value))
            if isinstance(value, list | tuple)
            else "true"
            if value is True
            else str(value)
        )
        if len(text) > 200 or not text.isprintable():
            raise ValueError(f"{name} is too long or unreadable")
        found[name] = worth(name, text)
    return found


def exercise(
    kind: str,
    game: str | Game | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    avoid: Collection[str] = (),
    concept: str = "",
    **params: Any,
) -> Item:
    """An item.  ``kind`` is a kind's id, with a rule after a colon where one is wanted; without
    a game, one that has the rule (for ``concept``, where one is named: rules of one name may teach
    more in one game than in another).

    Raises ValueError, with a sentence, for what there is not, and where no position is found.
    """
    asked, name = kind_of(kind)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"the seed of an exercise is a whole number from 0 to {MOST_SEED}")
    if game is None:
        able = _able(asked.id, name, concept)
        if not able:
            raise ValueError(f"no game of the catalogue has a rule {name[:60]!r} for {asked.id}")
        game = able[seed % len(able)]
    played = (
        game
        if isinstance(game, Game)
        else the_game(_known(game), tuple(sorted((options or {}).items())))
    )
    item = find(kind, played, params, seed, avoid)
    if item is None:
        raise ValueError(
            f"no position of {played.title} was found for {kind}; try another seed or fewer"
            " conditions"
        )
    return item


def _known(id: str) -> str:
    if not isinstance(id, str) or len(id) > 60 or not id.isprintable():
        raise ValueError("that names no game")
    game_class(id)
    return id


@cache
def _able(kind: str, rule: str, concept: str = "") -> tuple[str, ...]:
    """The games in which a kind can ask about a rule (about any, without one)."""
    return tuple(
        id
        for id in games()
        if any(
            (not rule or r == rule)
            and (not concept or concept in r.concepts)
            and KINDS[kind].fits(the_game(id), r)
            for r in the_game(id).all_rules()
        )
    )


def exercise_at(address: str) -> Item:
    """The item of an address, the same each time.  ValueError, with a sentence, for an address
    that leads nowhere.

    >>> exercise_at("decided-by:no-such-rule?game=kaiser&seed=1")
    Traceback (most recent call last):
    ValueError: Kaiser has no rule 'no-such-rule'; its rules are kaiser-pack, partners, ...
    """
    if not isinstance(address, str) or len(address) > 1000 or not address.isprintable():
        raise ValueError(
            "this is no address of an exercise: it is too long or has signs that cannot be printed"
        )
    kind, _, query = address.partition("?")
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=30)
    except ValueError:
        raise ValueError("this is no address of an exercise: it has too many parts") from None
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("this is no address of an exercise: it says something twice")
    parts = dict(pairs)
    seed_text = parts.pop("seed", "0")
    if not (seed_text.isascii() and seed_text.isdigit() and len(seed_text) <= 10):
        raise ValueError(f"the seed of an exercise is a whole number from 0 to {MOST_SEED}")
    if "game" not in parts:
        raise ValueError("the address of an exercise names its game: ?game=…")
    id = _known(parts.pop("game"))
    params = {name[2:]: value for name, value in parts.items() if name.startswith("p.")}
    options = {name: value for name, value in parts.items() if not name.startswith("p.")}
    return exercise(kind, id, int(seed_text), _typed(id, options), **_plain(params))


def _plain(params: Mapping[str, str]) -> dict[str, str]:
    for name in params:
        if name in ("kind", "game", "seed", "options", "avoid", "concept"):
            raise ValueError(f"{name} cannot be a condition of an exercise")
    return dict(params)


def _typed(id: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Options as the game takes them: an address has only texts."""
    known = {o.name: o for o in game_class(id).all_options()}
    found: dict[str, Any] = {}
    for name, text in options.items():
        if name == "house":
            found[name] = text  # house rules are read, and judged, by the game that they make
            continue
        if name not in known:
            raise ValueError(
                f"{game_class(id).title} has no option {name[:40]!r}; its options are"
                f" {', '.join(known)}"
            )
        found[name] = next((c for c in known[name].choices if str(c) == text), text)
    return found


@cache
def kinds(concept: str, game: str | None = None) -> tuple[str, ...]:
    """The exercises for a concept, as ``kind:rule``: of one game or of the whole catalogue, the
    kinds in their order.

    >>> [k for k in kinds("bower", game="cardigan")][:2]
    ['order-cards:bowers', 'which-of-game:bowers']
    """
    from cardlab.concepts import concept as known_concept

    known_concept(concept)
    found: dict[str, None] = {}
    for kind in KINDS.values():
        for id in (_known(game),) if game is not None else games():
            table = the_game(id)
            rules = [r for r in table.all_rules() if concept in r.concepts]
            # a rule that hardly ever speaks is asked about last
            for r in sorted(rules, key=lambda r: table.quiet_of(r) is not None):
                if f"{kind.id}:{r}" not in found and kind.fits(table, r):
                    found[f"{kind.id}:{r}"] = None
    return tuple(found)


def rule_exercise(game: str | Game, rule: str, seed: int = 0, avoid: Collection[str] = ()) -> Item:
    """An item whose answer turns on a rule of a game: about a table where one can be found, else
    about its sentence.

    Where the rule speaks only with an option of the game, the item's game has that option.

    >>> rule_exercise("kaiser", "contract-made").question.rule
    contract-made
    """
    table = game if isinstance(game, Game) else the_game(_known(game))
    wanted = rule_of(table, rule)
    spoken = (table.id, str(wanted)) in SENTENCE_ONLY
    for version in versions(table, wanted) if not spoken else [table]:
        for kind in SHEETS if spoken else KINDS.values():
            if (
                kind.fits(version, wanted)
                and (item := find(f"{kind.id}:{wanted}", version, None, seed, avoid)) is not None
            ):
                if kind not in SHEETS or version is table or wanted.kind == "note":
                    return item
    raise ValueError(f"nothing was found that turns on {wanted} of {table.title}; try another seed")


def versions(game: Game, rule: Rule) -> list[Game]:
    """The game, and for a rule that decides only with other options the version that has them,
    first."""
    quiet = game.quiet_of(rule)
    if not isinstance(quiet, Under):
        return [game]
    return [the_game(game.id, tuple(sorted({**dict(game.chosen), **quiet.options}.items()))), game]
