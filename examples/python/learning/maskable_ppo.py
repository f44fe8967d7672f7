"""Learns to play against a built-in player, by PPO with masks from Stable-Baselines3.

    pip install ".[gym]" sb3-contrib
    python examples/python/learning/maskable_ppo.py --steps 1000000 --opponent random
"""

import argparse
from typing import get_args

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env

import brickwood
from brickwood.gym import BrickwoodEnv


def main(
    steps: int,
    opponent: brickwood.OpponentName,
    rules: brickwood.Rules | None = None,
    games: int = 100,
    envs: int = 8,
    steps_per_update: int = 512,
) -> float:
    """The mean reward of a game after so many steps of learning: 1 for a win, -1 for a loss."""
    options = {"rules": rules, "opponents": (opponent,), "tensors": ("seats", "table"), "most_offers": 0}
    learning = make_vec_env(BrickwoodEnv, envs, seed=1, env_kwargs={**options, "reward": "shaped"})
    model = MaskablePPO("MultiInputPolicy", learning, n_steps=steps_per_update, gamma=1.0, seed=1, verbose=1)
    model.learn(steps)
    playing = make_vec_env(BrickwoodEnv, 1, seed=2, env_kwargs=options)
    rewards, _ = evaluate_policy(model, playing, n_eval_episodes=games, return_episode_rewards=True)
    mean = float(np.mean(rewards))
    print(f"mean reward {mean:.2f} in {games} games against {opponent}")
    return mean


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random", choices=get_args(brickwood.OpponentName))
    arguments = parser.parse_args()
    main(arguments.steps, arguments.opponent)
