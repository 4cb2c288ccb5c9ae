"""Reads all rule sheets and counts what makes them hard to read.

    python -m tests.sheets                     # a table: kind, findings, sheets
    python -m tests.sheets --game hearts       # every finding of one sheet
    python -m tests.sheets --kind long         # every finding of one kind
    python -m tests.sheets --ends              # every option at both ends, every number of players

It reads what is printed (`cardlab.engine.sheet.book`), knows no rule and changes nothing: it
compares words.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import cardlab
from cardlab.engine.headings import meaning
from cardlab.engine.rulings import note
from cardlab.engine.sheet import ToldRule, book, sentences
from tests.sentences.collecting import named, variants
from tests.sentences.lints import hits

NOUNS = frozenset(
    word
    for line in (
        "card cards trick tricks deal deals hand hands pile suit suits trump trumps meld melds",
        "player players side sides partner stock pack rank ranks lead bid contract score points",
        "game match rubber dealer declarer defender soloist pool chips stake crib starter count",
        "pair pairs run runs set sets flush ace king queen jack seven ten joker upcard discard",
        "discards widow floater pond bundle bundles talon ladder bank banker board bet turn heart",
        "spade club diamond hearts spades clubs diamonds slap snap call claim level dummy book",
        "odd honours row life group groups shape place house family families break number numbers",
        "mord caller misère letter letters spoon spoons opponent opponents winner loser knocker",
        "maker makers leader caller holder someone somebody nobody everybody",
    )
    for word in line.split()
)
TERMS = (
    "knock",
    "gin",
    "go",
    "crib",
    "starter",
    "dummy",
    "declarer",
    "widow",
    "floater",
    "honours",
    "book",
    "deadwood",
)
"""Words of games that have to be explained before they are used."""
LONGEST = 28
"""Words of a sentence."""
ALONE = re.compile(r"\b(each|everybody) (for|alone)\b[^.,:]*|\beach alone\b", re.I)
HIS = re.compile(r"\b(he|his|him|himself)\b(?! (?:heels|nob))")
STOPPED = re.compile(
    r"void ones included|^However a (game|deal)|"
    r"(ends|is stopped|stops) (after|when) \d\d+ (deals|cards|turns|claims)"
)
NO_RULE = note("none", "", "")


class Line(NamedTuple):
    """One rule as its sheet prints it.  heading: what is printed before its sentences; title: of
    the rule, printed or not."""

    part: str
    heading: str
    title: str
    text: str
    rule: str


class Finding(NamedTuple):
    game: str
    kind: str
    rule: str
    words: str


def lines(game: Any) -> list[Line]:
    """The rules of a game in the order of its sheet."""
    found = []
    for part in book(game).parts:
        for told in part.told:
            apart = told.heading.endswith((".", "!", "?", "”"))
            heading = told.heading if apart else ""
            text = told.text[told.bold :].strip() if apart else told.text
            found.append(Line(part.title, heading, told.rule.title, text, str(told.rule)))
    return found


def longest(sentence: str) -> int:
    """The words of a sentence; of one that is printed as a list, those of its longest line."""
    (passage,) = ToldRule(NO_RULE, sentence).passages
    return max(len(line.split()) for line in (passage.text, *passage.items))


def repeated(line: Line) -> str | None:
    """How the first sentence repeats the heading: word for word, or in other words."""
    if not line.heading:
        return None
    first, heading = sentences(line.text)[0].rstrip("."), line.heading.rstrip(".")
    if first.lower().startswith(heading.lower()):
        return "heading-is-sentence"
    if len(words := meaning(heading)) >= 2 and words <= meaning(first):
        return "heading-in-sentence"
    return None


def orphan(line: Line) -> bool:
    """Whether the first sentence has a pronoun whose noun stands nowhere before it."""
    first = sentences(line.text)[0]
    for match in re.finditer(r"\b(it|them|one|its)\b", first):
        if match[1] == "one" and not re.search(
            r"\b(that|this|such|another|no|has) one\b|\bone (is|has|beats)\b", first
        ):
            continue
        if not set(re.findall(r"\w+", first[: match.start()].lower())) & NOUNS:
            return True
    return "highest card of the suit led wins it" in first and "trick" not in first


def too_early(rules: list[Line], explains: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A word of the game that is used in a rule above the one that explains it: the one that the
    game declares, or any that has the word in its title."""
    for number, line in enumerate(rules):
        for term in dict.fromkeys((*TERMS, *explains)):
            if not re.search(rf"\b{term}\b", line.title.lower()) and term not in explains:
                continue
            if explains.get(term, line.rule) != line.rule:
                continue
            used = rf"\b(says? |said )“?{term}" if term == "go" else rf"\b{term}(s|ed|er|ing)?\b"
            for earlier in rules[:number]:
                titled = re.search(rf"\b{term}", earlier.title.lower())
                if re.search(used, earlier.text.lower()) and (term in explains or not titled):
                    words = f"“{term}” is used under {earlier.title!r}"
                    yield line.rule, f"{words} and explained under {line.title!r}"
                    break


def of_line(line: Line) -> Iterator[tuple[str, str]]:
    """What a rule has by itself: kind and words."""
    if kind := repeated(line):
        yield kind, f"{line.heading} {sentences(line.text)[0]}"
    if orphan(line):
        yield "pronoun", line.text
    for sentence in sentences(line.text):
        if longest(sentence) > LONGEST:
            yield "long-sentence", sentence
        if re.match(r"Who(ever)? ", sentence):
            yield "who-begins", sentence
        if HIS.search(sentence):
            yield "his", sentence
        if STOPPED.search(sentence):
            yield "safety-limit", sentence
        if re.search(
            r"^No (number of deals|limit) |^There is no (limit|number of deals)", sentence
        ):
            yield "option-denied", sentence


def said_twice(rules: list[Line]) -> Iterator[tuple[Line, str, str]]:
    """Two sentences of two rules that have nearly the same words: which, what kind, the words."""
    for number, line in enumerate(rules):
        mine = [meaning(s) for s in sentences(line.text)]
        for other in rules[:number]:
            if other.rule == line.rule:
                continue
            theirs = [meaning(s) for s in sentences(other.text)]
            if any(
                min(len(a), len(b)) >= 4 and len(a & b) / len(a | b) >= 0.72
                for a in mine
                for b in theirs
            ):
                kind = "ranking-repeats-pack" if line.rule == "ranking" else "said-twice"
                yield line, kind, f"[{other.rule}] {other.text} / [{line.rule}] {line.text}"
                break


def of_sheet(game: Any) -> Iterator[Finding]:
    """What the whole sheet has."""
    rules, printed = lines(game), " ".join(game.rules().split())
    notes = {str(rule) for rule in game.notes if re.search(r"\bpack\b", rule)}
    packs = [x.rule for x in rules if x.rule in {"pack", *notes}]
    if "pack" in packs and len(packs) > 1:
        yield Finding(game.id, "pack-twice", packs[1], "the pack is told by the fact and by a rule")
    for rule, number in Counter(x.rule for x in rules).items():
        if number > 1:
            yield Finding(game.id, "rule-twice", rule, "the same rule is printed twice")
    for line, kind, words in said_twice(rules):
        yield Finding(game.id, kind, line.rule, words)
    for rule, words in dict(reversed([*too_early(rules, game.explains)])).items():
        yield Finding(game.id, "used-before-told", rule, words)
    for match in re.finditer(r"!\.|(?<!\.)\.\.(?!\.)|\?\.", printed):
        words = printed[max(0, match.start() - 20) : match.end()]
        yield Finding(game.id, "punctuation", "", words)
    if HIS.search(game.about):
        yield Finding(game.id, "his", "about", game.about)
    if (found := ALONE.search(game.about)) and found[0].lower() != "each alone":
        yield Finding(game.id, "alone", "about", found[0])
    if book(game).deal is None:
        yield Finding(game.id, "no-worked-deal", "", "")


def findings(game: Any) -> list[Finding]:
    """All that is hard to read on the sheet of a game."""
    of_lines = [
        Finding(game.id, kind, line.rule, words)
        for line in lines(game)
        for kind, words in of_line(line)
    ]
    return [*of_lines, *of_sheet(game)]


def ends(game: Any) -> Iterator[Finding]:
    """What is wrong with the sheet of a game with some option at an end, or other players."""
    for version in variants(game):
        told = [line.text for line in lines(version)]
        read = book(version)
        others = [version.about, read.chosen, *(limit.text for limit in read.limits)]
        for text in (*told, *others):
            for sentence in sentences(text):
                # the hand of poker that is called so
                for kind in hits(sentence.replace("two pair", "two pairs")):
                    yield Finding(named(version), kind, "", sentence)
        for line in lines(version):
            for kind, words in of_line(line):
                yield Finding(named(version), kind, line.rule, words)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", help="one game instead of all")
    parser.add_argument("--kind", help="print the findings of this kind, or of those so beginning")
    parser.add_argument("--ends", action="store_true", help="options at their ends")
    asked = parser.parse_args()
    games = [cardlab.game(id) for id in ([asked.game] if asked.game else cardlab.games())]
    every = [x for game in games for x in (ends(game) if asked.ends else findings(game))]
    if asked.kind or asked.game:
        for x in every:
            if not asked.kind or x.kind.startswith(asked.kind):
                print(f"{x.game:18} {x.kind:20} {x.rule:26} {x.words}")
        return
    counted, sheets = Counter(x.kind for x in every), defaultdict(set)
    for x in every:
        sheets[x.kind].add(x.game)
    print(f"{len(games)} sheets, {sum(len(lines(game)) for game in games)} rules")
    for kind, number in counted.most_common():
        print(f"{kind:24}{number:5} findings in {len(sheets[kind]):3} sheets")


if __name__ == "__main__":
    main()
