"""Exercises: questions that are found, not written. A kind, a game, a rule and a seed give a
position, a question and its answer.

Knows addresses and bad input. Knows no kind of question by name.

>>> item = exercise("decided-by:must-overtrump", game="brandle", seed=3)
>>> item.address
'decided-by:must-overtrump?game=brandle&seed=3'
>>> str(item.question.rule), exercise_at(item.address).question == item.question
('must-overtrump', True)
>>> kinds("hold-bid", game="kaiser")[:2]
('decided-by:insufficient-bid', 'why-not:insufficient-bid')
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from cardlab.concepts import concept as known_concept
from cardlab.engine.catalogue import game_class, games
from cardlab.engine.game import Game
from cardlab.engine.quiet import Under
from cardlab.engine.rulings import Rule
from cardlab.families.tricks import trick_on
from cardlab.lessons.conditions import read_condition
from cardlab.lessons.deals import limited, rule_of, rules_asked, the_game
from cardlab.lessons.questions import KINDS, Conditions, Question
from cardlab.lessons.questions.sheets import SheetQuestion, printed
from cardlab.lessons.rare import rare_seeds

__all__ = [
    "KINDS",
    "Exercise",
    "exercise",
    "exercise_at",
    "find",
    "fingerprint",
    "kind_of",
    "kinds",
    "known_conditions",
    "rule_exercise",
]

MOST_SEED = 10**9
ENOUGH = 12
"""How many positions are looked at for one of the difficulty wanted."""
TURNS = 30
"""How many seeds are tried for an exercise that was not seen just now."""
WORK = 8_000
"""What a search may cost, all its seeds together (`cardlab.lessons.deals.Budget`): about a third of
a second on the machine that this was written on."""

SENTENCE_ONLY: Mapping[tuple[str, str], str] = {
    (
        "widow-nap",
        "five-bids-only",
    ): "only the soloist of a bid of five is asked about the widow, and nobody else may move then",
    ("panjpar", "attack-number"): "an attack of two cards or four has not the shape of one either",
    ("panjpar", "attack-size"): "a card too many has no place in the shape of an attack either",
    (
        "stop-the-bus",
        "already-knocked",
    ): "a knock that comes too late is one before an exchange too",
    ("oh-hell", "must-bid-a-number"): "it refuses only a pass, which is never offered",
    ("spades", "must-bid-a-number"): "it refuses only a pass, which is never offered",
}
"""Rules of play and scoring (game, rule) that no table shows within the budget, or that refuse
nothing that another would not refuse, each with the reason: their sentence is asked for instead."""


@dataclass(frozen=True)
class Exercise:
    """A question with an address: the same address gives the same question again.

    kind: as it stands in the address, with the rule after a colon where one was wanted.
    """

    question: Question
    kind: str
    seed: int
    params: tuple[tuple[str, str], ...] = ()

    @property
    def game_id(self) -> str:
        return self.question.game.id

    @property
    def address(self) -> str:
        """What a link carries."""
        options = dict(self.question.game.chosen)
        return exercise_address(self.kind, self.game_id, self.seed, options, dict(self.params))


def exercise_address(
    kind: str,
    game: str,
    seed: int,
    options: Mapping[str, Any] | None = None,
    conditions: Mapping[str, Any] | None = None,
) -> str:
    """The address of an exercise, which `exercise_at` reads.

    game: its id; options: of the game, house rules as ``house``; conditions: what the question has
    to keep to.

    >>> exercise_address("decided-by", "nap", 3, {"players": 5}, {"force": "waived"})
    'decided-by?game=nap&players=5&p.force=waived&seed=3'
    """
    query = [("game", game), *(options or {}).items()]
    query += [("p." + name, value) for name, value in (conditions or {}).items()]
    return f"{kind}?{urlencode([*query, ('seed', seed)])}"


def exercise(
    kind: str,
    game: str | Game | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    avoid: Collection[str] = (),
    concept: str = "",
    **conditions: Any,
) -> Exercise:
    """An exercise, the same for the same words and seed.

    kind: a kind's id, with a rule after a colon where one is wanted; game: if None, one that has
    the rule (for ``concept``, where one is named: rules of one name may teach more in one game
    than in another). Raises ValueError, with a sentence, where nothing can be found.
    """
    _check_seed(seed)
    if game is None:
        question_kind, rule = kind_of(kind)
        able = _able(question_kind.kind, rule, concept)
        if not able:
            raise ValueError(
                f"no game of the catalogue has a rule {rule[:60]!r} for {question_kind.kind}"
            )
        game = able[seed % len(able)]
    if not isinstance(game, Game):
        game = the_game(_known(game), tuple(sorted((options or {}).items())))
    item = find(kind, game, conditions, seed, avoid)
    if item is None:
        raise ValueError(
            f"no position of {game.title} was found for {kind}; try another seed or fewer"
            " conditions"
        )
    return item


def find(
    kind: str,
    game: Game,
    conditions: Mapping[str, Any] | None = None,
    seed: int = 0,
    avoid: Collection[str] = (),
) -> Exercise | None:
    """The exercise of a kind, a game and a seed; None where none is found.

    avoid: the fingerprints of the last exercises; a seed whose exercise is one of them is passed
    over, and the exercise says which seed it is of. So it does where only a few seeds have one
    (`cardlab.lessons.rare`): the seed that was named is exchanged for one of these.
    """
    _check_seed(seed)
    question_kind, name = kind_of(kind)
    checked = _check_conditions(question_kind, conditions or {})
    rule = rule_of(game, name) if name else None
    _check_fit(question_kind, game, rule)
    with limited(WORK) as budget:
        for later in _seeds(kind, game, seed, TURNS if avoid else 1):
            question = _question(question_kind, game, rule, checked, later)
            if question is not None:
                item = Exercise(question, kind, later, tuple(sorted(checked.items())))
                if not avoid or fingerprint(item) not in avoid:
                    return item
            if not budget.left:
                break
    return None


def _seeds(kind: str, game: Game, seed: int, turns: int) -> Iterable[int]:
    """The seeds that are tried, one after the other."""
    few = None if game.chosen else rare_seeds(kind, game.id)
    if few is None:
        return range(seed, seed + turns)
    first = few.index(seed) if seed in few else seed
    return [few[(first + turn) % len(few)] for turn in range(min(turns, len(few)))]


def _question(
    kind: type[Question], game: Game, rule: Rule | None, conditions: Conditions, seed: int
) -> Question | None:
    """The first question that turns on the rule, as whoever looks sits at the table: below, by the
    first name, wherever the seat is that was found."""
    found = _first(kind, game, rule, conditions, seed)
    if found is None or not found.viewer:
        return found
    # what was said and scored on the way has names in it, so the way is gone once more
    with limited(WORK):
        return _first(kind, game.turned_to(found.viewer), rule, conditions, seed)


def _first(
    kind: type[Question], game: Game, rule: Rule | None, conditions: Conditions, seed: int
) -> Question | None:
    """The first question that turns on the rule; of several, the one of the step wanted."""
    wanted = int(conditions["step"]) if "step" in conditions else None
    nearest: tuple[int, Question] | None = None
    for looked, question in enumerate(kind.find(game, rule, conditions, seed)):
        if rule is not None and question.rule != rule:
            if looked > ENOUGH:
                break
            continue
        if wanted is None:
            return question
        off = abs(question.step - wanted)
        if nearest is None or off < nearest[0]:
            nearest = off, question
        if off == 0 or looked + 1 >= ENOUGH:
            break
    return nearest[1] if nearest else None


# --- kinds


def kind_of(id: str) -> tuple[type[Question], str]:
    """The kind that an id names, and the id of the rule in it ("" if none).  Raises ValueError,
    listing the kinds, for another."""
    if not isinstance(id, str) or len(id) > 120 or not id.isprintable():
        raise ValueError("that names no kind of exercise")
    name, _, rule = id.partition(":")
    if name not in KINDS:
        raise ValueError(
            f"there is no kind of exercise {name[:60]!r}; there are {', '.join(KINDS)}"
        )
    return KINDS[name], rule


def known_conditions(kind: type[Question]) -> tuple[str, ...]:
    return ("step", *kind.conditions)


@cache
def kinds(concept: str, game: str | None = None) -> tuple[str, ...]:
    """The exercises for a concept, as ``kind:rule``: of one game or of the whole catalogue, the
    kinds in their order.

    >>> [k for k in kinds("bower", game="cardigan")][:2]
    ['order-cards:bowers', 'which-of-game:bowers']
    """
    known_concept(concept)
    ids: dict[str, None] = {}
    for kind in KINDS.values():
        for id in (_known(game),) if game is not None else games():
            table = the_game(id)
            rules = [rule for rule in rules_asked(table) if concept in rule.concepts]
            # a rule that hardly ever speaks is asked about last
            for rule in sorted(rules, key=lambda rule: table.quiet_of(rule) is not None):
                if f"{kind.kind}:{rule}" not in ids and kind.fits(table, rule):
                    ids[f"{kind.kind}:{rule}"] = None
    return tuple(ids)


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
            for r in rules_asked(the_game(id))
        )
    )


def rule_exercise(
    game: str | Game, rule: str, seed: int = 0, avoid: Collection[str] = ()
) -> Exercise:
    """An exercise whose answer turns on a rule of a game: about a table where one can be found,
    else about its sentence.

    Where the rule speaks only with an option of the game, the exercise's game has that option.
    Raises ValueError for a note that is not printed, because a fact of the sheet says it already.

    >>> rule_exercise("kaiser", "contract-made").question.rule
    contract-made
    """
    table = game if isinstance(game, Game) else the_game(_known(game))
    wanted = rule_of(table, rule)
    if str(wanted) not in printed(table):
        raise ValueError(
            f"nothing is asked about {wanted} of {table.title}: a fact of its sheet says it already"
        )
    of_sheets = [kind for kind in KINDS.values() if issubclass(kind, SheetQuestion)]
    sentence_only = (table.id, str(wanted)) in SENTENCE_ONLY
    for version in [table] if sentence_only else versions(table, wanted):
        for kind in of_sheets if sentence_only else KINDS.values():
            if not kind.fits(version, wanted):
                continue
            item = find(f"{kind.kind}:{wanted}", version, None, seed, avoid)
            if item is not None:
                if kind not in of_sheets or version is table or wanted.kind == "note":
                    return item
    raise ValueError(f"nothing was found that turns on {wanted} of {table.title}; try another seed")


def versions(game: Game, rule: Rule) -> list[Game]:
    """The game, and for a rule that decides only with other options the version that has them,
    first."""
    quiet = game.quiet_of(rule)
    if not isinstance(quiet, Under):
        return [game]
    options = {**dict(game.chosen), **quiet.options}
    return [the_game(game.id, tuple(sorted(options.items()))), game]


def fingerprint(item: Exercise) -> str:
    """What the learner would recognise: the answer and its suit.  Of two exercises in a row it
    should differ."""
    question = item.question
    trick, order = trick_on(question.state), question.game.order(question.state)
    suit = order.suit_of.get(trick.cards[0]) if trick.cards and order is not None else None
    return f"{question.ask}/{suit}/{' '.join(question.answer)}"


# --- addresses, and what they may not say


def exercise_at(address: str) -> Exercise:
    """The exercise of an address, the same each time.  Raises ValueError, with a sentence, for an
    address that leads nowhere.

    >>> exercise_at("decided-by:no-such-rule?game=kaiser&seed=1")
    Traceback (most recent call last):
    ValueError: Kaiser has no rule 'no-such-rule'; its rules are kaiser-pack, partners, ...
    """
    kind, query = _read_address(address)
    seed = query.pop("seed", "0")
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 10):
        raise ValueError(f"the seed of an exercise is a whole number from 0 to {MOST_SEED}")
    if "game" not in query:
        raise ValueError("the address of an exercise names its game: ?game=…")
    id = _known(query.pop("game"))
    conditions = {name[2:]: value for name, value in query.items() if name.startswith("p.")}
    options = {name: value for name, value in query.items() if not name.startswith("p.")}
    for name in conditions:
        if name in ("kind", "game", "seed", "options", "avoid", "concept"):
            raise ValueError(f"{name} cannot be a condition of an exercise")
    return exercise(kind, id, int(seed), _read_options(id, options), **conditions)


def _read_address(address: str) -> tuple[str, dict[str, str]]:
    if not isinstance(address, str) or len(address) > 1000 or not address.isprintable():
        raise ValueError(
            "this is not the address of an exercise: it is too long, or has characters that"
            " cannot be printed"
        )
    kind, _, query = address.partition("?")
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=30)
    except ValueError:
        raise ValueError("this is not the address of an exercise: it has too many parts") from None
    if len(dict(pairs)) < len(pairs):
        raise ValueError("this is not the address of an exercise: it says something twice")
    return kind, dict(pairs)


def _read_options(id: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Options as the game takes them: an address has only texts."""
    known = {option.name: option for option in game_class(id).all_options()}
    values: dict[str, Any] = {}
    for name, text in options.items():
        if name == "house":
            values[name] = text  # house rules are read, and judged, by the game that they make
        elif name in known:
            values[name] = next((c for c in known[name].choices if str(c) == text), text)
        else:
            raise ValueError(
                f"{game_class(id).title} has no option {name[:40]!r}; its options are"
                f" {', '.join(known)}"
            )
    return values


def _known(id: str) -> str:
    if not isinstance(id, str) or len(id) > 60 or not id.isprintable():
        raise ValueError("that names no game")
    game_class(id)
    return id


def _check_seed(seed: object) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"the seed of an exercise is a whole number from 0 to {MOST_SEED}")


def _check_fit(kind: type[Question], game: Game, rule: Rule | None) -> None:
    """Raises ValueError, naming kinds that fit, where this one cannot ask about the rule."""
    rules = rules_asked(game) if rule is None else (rule,)
    # Every rule is asked for: what is learned about a game once must not be cut short by the budget
    # of one search.
    if any([kind.fits(game, r) for r in rules]):
        return
    fitting = [k.kind for k in KINDS.values() if any(k.fits(game, r) for r in rules)]
    about = f"cannot ask about {rule} of" if rule is not None else "has nothing to ask about in"
    raise ValueError(f"{kind.kind} {about} {game.title}; try {', '.join(fitting[:5])}")


def _check_conditions(kind: type[Question], conditions: Mapping[str, Any]) -> dict[str, str]:
    checked: dict[str, str] = {}
    for name, value in conditions.items():
        if name not in known_conditions(kind):
            known = ", ".join(known_conditions(kind))
            raise ValueError(f"{kind.kind} knows no {str(name)[:40]!r}; it knows {known}")
        if isinstance(value, list | tuple):
            text = ",".join(map(str, value))
        else:
            text = "true" if value is True else str(value)
        if len(text) > 200 or not text.isprintable():
            raise ValueError(f"{name} is too long or unreadable")
        checked[name] = read_condition(name, text)
    return checked
