"""The laboratories: what if? Orders of cards, scores, house rules, positions, games side by side.

Each module is a small public interface without a page; the pages are in `cardlab.web.pages.labs`.
Chances are in `cardlab.labs.odds`.
"""
