"""Every game as an environment of PettingZoo, to train programs against each other or against bots.

Knows what an environment is made with.  Knows neither PettingZoo nor NumPy until one is made.

>>> import cardlab
>>> env = cardlab.environment("kaiser", bots=dict.fromkeys(("West", "North", "East"), "simple"))
>>> env.reset(seed=7)
>>> env.possible_agents, env.agent_selection, env.action_space("South")
(['South'], 'South', Discrete(76))
>>> seen = env.observe("South")
>>> seen["observation"].shape, [env.meaning(n) for n in range(76) if seen["action_mask"][n]][:3]
((418,), [10, 10no, 11])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import Game
from cardlab.engine.words import quoted
from cardlab.players.tournament import MakeBot, maker

if TYPE_CHECKING:
    from cardlab.players.aec import CardEnvironment


def environment(
    game: str | Game,
    *,
    deals: int | None = 1,
    bots: Mapping[str, str | MakeBot] | None = None,
    render_mode: str | None = None,
) -> CardEnvironment:
    """Return a game as a PettingZoo environment.

    game: its name, or the game with its options or house rules; deals: after how many an episode
    ends, None for the whole match; bots: seats that bots play, by the seats' names, each with the
    name of a bot ("simple", "sensible", "strong", "mybots:Careful") or whatever makes one from a
    seed; the other seats are agents.  Raises ValueError for a seat or a bot that is not there, and
    where bots would play every seat; ModuleNotFoundError without PettingZoo.
    """
    played = find_game(game) if isinstance(game, str) else game
    if deals is not None and deals < 1:
        raise ValueError(f"an episode needs a deal, not {deals}")
    makers = {played.seat(name): maker(which) for name, which in (bots or {}).items()}
    if len(makers) == played.players:
        raise ValueError(f"bots play every seat of {played.title}: leave one to an agent")
    if render_mode not in (None, "ansi"):
        raise ValueError(f"this environment renders as 'ansi' text only, not {quoted(render_mode)}")
    try:
        from cardlab.players.aec import CardEnvironment
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"an environment needs PettingZoo ({error}): pip install 'cardlab[rl]'"
        ) from None
    return CardEnvironment(played, deals, makers, render_mode)
