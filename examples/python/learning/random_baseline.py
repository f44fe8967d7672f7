"""What random choices are worth: their mean reward against a built-in player, with its interval.

    python examples/python/learning/random_baseline.py --games 1000 --opponent easy
"""

import argparse
import math
import statistics
from typing import get_args

import gymnasium

import brickwood
import brickwood.gym


def main(
    games: int, opponent: brickwood.OpponentName, rules: brickwood.Rules | None = None
) -> tuple[float, float]:
    """The mean reward of a game, and how far it may be off, 95 % sure."""
    env = gymnasium.make(
        "brickwood/Brickwood-v0", rules=rules, opponents=(opponent,), reward="points", tensors=("table",)
    )
    env.action_space.seed(1)
    rewards = []
    for game in range(games):
        _, info = env.reset(seed=game)
        reward, ended = 0.0, False
        while not ended:
            choice = env.action_space.sample(info["action_mask"])
            _, gained, terminated, truncated, info = env.step(choice)
            reward += float(gained)
            ended = terminated or truncated
        rewards.append(reward)
    mean, error = statistics.fmean(rewards), 1.96 * statistics.stdev(rewards) / math.sqrt(games)
    print(f"{mean:.3f} ± {error:.3f} of the points to win, in {games} games against {opponent}")
    return mean, error


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--opponent", default="random", choices=get_args(brickwood.OpponentName))
    arguments = parser.parse_args()
    main(arguments.games, arguments.opponent)
