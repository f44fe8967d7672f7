"""A small network for the other examples: it chooses among what the mask allows."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import nn

import brickwood
from brickwood.gym import BrickwoodEnv

TENSORS: tuple[brickwood.TensorName, ...] = ("seats", "table")


class Policy(nn.Module):
    """Two hidden layers from the tensors of an observation to a number for each choice."""

    def __init__(self, rules: brickwood.Rules, width: int = 256) -> None:
        super().__init__()
        numbers = sum(int(np.prod(brickwood.tensor_shape(name, rules.players))) for name in TENSORS)
        self.layers = nn.Sequential(
            nn.Linear(numbers, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, len(brickwood.ActionSpace(rules.players))),
        )

    def forward(self, tensors: Mapping[str, torch.Tensor], mask: torch.Tensor) -> torch.Tensor:
        """Logits, minus infinity where the mask forbids a choice."""
        numbers = torch.cat([tensors[name].flatten(1) for name in TENSORS], dim=1)
        logits: torch.Tensor = self.layers(numbers)
        return logits.masked_fill(~mask.bool(), -torch.inf)

    @torch.no_grad()
    def sample(self, observation: Mapping[str, Any], mask: Any) -> int:
        """A choice in one position."""
        tensors = {name: torch.from_numpy(observation[name])[None] for name in TENSORS}
        logits = self(tensors, torch.from_numpy(mask)[None])
        return int(torch.distributions.Categorical(logits=logits).sample())


def evaluate(
    policy: Policy, games: int, rules: brickwood.Rules, opponent: brickwood.OpponentName
) -> brickwood.MatchReport:
    """What the policy wins against a built-in player in all other seats."""
    env = BrickwoodEnv(rules=rules, opponents=(opponent,), tensors=TENSORS)
    report = brickwood.MatchReport()
    for game in range(games):
        observation, info = env.reset(seed=game)
        ended = False
        while not ended:
            choice = policy.sample(observation, info["action_mask"])
            observation, _, terminated, truncated, info = env.step(choice)
            ended = terminated or truncated
        won = info["seat"] in info["winners"]
        report += brickwood.MatchReport(
            won=won and not truncated, lost=not won and not truncated, unfinished=truncated
        )
    return report
