"""A lesson held against the engine: every sentence here is something that its author has to look
at.

Knows what makes a lesson sound: ids that exist, moves that are legal, pins that agree with the
engine, texts without rules in them.  Repairs nothing.

Run it on files: ``python -m cardlab.lessons.check FILE.toml ...`` prints the sentences, and what
the engine answers; ``--schema`` prints the shape of a lesson file as a JSON Schema.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from cardlab.concepts import concept_ids, curriculum_game
from cardlab.engine.cards import Card
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import games, unknown_game
from cardlab.engine.game import Game, State
from cardlab.engine.plain import print_in_plain
from cardlab.engine.rulings import Force, narrowed
from cardlab.engine.words import listed
from cardlab.families.formats import format_concepts
from cardlab.families.tricks import TrickGame, tricks_taken
from cardlab.lessons import gaps, lines
from cardlab.lessons.beliefs import beliefs
from cardlab.lessons.beside import SLOTS, is_slot, table_facts
from cardlab.lessons.book import (
    CompleteStep,
    Generator,
    Lesson,
    PredictStep,
    TryOrGap,
    WatchStep,
    WrittenItem,
    is_gap,
    json_schema,
    read_file,
)
from cardlab.lessons.deals import rules_asked
from cardlab.lessons.generated import before, found_item, known_to
from cardlab.lessons.keys import LessonError
from cardlab.lessons.positions import lying
from cardlab.lessons.questions import Question
from cardlab.lessons.questions.moves import WhyIllegal
from cardlab.lessons.questions.verdicts import LegalityQuestion, VerdictQuestion
from cardlab.lessons.text import (
    ABOUT_TRICKS,
    PLACEHOLDERS,
    bare,
    braces,
    card_tokens,
    pieces,
    plain,
    rule_named,
)

WORDS = 60
OBLIGATION = re.compile(
    r"\b(must|may|can't|can’t|cannot|has to|have to|allowed|forbidden|illegal|only if)\b",
    re.IGNORECASE,
)
MIN_GAMES_ELSEWHERE = 2


def check(lesson: Lesson, generators: bool = True) -> tuple[str, ...]:
    """What is not sound about a lesson, one sentence each; nothing if it is sound.

    generators: also look whether the exercises that it names can be found (slower).

    >>> from cardlab.lessons.book import load
    >>> check(load("follow-suit"), generators=False)
    ()
    """
    complaints: list[str] = []
    for part in PARTS:
        complaints += _safely(part, lesson)
    if generators and not complaints:
        complaints += _safely(_generators, lesson)
    return tuple(dict.fromkeys(complaints))


def _safely(part: Callable[[Lesson], Iterable[str]], lesson: Lesson) -> list[str]:
    complaints = []
    try:
        for sentence in part(lesson):
            complaints.append(sentence)
    except ValueError as trouble:
        complaints.append(str(trouble))
    return complaints


# --- 1, 2: ids and what comes before


def _ids(lesson: Lesson) -> Iterator[str]:
    """Concepts that exist, and no list with a name twice."""
    if lesson.id != lesson.concept:
        yield f"the id is the concept's: {lesson.concept}, not {lesson.id}"
    concepts = (("concept", (lesson.concept,)), ("also", lesson.also), ("needs", lesson.needs))
    for what, ids in concepts:
        for id in ids:
            if id not in concept_ids():
                yield f"{what}: there is no concept {id!r}"
    for what, ids in (*concepts, ("games", lesson.games), ("rules", lesson.rules)):
        for id in twice(ids):
            yield f"{what}: {id} stands there twice"


def _games(lesson: Lesson) -> Iterator[str]:
    """Games that exist and use the concept, with these options."""
    named = [*lesson.games, *lesson.comes_back.games, lesson.play.game]
    named += [id for part in lesson.generators for id in part.games]
    for id in dict.fromkeys(named):
        if id not in games():
            yield unknown_game(id)
    for id in lesson.games:
        if id in games() and not uses(id, lesson.concept):
            able = listed(using(lesson.concept), most=40) or "none"
            yield f"games: {id} does not use {lesson.concept}; games that do: {able}"
    if lesson.play.game in games():
        try:
            match = find_game(lesson.play.game, **lesson.play.options).match(lesson.play.seed or 0)
            for move in lesson.play.moves:
                match.play(move)
        except ValueError as trouble:
            yield f"play: {trouble}"
    if lesson.play.moves and lesson.play.seed is None:
        yield "play: moves belong to the cards of a seed, and there is none"


def _rules_and_beliefs(lesson: Lesson) -> Iterator[str]:
    """Rules and beliefs that exist."""
    known = {str(r) for id in lesson.games if id in games() for r in rules_asked(find_game(id))}
    for id in lesson.rules:
        if id not in known:
            yield f"rules: no game of this lesson has a rule {id!r}"
    offered = [name for item in lesson.questions.values() for name in item.offer]
    for name in dict.fromkeys([*offered, *lesson.feedback]):
        if name.startswith("mis:") and name[4:] not in beliefs():
            yield f"there is no belief {name[4:]!r} in misconceptions.toml"
    hooks = [h.partition(":")[2] for h in lesson.feedback if h.startswith(("refused:", "missed:"))]
    for id in dict.fromkeys(hooks):
        if rule_named(id) is None:
            yield f"feedback: there is no rule {id!r}"


def twice(ids: Iterable[str]) -> list[str]:
    """What stands in a list more than once."""
    return [id for id, number in Counter(ids).items() if number > 1]


def uses(game: str, concept: str) -> bool:
    """Whether a game uses a concept: its rules or the curriculum name it, or something that
    stands on it; or a format that it is played in does."""
    listed_as = curriculum_game(game) or {}
    return concept in format_concepts(find_game(game)) or any(
        concept in before(id) for id in (*find_game(game).concepts(), *listed_as.get("uses", ()))
    )


def using(concept: str) -> tuple[str, ...]:
    """The games that use a concept."""
    return tuple(g for g in games() if uses(g, concept))


def _closure(lesson: Lesson) -> Iterator[str]:
    met = frozenset().union(*map(before, lesson.needs))
    for id in lesson.concepts:
        if lacking := sorted(before(id) - {*lesson.concepts} - met):
            yield f"needs: {id} requires {listed(lacking, most=9)}"
    if circle := sorted(set(lesson.concepts) & met):
        yield f"needs: {circle[0]} is taught here and needed before it; that is a circle"


# --- 4, 5: positions and lines


def _positions(lesson: Lesson) -> Iterator[str]:
    for name in lesson.position:
        try:
            lesson.at(name)
        except LessonError as trouble:
            yield str(trouble)
    used = {
        lesson.watch.position,
        lesson.complete.position,
        *(i.position for i in lesson.questions.values()),
    }
    for name in lesson.position:
        if name not in used:
            yield f"position.{name} is used by no step"


def _lines(lesson: Lesson) -> Iterator[str]:
    for step, part in (("watch", lesson.watch), ("complete", lesson.complete)):
        try:
            at = lesson.at(part.position)
            moments = lines.play(at, part.line)
        except LessonError as trouble:
            yield f"{step}: {trouble}"
            continue
        for note in part.notes if isinstance(part, WatchStep) else ():
            if not 0 <= note.at < len(part.line):
                yield (
                    f"{step}: a note stands at {note.at}, but the line has entries 0 to"
                    f" {len(part.line) - 1}"
                )
        for n, moment in enumerate(moments):
            if moment.gap is not None:
                try:
                    yield from _pin(
                        f"{step}, entry {n}", gaps.gap(at, moment, lesson.rules), moment.gap.pinned
                    )
                except ValueError as trouble:
                    yield f"{step}, entry {n}: {trouble}"
    if any(is_gap(e) for e in lesson.watch.line):
        yield "watch: there is a gap in it; gaps belong to complete"
    if not any(is_gap(e) for e in lesson.complete.line):
        yield "complete: there is no gap in it"


# --- 3, 6, 8, 10: questions


def _questions(lesson: Lesson) -> Iterator[str]:
    met = known_to(lesson)
    for where, item in lesson.questions.items():
        try:
            at = lesson.at(item.position)
            question = gaps.question_of(at, item, lesson.rules)
            yield from _pin(where, question, item.pinned)
            rule = question.rule
            if (
                rule is not None
                and item.ask == "which-rule"
                and not met & set(rule.concepts)
                and str(rule) not in lesson.rules
            ):
                yield (
                    f"{where}: the rule {rule} belongs to {listed(rule.concepts)}, which the"
                    " learner has not met"
                )
            if isinstance(question, WhyIllegal):
                yield from _clean(where, question)
            _ = question.prompt, question.choices, question.hints
        except ValueError as trouble:
            yield f"{where}: {trouble}"
    yield from _apart(lesson)


def _pin(where: str, question: Question, pin: tuple[str, ...]) -> Iterator[str]:
    answer = question.answer
    if question.ask == "order-cards":
        good = question.agrees(pin)
    elif question.selects == "one" and question.ask != "pick-one":
        good = pin == answer
    else:
        good = sorted(pin) == sorted(answer)
    if not good:
        yield (
            f"{where}: the pin is {' '.join(map(repr, pin))}, the engine says"
            f" {' '.join(map(repr, answer)) or 'nothing'}"
        )


def _clean(where: str, question: WhyIllegal) -> Iterator[str]:
    """Of the rules in force, each asked alone about everything on show, exactly one refuses the
    move."""
    verdict = question.verdict
    if verdict.legal:
        return
    table = question.game.view(question.state, question.seat)
    moves = table.phase.candidates(table)
    if verdict.move not in moves:
        moves = (*moves, verdict.move)
    refusing = []
    for rule in table.phase.rules:
        try:
            if verdict.move not in rule.test(table, moves).kept:
                refusing.append(str(rule))
        except (KeyError, ValueError, TypeError, AttributeError, IndexError):
            continue  # a rule that relies on an earlier one to have narrowed the moves says nothing alone
    if len(refusing) > 1:
        yield (
            f"{where}: {question.move} has several honest answers: {listed(refusing)} would each"
            " refuse it alone"
        )


OF_MOVES = ("pick-moves", "pick-one", "is-open", "how-many-open", "lowest-bid")


def _apart(lesson: Lesson) -> Iterator[str]:
    """An item about open moves tells something apart: a taught rule removes a move, or is waived
    where one might expect it to bite, or leaves everything legal while it bites in another item of
    the same step."""
    for step, part in lesson.asking_steps.items():
        forces: dict[int, set[Force]] = {}
        for n, item in enumerate(part.item, 1):
            if item.ask not in OF_MOVES or not lesson.rules:
                continue
            try:
                question = gaps.question_of(lesson.at(item.position), item)
                if isinstance(question, VerdictQuestion):
                    forces[n] = _forces(question, lesson.rules)
            except ValueError:
                continue  # said already where the item is judged
        bites = any(Force.BINDING in f or None in f for f in forces.values())
        for n, kinds in forces.items():
            if not (
                kinds & {Force.BINDING, Force.WAIVED}
                or (kinds & {Force.SILENT, Force.MET} and bites)
            ):
                yield (
                    f"{step}, item {n}: it tells nothing apart; no rule of this lesson removes a"
                    " move or is waived here"
                )


def _forces(question: VerdictQuestion, taught: tuple[str, ...]) -> set[Any]:
    forces: set[Any] = set()
    for verdict in question.verdicts.values():
        forces |= {ruling.force for rule, ruling in verdict.steps if str(rule) in taught}
        if not verdict.legal and str(verdict.rule) in taught:
            forces.add(Force.BINDING)
    table = question.game.view(question.state, question.seat)
    if table is not None and not question.candidates:
        moves = table.phase.candidates(table)
        rules = [r for r in table.phase.rules if str(r) not in taught]
        try:
            if set(narrowed(table, rules, moves)) != set(narrowed(table, table.phase.rules, moves)):
                forces.add(Force.BINDING)
        except (KeyError, TypeError, AttributeError, IndexError):
            pass  # a later rule relied on the one left out
    return forces


# --- 7: each rule bites


def _bites(lesson: Lesson) -> Iterator[str]:
    seen = set(deciding_rules(lesson))
    for id in lesson.rules:
        if id not in seen:
            yield (
                f"rules: {id} decides nothing in this lesson; it decided here:"
                f" {listed(sorted(seen), most=12) or 'nothing'}"
            )


def deciding_rules(lesson: Lesson) -> Iterator[str]:
    """The rules that decide an item, a try, a gap or a trick of a lesson, or that a text quotes."""
    for _, item in lesson.questions.items():
        try:
            question = gaps.question_of(lesson.at(item.position), item, lesson.rules)
            if question.rule is not None:
                yield str(question.rule)
            if isinstance(question, LegalityQuestion):
                yield from (str(v.rule) for v in question.verdicts.values() if v.rule is not None)
            if item.rule is not None:
                yield item.rule
        except ValueError:
            continue
    for part in (lesson.watch, lesson.complete):
        try:
            at = lesson.at(part.position)
            moments = lines.play(at, part.line)
        except ValueError:
            continue
        for moment in moments:
            if moment.verdict is not None and moment.verdict.rule is not None:
                yield str(moment.verdict.rule)
            if moment.gap is not None:
                try:
                    rule = gaps.gap(at, moment, lesson.rules).rule
                except ValueError:
                    continue
                if rule is not None:
                    yield str(rule)
            yield from _of_trick(at.game, moment.before, moment.after)
    for _, text in texts(lesson):
        yield from (b[5:] for b in braces(text) if b.startswith("rule:"))


def _of_trick(game: Game, old: State, new: State) -> Iterator[str]:
    taken = tricks_taken(new)
    if isinstance(game, TrickGame) and len(taken) > len(tricks_taken(old)):
        yield str(game.told_trick(lying(new), taken[-1])[1])
        if new.to_move is not None and "winner-leads" in map(str, game.all_rules()):
            yield "winner-leads"


# --- 9: texts


def texts(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """Every text that an author wrote, with its place."""
    yield "hook", lesson.hook
    for step, part in lesson.steps.items():
        yield step, part.text
    for note in lesson.watch.notes:
        yield f"watch, note at {note.at}", note.text
    for where, item in lesson.questions.items():
        if isinstance(item, WrittenItem) and item.text:
            yield where, item.text
        if item.heading:
            yield f"{where}, heading", item.heading
    for n, entry in enumerate(lesson.complete.line):
        if isinstance(entry, TryOrGap) and entry.heading:
            yield f"complete, entry {n}, heading", entry.heading
    for number, found in enumerate(lesson.generators, 1):
        if found.heading:
            yield f"generator {number}, heading", found.heading
    for hook, text in lesson.feedback.items():
        yield f"feedback {hook}", text
    for ask, text in lesson.skills.items():
        yield f"skills {ask}", text


def _texts(lesson: Lesson) -> Iterator[str]:
    for where, text in texts(lesson):
        words = len(text.split())
        if words >= WORDS:
            yield f"{where}: {words} words; a text stays under {WORDS}"
        if obligation := OBLIGATION.search(bare(text)):
            yield (
                f"{where}: {obligation.group(0)!r} belongs to rules; quote one with {{rule:ID}} or let"
                " {reason} say it"
            )
        if "!" in text:
            yield f"{where}: leave out the exclamation mark"
        for name in braces(text):
            known = name in PLACEHOLDERS or is_slot(name)
            if not known and not re.fullmatch(r"ladder:[CDHS]|rule:[a-z0-9-]+", name):
                yield (
                    f"{where}: there is no placeholder {{{name}}}; there are"
                    f" {', '.join((*PLACEHOLDERS, *SLOTS))}, ladder:H, rule:ID"
                )
            if name.startswith("rule:") and rule_named(name[5:]) is None:
                yield f"{where}: there is no rule {name[5:]!r}"
        for card in card_tokens(text):
            try:
                Card(card)
            except ValueError:
                yield f"{where}: [{card}] is not a card"
    yield from _placed(lesson)


def _placed(lesson: Lesson) -> Iterator[str]:
    """A placeholder only where something stands behind it."""
    tables = {"hook": lesson.hook} | {id: step.text for id, step in lesson.steps.items()}
    for where, text in tables.items():
        filled = _filled(lesson, where, text)
        if empty := [b for b in braces(text) if not b.startswith(filled)]:
            yield (
                f"{where}: {{{empty[0]}}} has nothing to stand for here; it belongs into notes and"
                " feedback"
            )
    try:
        at = lesson.at(lesson.watch.position)
        moments = lines.play(at, lesson.watch.line)
    except ValueError:
        return
    for note in lesson.watch.notes:
        if not 0 <= note.at < len(moments):
            continue
        facts = lines.facts(at, moments[note.at])
        for name in braces(note.text):
            if not name.startswith(("ladder:", "rule:")) and name not in facts:
                why = (
                    "nobody can judge a hand that lies face down"
                    if name == "reason"
                    else "there is none at this entry"
                )
                yield f"watch, note at {note.at}: {{{name}}} stands for nothing here; {why}"


def _filled(lesson: Lesson, where: str, text: str) -> tuple[str, ...]:
    """How the placeholders begin that stand for something in the text of a step."""
    part, usual = lesson.steps.get(where), ("ladder:", "rule:")
    slots = [name for name in braces(text) if is_slot(name)]
    if not slots or not isinstance(part, PredictStep | CompleteStep):
        return usual
    facts = table_facts(lesson.at(part.position), part.line or (), text)
    words = {name: facts.get(name, "") for name in slots}
    filled = (n for n, fact in words.items() if (fact() if callable(fact) else fact))
    return (*usual, *filled)


def _feedback(lesson: Lesson) -> Iterator[str]:
    tricky = {i.ask for i in lesson.questions.values()} & {*gaps.OF_TRICKS, "which-rule"}
    for hook, text in lesson.feedback.items():
        if card_tokens(text):
            yield f"feedback {hook}: it serves every item, so it names no card"
        if not tricky and (trick := [b for b in braces(text) if b in ABOUT_TRICKS]):
            yield f"feedback {hook}: {{{trick[0]}}} speaks of a trick, but no item asks about one"
        if hook.startswith("missed:") and not any(
            i.ask in ("pick-moves",) for i in lesson.questions.values()
        ):
            yield f"feedback {hook}: nothing can be left out where nothing is picked"


# --- 11: generators


def _generators(lesson: Lesson) -> Iterator[str]:
    home = lesson.games[0]
    if len(lesson.games) >= MIN_GAMES_ELSEWHERE and not set(lesson.comes_back.games) - {home}:
        yield f"return: name a game other than {home}"
    for where, part, ids in generators(lesson):
        troubles: list[str] = []
        rng = random.Random(f"check/{lesson.id}/{where}")
        # a game without the rule is passed over, as the walk does, as long as another has it
        if not any(_finds(lesson, part, game, rng, troubles) for game in ids):
            why = troubles[-1] if troubles else f"nothing was found in {listed(ids, 'or')}"
            yield f"{where}: {part.generator}: {why}"


def _finds(
    lesson: Lesson, part: Generator, game: str, rng: random.Random, troubles: list[str]
) -> bool:
    try:
        return found_item(lesson, part, game, rng, strict=True) is not None
    except ValueError as trouble:
        troubles.append(str(trouble))
        return False


def generators(lesson: Lesson) -> Iterator[tuple[str, Generator, tuple[str, ...]]]:
    """The generators that a lesson names, with the games they look in."""
    for step, part in lesson.asking_steps.items():
        if part.more is not None:
            yield f"{step}.more", part.more, part.more.games or lesson.games
    for n, exercise in enumerate(lesson.comes_back.exercise, 1):
        yield f"return, exercise {n}", exercise, exercise.games or lesson.comes_back.games


PARTS = (
    _ids,
    _games,
    _rules_and_beliefs,
    _closure,
    _positions,
    _lines,
    _questions,
    _bites,
    _texts,
    _feedback,
)
"""What a lesson is checked for, one part after the other."""


# --- for writers


def report(path: str, generators: bool = True) -> tuple[list[str], list[str]]:
    """The sentences about a file, and what the engine answers to each of its questions."""
    try:
        lesson = read_file(path)
    except LessonError as trouble:
        return [str(trouble)], []
    problems = [*check(lesson, generators)]
    if Path(path).stem != lesson.id:
        problems.append(f"the file is named {Path(path).stem}, the lesson {lesson.id}")
    answers = []
    for where, item in lesson.questions.items():
        try:
            question = gaps.question_of(lesson.at(item.position), item, lesson.rules)
            rule = f"  [{question.rule}]" if question.rule is not None else ""
            answers.append(f"{where}: {question.prompt} -> {list(question.answer)}{rule}")
            answers.append(
                "    right:"
                f" {question.mark(question.right_answer, gaps.hooks(lesson.feedback, question)).text}"
            )
            answers.append(f"    hints: {' / '.join(question.hints)}")
        except ValueError as trouble:
            answers.append(f"{where}: {trouble}")
    answers += _told(lesson)
    return problems, answers


def _told(lesson: Lesson) -> Iterator[str]:
    for step, part in (("watch", lesson.watch), ("complete", lesson.complete)):
        try:
            at = lesson.at(part.position)
            moments = lines.play(at, part.line)
        except ValueError as trouble:
            yield f"{step}: {trouble}"
            continue
        notes = {n.at: n.text for n in lesson.watch.notes} if step == "watch" else {}
        for n, m in enumerate(moments):
            who = at.game.names[m.before.to_move] if m.before.to_move is not None else "-"
            if m.gap is not None:
                try:
                    question = gaps.gap(at, m, lesson.rules)
                    yield (
                        f"{step} {n}: gap {m.gap.gap}: {question.prompt} -> {list(question.answer)}"
                    )
                except ValueError as trouble:
                    yield f"{step} {n}: gap {m.gap.gap}: {trouble}"
            else:
                reason = f": {m.verdict.say(at.viewer)}" if m.verdict else ""
                rule = f" ({m.verdict.rule})" if m.verdict is not None and m.verdict.rule else ""
                yield f"{step} {n}: {who} {'try' if m.tried else 'move'} {m.move}{reason}{rule}"
            if n in notes:
                order = at.game.order(m.after)
                yield (
                    "    note:"
                    f" {plain(pieces(notes[n], lines.facts(at, m), at.game, lesson.concept, order))}"
                )


def main(paths: list[str]) -> int:
    """The command line: 0 if every file is sound, 1 if one has something to look at, 2 if no file
    was named."""
    print_in_plain()
    if paths == ["--schema"]:
        print(json.dumps(json_schema(), indent=1))
        return 0
    quick = "--quick" in paths
    paths = [p for p in paths if p != "--quick"]
    if not paths:
        print(
            "python -m cardlab.lessons.check [--quick] FILE.toml ...   (--quick: without the"
            " generators)\npython -m cardlab.lessons.check --schema   (the shape of a lesson file)"
        )
        return 2
    bad = 0
    for path in paths:
        problems, answers = report(path, not quick)
        print(f"== {path}: {'sound' if not problems else f'{len(problems)} to look at'}")
        for sentence in problems:
            print(f" * {sentence}")
        for line in answers:
            print(f"   {line}")
        bad += bool(problems)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
