"""Learns by playing all seats: REINFORCE in the PettingZoo environment, one policy for everybody.

    pip install ".[pettingzoo,torch]"
    python examples/python/learning/self_play.py --updates 500
"""

import argparse
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from policy import TENSORS, Policy, evaluate
from torch.distributions import Categorical

import brickwood
from brickwood import pettingzoo


@dataclass
class Course:
    """What one seat has seen, chosen and gained in a game."""

    observations: list[dict[str, NDArray[Any]]] = field(default_factory=list)
    masks: list[NDArray[Any]] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)

    def returns(self) -> list[float]:
        """What was gained from each choice to the end."""
        return list(np.cumsum(self.rewards[::-1])[::-1])


def play(env: pettingzoo.BrickwoodAEC, policy: Policy, seed: int) -> list[Course]:
    """A game of the policy against itself."""
    courses = {agent: Course() for agent in env.possible_agents}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        course = courses[agent]
        seen, reward, terminated, truncated, _ = env.last()
        if course.rewards:
            course.rewards[-1] += reward
        if terminated or truncated:
            env.step(None)
            continue
        choice = policy.sample(seen["observation"], seen["action_mask"])
        course.observations.append(seen["observation"])
        course.masks.append(seen["action_mask"])
        course.choices.append(choice)
        course.rewards.append(0.0)
        env.step(choice)
    return list(courses.values())


def loss(policy: Policy, courses: list[Course]) -> torch.Tensor:
    """Small where choices are likely that did better than the others."""
    observations = [seen for course in courses for seen in course.observations]
    tensors = {name: torch.from_numpy(np.stack([seen[name] for seen in observations])) for name in TENSORS}
    masks = torch.from_numpy(np.stack([mask for course in courses for mask in course.masks]))
    choices = torch.tensor([choice for course in courses for choice in course.choices])
    returns = torch.tensor([value for course in courses for value in course.returns()])
    likely: torch.Tensor = Categorical(logits=policy(tensors, masks)).log_prob(choices)
    return -(likely * (returns - returns.mean())).mean()


def main(
    updates: int, games_per_update: int = 4, rules: brickwood.Rules | None = None, games: int = 100
) -> brickwood.MatchReport:
    """What the policy wins against random players after so many updates."""
    torch.manual_seed(1)
    rules = rules or brickwood.Rules()
    policy = Policy(rules)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    env = pettingzoo.env(rules=rules, tensors=TENSORS, reward="shaped", most_offers=0)
    for update in range(updates):
        first = update * games_per_update
        courses = [course for game in range(games_per_update) for course in play(env, policy, first + game)]
        optimizer.zero_grad()
        loss(policy, courses).backward()
        optimizer.step()
        choices = sum(len(course.choices) for course in courses)
        print(f"update {update}: {choices / games_per_update:.0f} choices in a game", flush=True)
    report = evaluate(policy, games, rules, "random")
    print(f"wins {report.won} of {report.games} games against random")
    return report


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=100)
    main(parser.parse_args().updates)
