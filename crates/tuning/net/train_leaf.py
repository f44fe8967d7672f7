"""Trains a net of the leaf on data sets of sibling actions that were played to the end.

The leaf says how likely each seat is to win. It sees the terms of all seats, and learns from who has won. It has a net for two
and three players, and one for four and more. The same data sets, options and version of PyTorch give the same net on one
machine.

    python train_leaf.py four two three --out few.bin
    python train_leaf.py four --out many.bin
    cat few.bin many.bin > ../../bots/src/leaf.bin
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import torch
from torch import Tensor, nn

FIRST, SECOND = 64, 32
"""The numbers of the layers, as `leaf.rs` has them."""

STAGES = 3
"""The last layer is another one for each stage of the game, by the points that the leader is missing."""

WEIGHT_UNIT = 1024
"""Weights are held in parts of this, see `leaf.rs`."""

SHARPNESS = 1.11
"""Log-odds of winning for a point of strength: the weight of this name."""

TESTED = 10
"""Of so many games, one is left out of the training, to test with."""


@dataclass
class Data:
    """Moments of playouts of games with one number of players, with the seat of the decision first."""

    folder: Path
    terms: Tensor  # moments x seats x terms
    won: Tensor  # by each seat
    value: Tensor  # of the first seat, by the evaluator
    rounds: np.ndarray
    is_test: np.ndarray
    names: list[str]


def read(folder: Path) -> Data:
    """The moments of a data set, from one round after the turn on."""
    names = json.loads((folder / "dataset.json").read_text())["terms"]
    files = sorted((folder / "siblings").glob("*.parquet"))
    tables = [parquet.read_table(file, filters=[("rounds", ">", 0)]) for file in files]

    def column(name: str, kind: type) -> np.ndarray:
        return np.concatenate([table[name].to_numpy().astype(kind) for table in tables])

    def lists(name: str, *shape: int) -> Tensor:
        flat = [table[name].combine_chunks().flatten().to_numpy().reshape(table.num_rows, *shape) for table in tables]
        return torch.tensor(np.concatenate(flat))

    won = lists("chances", -1)
    return Data(
        folder=folder,
        terms=lists("terms", -1, len(names)),
        # Those who share a game share the win.
        won=won / won.sum(1, keepdim=True).clamp(min=1e-6),
        value=torch.tensor(column("value", np.float32)),
        rounds=column("rounds", np.int64),
        is_test=column("game", np.int64) % TESTED == TESTED - 1,
        names=names,
    )


class Leaf(nn.Module):
    """What `leaf.rs` reckons."""

    def __init__(self, data: list[Data]) -> None:
        super().__init__()
        names = data[0].names
        flat = torch.cat([part.terms.reshape(-1, len(names)) for part in data])
        self.register_buffer("mean", flat.mean(0))
        self.register_buffer("spread", flat.std(0) + 1e-3)
        self.strength = names.index("strength")
        self.missing = names.index("missing")
        self.first = nn.Linear(len(names), FIRST)
        self.second = nn.Linear(2 * FIRST, SECOND)
        self.output = nn.Linear(SECOND, STAGES)
        nn.init.zeros_(self.output.weight)
        nn.init.zeros_(self.output.bias)
        # What a point of strength counts, by stage.
        self.scale = nn.Parameter(torch.full((STAGES,), 0.5))

    def forward(self, terms: Tensor) -> Tensor:
        """The log-chances of all seats."""
        hidden = torch.relu(self.first((terms - self.mean) / self.spread))
        others = (hidden.sum(1, keepdim=True) - hidden) / max(terms.shape[1] - 1, 1)
        hidden = torch.relu(self.second(torch.cat([hidden, others], -1)))
        score = self.output(hidden) + self.scale * SHARPNESS * 10.0 * terms[:, :, self.strength, None]
        stage = stages(terms[:, :, self.missing])
        score = score.gather(2, stage[:, None, None].expand(-1, score.shape[1], 1)).squeeze(2)
        return torch.log_softmax(score, 1)


def stages(missing: Tensor) -> Tensor:
    """The stage of each moment, by the points that the leader is missing, in tenths."""
    least = missing.min(1).values
    return (least < 0.55).long() + (least < 0.35).long()


def loss_of(leaf: Leaf, data: Data, index: Tensor) -> Tensor:
    return -(data.won[index] * leaf(data.terms[index])).sum(1)


@torch.no_grad()
def report(leaf: Leaf, data: Data) -> None:
    """The loss of the chances of the first seat in the games left out, by rounds, and that of the evaluator."""
    print(data.folder.name)
    for rounds in [1, 2, 4, 8, 16]:
        index = torch.tensor(np.where(data.is_test & (data.rounds == rounds))[0])
        if len(index) < 100:
            continue
        won = data.won[index, 0]
        log = torch.cat([leaf(data.terms[part])[:, 0] for part in index.split(20_000)])
        ours = nn.functional.binary_cross_entropy(log.exp().clamp(1e-6, 1 - 1e-6), won)
        value = data.value[index].clamp(-20, 20)
        plain = nn.functional.binary_cross_entropy_with_logits(value, won)
        best = min(
            float(nn.functional.binary_cross_entropy_with_logits(factor * value + shift, won))
            for factor in np.arange(0.3, 1.3, 0.05)
            for shift in np.arange(-0.3, 0.31, 0.1)
        )
        print(f"{rounds:>3} rounds later, {len(index)} moments: leaf {ours:.4f}, evaluator {plain:.4f}, fitted {best:.4f}", flush=True)


def train(data: list[Data], options: argparse.Namespace) -> Leaf:
    torch.manual_seed(options.seed)
    leaf = Leaf(data)
    mean = {name: value.clone() for name, value in leaf.state_dict().items()}
    optimizer = torch.optim.AdamW(leaf.parameters(), lr=options.rate, weight_decay=options.decay)
    random = np.random.default_rng(options.seed)
    step = 0
    for _ in range(options.epochs):
        batches = []
        for number, part in enumerate(data):
            rows = torch.tensor(random.permutation(np.where(~part.is_test)[0]))
            batches.extend((number, batch) for batch in rows.split(options.batch))
        for place in random.permutation(len(batches)):
            number, batch = batches[place]
            loss = loss_of(leaf, data[number], batch).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
            keep = min(0.999, step / (step + 10))
            for name, value in leaf.state_dict().items():
                mean[name].mul_(keep).add_(value, alpha=1 - keep)
        if options.verbose:
            for part in data:
                report(leaf, part)
    leaf.load_state_dict(mean)
    return leaf


def write(leaf: Leaf, file: Path) -> None:
    """As `leaf.rs` reads it."""
    weight = (leaf.first.weight / leaf.spread).detach()
    bias = leaf.first.bias.detach() - weight @ leaf.mean
    second = leaf.second.weight
    parts = [
        weight.T,
        bias,
        second[:, :FIRST].T,
        second[:, FIRST:].T,
        leaf.second.bias,
        leaf.output.weight,
        leaf.output.bias,
        leaf.scale * SHARPNESS,
    ]
    numbers = torch.cat([part.detach().flatten() for part in parts]) * WEIGHT_UNIT
    whole = numbers.round().clamp(-(2**15), 2**15 - 1)
    file.write_bytes(whole.numpy().astype("<i2").tobytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="+", type=Path, help="folders that `brickwood-tuning siblings` has written")
    parser.add_argument("--out", required=True, type=Path, help="the file of the weights")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=512, help="moments in a step")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    data = [read(folder) for folder in options.data]
    if any(part.names != data[0].names for part in data):
        raise SystemExit("the data sets have different terms")
    leaf = train(data, options)
    for part in data:
        report(leaf, part)
    write(leaf, options.out)


if __name__ == "__main__":
    main()
