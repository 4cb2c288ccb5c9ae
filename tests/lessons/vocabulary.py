"""The words of card play that belong to a concept: who has not met it has not met the word.

Knows concepts by their ids, and words as they stand in sentences.  Knows no lesson and no question.

>>> sorted(terms("North's 8♥ is the only trump, and the declarer ruffs."))
['declarer', 'ruff', 'trump']
"""

from __future__ import annotations

import re
from collections.abc import Mapping

OF_CONCEPTS: Mapping[str, str] = {
    "trick": r"tricks?",
    "follow-suit": r"follow(?:s|ed|ing)? suit",
    "trump": r"trumps?|no[- ]trumps?",
    "ruff": r"ruff(?:s|ed|ing)?",
    "meld": r"melds?",
    "capture": r"captur(?:e|es|ed|ing)",
    "deadwood": r"deadwood",
    "knock": r"knock(?:s|ed|ing|er)?",
    "undercut": r"undercuts?",
    "lay-off": r"lay(?:s|ing)? off|laid off",
    "stock": r"stock",
    "pool": r"pool",
    "stake": r"stakes?|bets?",
    "contract": r"contracts?",
    "auction": r"auctions?|bids?|bidding|bidder",
    "declarer": r"declarers?|soloists?",
    "dummy": r"dummy",
    "slam": r"slams?",
    "overtrick": r"overtricks?|undertricks?",
    "vulnerability": r"vulnerab(?:le|ility)",
    "misere": r"mis[eè]re",
    "joker": r"jokers?",
    "bower": r"bowers?",
    "widow": r"widows?",
    "honours": r"honours?",
    "rubber": r"rubbers?",
    "sweep": r"sweeps?",
    "fishing": r"pond",
    "fixed-partnership": r"partners?(?! for)",
    "eldest": r"eldest",
    "banker": r"bankers?",
    "crib": r"crib",
    "flush": r"flush(?:es)?",
    "penalty-cards": r"penalty cards?",
    "card-points": r"card points?",
    "drop-out": r"drop(?:s|ped)? out",
}
"""What a sentence calls a thing that one of these concepts is about."""
OFTEN_MET_WITH = {
    "auction": {"contract", "declarer", "hold-bid", "exact-contract", "misere", "convention"},
    "contract": {"auction", "declarer", "exact-contract"},
    "declarer": {"auction", "contract"},
    "trump": {"no-trump", "named-trump", "turn-up-trump", "lead-sets-trump"},
    "fixed-partnership": {"temporary-alliance"},
    "stake": {"banker", "pool"},
    "meld": {"set", "run", "declared-meld", "lay-down"},
    "ruff": {"trump"},
    "trick": {"follow-suit", "must-head"},
}
"""Concepts whose lessons explain the word as well."""
_NAMED = {id: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for id, words in OF_CONCEPTS.items()}


def terms(text: str) -> set[str]:
    """The concepts whose words a text uses."""
    return {id for id, named in _NAMED.items() if named.search(text)}


def strange_terms(text: str, known: frozenset[str], there: str) -> list[str]:
    """The concepts whose words a text uses and somebody has not met.

    known: the concepts that were met; there: what stands on the page and explains itself there.
    """
    read = terms(there)
    return sorted(
        id
        for id in terms(text)
        if id not in known and not OFTEN_MET_WITH.get(id, set()) & known and id not in read
    )
