"""A game behind PettingZoo's AEC interface: agents are seats, one of them acts at a time.

Knows bots, views and how PettingZoo speaks.  Knows no game and no method of learning.  Loaded by
`cardlab.players.environment` where PettingZoo is installed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from cardlab.engine.game import Game
from cardlab.engine.match import Match
from cardlab.engine.moves import Move
from cardlab.engine.words import quoted
from cardlab.players.bots import Bot
from cardlab.players.numbering import able
from cardlab.players.sight import Sight
from cardlab.players.tournament import MakeBot, Thinking


class CardEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo is untyped here
    """One game as PettingZoo has it: agents are seats, by their names.

    An episode is one deal, or so many, or a whole match.  An action is a number
    (`cardlab.players.numbering`); ``meaning`` says which move it is now.  At the end of each deal
    the reward of a seat is what its side has gained over the mean of the others, in points of the
    game.  A number that is not a legal move raises `IllegalMove`, with the rule's reason.
    """

    metadata = {"name": "cardlab_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game: Game, deals: int | None, bots: Mapping[int, MakeBot], render_mode: str | None
    ) -> None:
        super().__init__()
        self.game, self.deals, self.render_mode = game, deals, render_mode
        self.match: Match = game.match(seed=0)
        self._makers = dict(bots)
        self.sight = Sight(game)
        self.seats = {name: i for i, name in enumerate(game.names) if i not in bots}
        self.possible_agents = list(self.seats)
        shown = Dict(
            {
                "observation": Box(-np.inf, np.inf, (self.sight.length,), np.float32),
                "action_mask": Box(0, 1, (len(self.sight.moves),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, shown)
        self.action_spaces = {
            name: Discrete(len(self.sight.moves)) for name in self.possible_agents
        }
        self._begin(0)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # --- an episode
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new episode; the same seed deals the same cards, none draws one by chance."""
        self._begin(random.randrange(2**31) if seed is None else seed)

    def _begin(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.match = self.game.match(seed=seed)
        self._bots: dict[int, Bot] = {seat: make(seed) for seat, make in self._makers.items()}
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._paid = 0
        self._offered: dict[int, Move] = {}
        self._legal: list[int] = []
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Make the move of a number for the seat whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self.meaning(action)
        if move is None:
            raise ValueError(f"{quoted(action)} is the number of no move: ask the action_mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.match.play(move, self._moving)
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Let bots move until it is an agent's turn, or the episode is over; its info says whether
        a ceiling cut one of them short meanwhile."""
        before = Thinking.of(self._bots.values()).cut_short
        while True:
            self._pay()
            if self._over():
                self.terminations = dict.fromkeys(self.agents, True)
                self._offered, self._legal = {}, []
                return
            seat, moves = able(self.match, self._rng)
            view = self.match.seat_view(seat)
            if view.viewer not in self._bots:
                self.agent_selection = self.game.names[view.viewer]
                cut = Thinking.of(self._bots.values()).cut_short > before
                self.infos[self.agent_selection] = {"cut": cut}
                self._offer(seat, moves)
                return
            self.match.play(self._bots[view.viewer].choose(view), seat)

    def _offer(self, seat: int, legal: tuple[Move, ...]) -> None:
        """Number everything that might be tried: a legal move keeps its number whatever else is."""
        self._moving = seat
        self._offered = self.sight.moves.numbered(self.match.candidates(seat))
        self._legal = [number for number, move in self._offered.items() if move in legal]

    def _over(self) -> bool:
        return self.match.over or (self.deals is not None and self._paid >= self.deals)

    def _pay(self) -> None:
        """Give every agent what its side gained in the deals that have ended since."""
        now = self.match.state.standing.deal
        finished = now if self.match.over else now - 1
        while self._paid < finished:
            self._paid += 1
            lines = [line for line in self.match.lines if line.deal == self._paid]
            gains = self.game.gains(lines)
            for name in self.agents:
                self.rewards[name] += gains[self.game.side_of[self.seats[name]]]

    # --- what is seen
    def meaning(self, action: int | None) -> Move | None:
        """The move that a number stands for now, legal or not; None if it stands for none."""
        return None if action is None else self._offered.get(int(action))

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees (``sight.parts`` names it), and which numbers it may choose now."""
        mask: Any = np.zeros(len(self.sight.moves), np.int8)
        if agent == self.agent_selection:
            mask[self._legal] = 1
        view = self.match.state.seen_by(self.seats[agent])
        return {"observation": self.sight.vector(view), "action_mask": mask}

    def render(self) -> str | None:
        """The table as text, as the seat to move sees it."""
        if self.render_mode is None:
            return None
        return str(self.match.view(self.seats[self.agent_selection]))

    def close(self) -> None:
        """Nothing is held open."""
