"""The games in which no card beats another, named one by one."""

from __future__ import annotations

WITHOUT_ORDER = {
    "beggar-thy-neighbour",
    "bundles",
    "cheat",
    "cuckoo",
    "go-fish",
    "happy-families",
    "high-cockalorum",
    "laugh-and-lie-down",
    "liar-poker",
    "seven-and-a-half",
    "slapjack",
    "snap",
    "snip-snap-snorem",
    "spoons",
    "squiffy-dancer",
    "stop-the-bus",
    "ziginette",
}
