"""Learns to choose as a bot does, from a data set of its games, and then plays.

    pip install ".[gym,torch]"
    python examples/python/learning/behavior_cloning.py games --games 2000 --epochs 5
"""

import argparse
from pathlib import Path

import torch
from policy import TENSORS, Policy, evaluate
from torch.nn.functional import cross_entropy
from torch.utils.data import DataLoader

import brickwood
from brickwood import dataset


def main(
    folder: Path,
    games: int,
    epochs: int,
    bot: brickwood.OpponentName = "hard",
    rules: brickwood.Rules | None = None,
    matches: int = 100,
) -> tuple[list[float], brickwood.MatchReport]:
    """The mean loss of each epoch, and what the policy wins against random players."""
    torch.manual_seed(1)
    rules = rules or brickwood.Rules()
    # What is there already is not played again.
    dataset.write(folder, games, bots=[bot], rules=rules, tensors=TENSORS)
    decisions = dataset.TorchDecisions(folder, 256, columns=["mask", "choice", *TENSORS], seed=1)
    loader = DataLoader(decisions, batch_size=None, num_workers=2)
    policy = Policy(rules)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    losses = []
    for epoch in range(epochs):
        decisions.set_epoch(epoch)
        total, count = 0.0, 0
        for batch in loader:
            loss = cross_entropy(policy(batch, batch["mask"]), batch["choice"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(batch["choice"])
            count += len(batch["choice"])
        losses.append(total / count)
        print(f"epoch {epoch}: loss {losses[-1]:.3f} over {count} decisions", flush=True)
    report = evaluate(policy, matches, rules, "random")
    print(f"wins {report.won} of {report.games} games against random")
    return losses, report


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the data set is or will be")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--epochs", type=int, default=3)
    arguments = parser.parse_args()
    main(arguments.folder, arguments.games, arguments.epochs)
