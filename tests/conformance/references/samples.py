"""The sample deals of the specifications: hands, moves and scores, as printed there.

The players in ``names`` are in the order of play: the first is eldest, the last deals.  A trick is
who leads to it and its cards in the order of play.
"""

from __future__ import annotations

SAMPLES = {
    "hearts": {
        "names": "WNES",
        "hands": (
            "AS JS TS 3S 2S QH 4H 3H AD JD 6D 5D 7C",
            "KS QS 9S 8S 5S KH JH 8H 2H 3D QC 4C 2C",
            "4S AH 9H 7H 6H KD TD 7D 4D AC JC 6C 3C",
            "7S 6S TH 5H QD 9D 8D 2D KC TC 9C 8C 5C",
        ),
        "calls": (
            "W give QH, W give 7C, W give 4H, N give QS, N give KH, N give JH, "
            "E give AH, E give 9H, E give 7H, S give TH, S give 5H, S give 7S"
        ),
        "tricks": """
            N 2C 3C 5C AS, S 2D 5D 3D 4D, W 2S 5S 4S 6S, S 8D 6D QH 7D,
            S 7H 5H 4H 6H, S 8C TH 7C 6C, S 9H 3H 8H KH, E TD 9D JD 2H,
            W 3S 8S QS AH, E JH KC AD KS, E JC TC JS 4C, E KD QD TS QC,
            E AC 9C 7S 9S
        """,
        "totals": [1, 0, 19, 6],
    },
    "spades": {
        "names": "WNES",
        "hands": (
            "JS TS 9S 8S 6S 4S 3S 2S AH 7H 3H 4D 9C",
            "QS TH 6H 5H KD 9D 8D 5D 2D AC KC JC 7C",
            "AS KS 7S KH JH 8H 2H AD TD 7D 6D 8C 2C",
            "5S QH 9H 4H QD JD 3D QC TC 6C 5C 4C 3C",
        ),
        "calls": "W 4, N 3, E 3, S nil",
        "tricks": """
            W AH 5H 2H QH, W 3H TH KH 9H, E AD QD 4D 2D, E 2C 3C 9C JC,
            N AC 8C QC 2S, W 7H 6H JH 4H, E 6D 3D JS 5D, W 3S QS AS 5S,
            E 7D JD TS 8D, W 4S 7C KS TC, E 8H 6C 9S 9D, W 6S KD 7S 5C,
            E TD 4C 8S KC
        """,
        "totals": [75, 70],
    },
    "euchre": {
        "names": "WNES",
        "hands": ("9S 9H JD 9D AC", "KS QS TS QD KC", "AS AH KH QC TC", "JH TH AD KD TD"),
        "rest": "QH JS JC 9C",
        "calls": "W pass, N pass, E pass, S order up, S discard TD",
        "tricks": """
            W AC KC TC TH, S JH 9H TS KH, S QH JD QD AH, W 9S QS AS KD,
            E QC AD 9D KS
        """,
        "totals": [2, 0],
    },
    "klaverjassen": {
        "names": "WNES",
        "hands": (
            "QS AH 7H 8D AC TC QC 8C",
            "AS 9S QH JH 9H JC 9C 7C",
            "TS KS TH KH TD JD 9D KC",
            "JS 8S 7S 8H AD KD QD 7D",
        ),
        "calls": "W trumps C",
        "tricks": """
            W AH 9H TH 8H, W 7H JH KH 7D, E 9D QD 8D AS, S AD 8C 9C JD,
            N JC KC KD QC, N 9S KS 7S QS, E TD 8S TC QH, W AC 7C TS JS
        """,
        "totals": [0, 222],
    },
    "skat": {
        "names": "FMR",
        "hands": (
            "JS AS TS AH QH 7H 9D QC 9C 7C",
            "QS 9S 7S JH TH 8H JD TD JC AC",
            "KS KH 9H AD KD QD 8D 7D TC 8C",
        ),
        "rest": "8S KC",
        "calls": ("M 18, F yes, M 20, F pass, R pass, M take, M discard TD, M discard TH, M S"),
        "tricks": """
            F AH 8H KH, F 7C KC TC, R AD 9D 7S, M JC KS JS,
            M JH 7D TS, M JD 8D AS, M AC 8C 9C, M QS 9H 7H,
            M 9S QD QC, M 8S KD QH
        """,
        "totals": [0, 33, 0],
    },
}
