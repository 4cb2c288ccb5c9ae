"""What is wrong with a sentence, as far as a pattern can tell.

Knows English patterns that were wrong once. Knows no game. Each lint has a sentence that it must
find and one that it must leave alone; `tests/test_sentences.py` tries both.
"""

from __future__ import annotations

import re
from typing import NamedTuple

CARD = r"(?:10|[2-9AKQJ])[♠♥♦♣]"
NAME = r"(?:North|South|East|West|Ana|Ben|Cleo|Dan|Eva|Fay|Gus|Hal|Ida|Jon|Kim|Leo|Mia|You|you)"
COUNTED = (
    "card|trick|point|deal|seat|player|suit|meld|set|run|heart|spade|club|diamond|trump|ace|king|"
    "queen|jack|joker|pair|chip|counter|life|letter|rank|hand|turn|sweep|pip|honour|spoon|round|bid"
)
NOT_PLURAL = r"(?! (?:only|more|hand\b))"
THIRD_PERSON = (
    "plays|leads|takes|holds|has|is|was|does|draws|bids|deals|passes|wins|loses|discards|scores"
)
BARE = "play|lead|take|hold|have|are|were|draw|deal|pass|win|lose|discard|score"


class Lint(NamedTuple):
    """A pattern, what it means, a sentence that has it and one like it that has not."""

    name: str
    pattern: re.Pattern[str]
    wrong: str
    right: str


def _lint(name: str, pattern: str, wrong: str, right: str) -> Lint:
    return Lint(name, re.compile(pattern), wrong, right)


LINTS = (
    _lint(
        "empty slot",
        r"“”|‘’|\(\)|: ?[.,;]| [.,;!?](?!\.\.)(?:\s|$)|: *$|^ *[.,;:]|, and[.,]"
        r"|legal: ?>|\b(?:of|than|and|or|the|an)\.(?:\s|$)",
        "Add what you hold to what was said: .",
        "Add what you hold to what was said: two queens.",
    ),
    _lint("brace", r"[{}]", "They lose {failure}.", "They lose what they took."),
    _lint(
        "code",
        r"(?<![.] )(?<!^)\b(?:None|True|False|NaN|inf)\b(?! of| slap)|<[a-z_]+ object|object at 0x|\['|\('|\w+Error\b"
        r"|\bself\b|__|\bSuit\.|\b\w+\.\w+\(",
        "Trumps are None.",
        "None of these cards beats it.",
    ),
    _lint(
        "the own", r"\b(?:[Tt]he|[Ii]n|[Ff]rom the) own\b", "for the own side", "for its own side"
    ),
    _lint(
        "one of many",
        rf"(?<![\d,.½/] )(?<![\w−-])(?:[Oo]ne|1) (?:{COUNTED}|no trump)s\b{NOT_PLURAL}",
        "one cards each",
        "one card each",
    ),
    _lint(
        "many of one",
        rf"(?<![\w.½/−-])(?<!\+ )(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|1\d) (?:{COUNTED})"
        r"(?<!two pair)(?= |[.,;:]|$)(?! (?:or|deal|game|match|set|hand|run|meld|trick|pair|higher|contract|each|"
        r"points?|limit|up|down|suits)\b)",
        "Take two card.",
        "Take two cards or a two card run of two trump suits, or claim two pair.",
    ),
    _lint(
        "number of the verb",
        rf"(?<![\w,] )\b(?:[Oo]ne (?:{COUNTED})|1 (?:{COUNTED})|1) (?:are|were|have|reach|count|stand|"
        rf"score)\b|(?<!of )(?<!of the )(?<!with )(?<!for )(?<!than )\b(?:two|three|four|five|six) "
        rf"(?:{COUNTED})s (?:is|was|has|reaches)\b(?! the (?:claim|bid))",
        "One trick reach the bid.",
        "One trick reaches the bid.",
    ),
    _lint(
        "one card, many verb",
        rf"^{CARD} (?:are|were|have|go|fit|count|make|beat)\b|; {CARD} (?:are|were|have|go)\b",
        "8♠ are neither a set nor a run",
        "8♠ is neither a set nor a run",
    ),
    _lint(
        "cards, one verb",
        rf"(?:^|; ){CARD}(?:, {CARD})* and {CARD} (?:is|was|has|goes|fits|counts|makes|beats)\b",
        "8♠ and 7♠ is not a meld",
        "8♠ and 7♠ are not a meld",
    ),
    _lint(
        "person of the verb",
        rf"(?<!–)(?<!of )(?<!and )\b[Yy]ou (?:{THIRD_PERSON})\b|(?<!and )(?<!–)(?<!or )(?<!, )(?<!does )"
        rf"(?<!does not )\b(?:North|South|East|West) (?:play|lead|take|hold|have|are|draw|discard)\b"
        r"(?! or)",
        "You has two.",
        "West has two.",
    ),
    _lint(
        "a or an",
        r"(?<![♠♥♦♣\w])[Aa] (?:ace|eight|eleven|[aio](?!ne\b|nce\b)\w|8\b|A[♠♥♦♣]|8[♠♥♦♣])|\b[Aa]n "
        r"(?:king|queen|jack|ten|two|seven|[2-79KQJ][♠♥♦♣]|10)",
        "a ace",
        "an ace",
    ),
    _lint(
        "a word twice",
        r"\b(?!had\b|that\b)([a-z]{2,}) \1\b(?!-)",
        "the the dealer",
        "what that dealer had",
    ),
    _lint(
        "somebody twice",
        rf"\b({NAME})(?:, {NAME})* and \1\b",
        "North and North",
        "North and South",
    ),
    _lint(
        "punctuation",
        r"!\.|(?<!\.)\.\.(?!\.)|\?\.|\.,|,,|;;|;\.|”\.”|\. ?;|:\?|”“|  +[a-z]",
        "Cheat!.",
        "Call “Cheat!”",
    ),
    _lint(
        "quotes in quotes",
        r"“[^”]*“",
        "Yes: “Say “one queen””.",
        "Yes: say “one queen”.",
    ),
    _lint(
        "small letter after a full stop",
        r"(?<![ (][a-z])(?<!etc)(?<!vs)\. [a-z]{2,}",
        "Not legal: ♣. clubs are trumps.",
        "Not legal: ♣. Clubs are trumps.",
    ),
    _lint(
        "his",
        r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b(?! (?:nobs?|heels))",
        "what his hand counts",
        "their hand",
    ),
    _lint(
        "not yet",
        r"\b[Aa]n? (?:heart|spade|club|diamond|trump|\w+) has not been\b",
        "a heart has not been played yet",
        "no heart has been played yet",
    ),
    _lint(
        "a choice that is none",
        r"[Tt]he choices here are (?!.*(?:,| or | and ))[^.;(]*",
        "the choices here are Let it go",
        "the choices here are Let it go and Take it",
    ),
    _lint(
        "no reason",
        r"is not a move here|does not .* here(?:$|[.; (])|no rule restricts you here; legal",
        "10♠ does not take 7♥ here",
        "10♠ takes tens only",
    ),
    _lint(
        "zero of it",
        rf"\b(?:zero|0) (?:{COUNTED})\b(?!s)|\bno (?:card|trick|point)s? (?:or|and) more\b",
        "0 card",
        "0 cards",
    ),
    _lint(
        "nothing and something",
        rf"\bno (?:heart|card|trick|point|spade|club|diamond)s? and (?:{CARD})",
        "You took no hearts and Q♠.",
        "You took Q♠ and no hearts.",
    ),
    _lint(
        "place in digits",
        r"(?<!minus )\b[Pp]lace \d",  # a formula is read with its numbers
        "You finished in place 1.",
        "You finished first.",
    ),
    _lint(
        "number twice",
        r"(?:^|, (?:plus|minus|times|divided by) )(\d+): \1(?=[,;])",
        "20: 20, times aces: 1; points: 20",
        "20, times aces: 1; points: 20",
    ),
    _lint(
        "person after a colon",
        r"^You [^:“]*: (?:names|draws|takes|plays|leads|deals|wins|loses)\b",
        "You took five tricks: names trumps.",
        "You took five tricks: the choice of trumps next.",
    ),
    _lint(
        "joker without an article",
        r"\b(?:plays|leads|shows|holds?|dealt|won:|lays|discards|gives) (?:red|black)[ \xa0]joker"
        rf"(?! (?:red|black|{CARD}))",  # a row of cards is told by its signs
        "Cleo plays black joker.",
        "Cleo plays the black joker.",
    ),
    _lint(
        "number of the group",
        rf"\b{CARD} (?:is|are) (?:one|two|three|four) too few\b",
        "6♠ is two too few.",
        "A meld needs three cards; you chose one.",
    ),
    _lint(
        "curly apostrophe",
        r"\w’\w",
        "West’s 9♦ is below two diamonds.",
        "West's 9♦ is “below” two diamonds.",
    ),
    _lint(
        "nought as a number",
        r"\b(?<![\d.,])0 more\b|\badds? 0\b(?! to)",
        "Gin scores 0 more.",
        "Gin scores nothing more; 10 more are 20.",
    ),
    _lint(
        "two clauses, one comma",
        rf"^{NAME}(?:(?: and |–){NAME})? (?:scored|lost|took|shed) [^,;.]*, {NAME}(?:(?: and |–){NAME})? "
        r"(?:scored|lost|took|shed)\b",
        "You scored nothing, North scored 100 points.",
        "You scored nothing, and North scored 100 points.",
    ),
    _lint(
        "two moves that look like three",
        r"choices here are (?:[^,;“]* and ){2}",
        "The choices here are Knock and say the formula and Begin without a word.",
        "The choices here are Knock and say the formula, and Begin without a word.",
    ),
    _lint(
        "total twice",
        r"reached (\d+) and won with \1\b",
        "Ana reached 6 and won with 6 points.",
        "Ana reached 41 and won with 42 points.",
    ),
    _lint(
        "sides out of order",
        r"South–North|West–East",
        "South–North score 2.",
        "North–South score 2.",
    ),
)

LONGEST_SHEET = 28
"""Words of a sentence of a rule sheet."""


def hits(text: str) -> list[str]:
    """The names of the lints that find something in a text."""
    found = [lint.name for lint in LINTS if lint.pattern.search(text)]
    return [*found, "an item twice"] if item_twice(text) else found


def item_twice(text: str) -> bool:
    """Whether a list of legal moves seems to have one of them twice, as "Spades, Spades, alone" does:
    a comma stands inside an item.

    >>> item_twice("; legal: Spades, Spades, alone or Pass>"), item_twice("; legal: Spades; Pass>")
    (True, False)
    """
    listed = re.search(r"(?<!il)legal: ([^>]*)>", text)
    if listed is None or ";" in listed[1]:
        return False
    items = re.split(r", | or ", listed[1])
    return len(items) > len(set(items))


def sentences(text: str) -> list[str]:
    """The sentences of a text, one by one."""
    return [part for part in re.split(r"(?<=[.!?”]) +(?=[A-Z0-9“§])", text.strip()) if part]


_SHAPES = (
    (re.compile(r"(?<!il)legal: .*"), "legal: …"),
    (re.compile(r"'[^']{3,60}'"), "'…'"),
    (re.compile(CARD), "□"),
    (re.compile(rf"□(?:(?:, | and | or | ){'□'})+"), "□□"),
    (re.compile(r"\b(?:North|South|East|West|Ana|Ben|Cleo|Dan|Eva|Fay|Gus|Hal|Ida)\b"), "N"),
    (re.compile(r"N–N"), "NN"),
    (re.compile(r"\bN(?:(?:, | and | or )N)+\b"), "N+"),
    (re.compile(r"\b(?:hearts|spades|clubs|diamonds)\b"), "suits"),
    (re.compile(r"\b(?:heart|spade|club|diamond)\b"), "suit"),
    (re.compile(r"\b(?:Hearts|Spades|Clubs|Diamonds)\b"), "Suits"),
    (re.compile(r"[♠♥♦♣]"), "◇"),
    (
        re.compile(
            r"\b(?:aces|kings|queens|jacks|tens|nines|eights|sevens|sixes|fives|fours|threes|twos)\b"
        ),
        "ranks",
    ),
    (re.compile(r"\b(?:ace|king|queen|jack)\b"), "rank"),
    (re.compile(r"\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|two)\b"), "some"),
    (re.compile(r"\b(?:Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Two)\b"), "Some"),
    (re.compile(r"(?<![\w])[2-9]\d*\b|(?<![\w])1\d+\b"), "9"),
    (re.compile(r"9(?:, 9)+"), "9"),
)


def shape(text: str) -> str:
    """The sentence with cards, names, suits, ranks and numbers above one left open: sentences of one
    shape are read once.

    >>> shape("clubs were led and you have two; of these, only K♠ can beat Q♠")
    'suits were led and you have some; of these, only □ can beat □'
    """
    for pattern, stands_for in _SHAPES:
        text = pattern.sub(stands_for, text)
    return text
