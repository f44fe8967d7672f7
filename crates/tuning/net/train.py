"""Trains the net of the hard level on data sets of sibling actions.

The net corrects the strength of each seat. It is trained on the differences between the siblings of a decision, and a
little on the chances themselves. The same data sets, options and version of PyTorch give the same net on one machine.

    python train.py data... --out ../../bots/src/evaluation/net.bin
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import torch
from torch import Tensor, nn

FIRST, SECOND = 32, 16
"""The numbers of the layers, as `net.rs` has them."""

WEIGHT_UNIT = 1024
"""Weights are held in parts of this, see `net.rs`."""

SHARPNESS = 1.11
"""Log-odds of winning for a point of strength: the weight of this name."""

TESTED = 10
"""Of so many games, one is left out of the training, to test with."""


@dataclass
class Data:
    """All playouts, in the order of their decisions."""

    terms: Tensor  # playouts x seats x terms
    chance: Tensor  # of the deciding seat
    decision: np.ndarray
    sibling: np.ndarray
    kind: np.ndarray
    is_test: np.ndarray
    names: list[str]

    @property
    def strength(self) -> Tensor:
        """Of each seat, in points."""
        return 10.0 * self.terms[:, :, self.names.index("strength")]


def read(folders: list[Path]) -> Data:
    """The playouts of data sets that have the same terms."""
    tables, names = [], None
    for number, folder in enumerate(folders):
        manifest = json.loads((folder / "dataset.json").read_text())
        if names not in (None, manifest["terms"]):
            raise SystemExit(f"{folder} has other terms")
        names = manifest["terms"]
        for file in sorted((folder / "siblings").glob("*.parquet")):
            # The net values what a turn ends with.
            table = parquet.read_table(file, filters=[("rounds", "=", 0)])
            tables.append((number, table))

    def column(name: str, kind: type) -> np.ndarray:
        return np.concatenate([table[name].to_numpy().astype(kind) for _, table in tables])

    game = column("game", np.int64)
    source = np.concatenate([np.full(table.num_rows, number) for number, table in tables])
    step = column("step", np.int64)
    def lists(name: str, *shape: int) -> list[np.ndarray]:
        return [table[name].combine_chunks().flatten().to_numpy().reshape(table.num_rows, *shape) for _, table in tables]

    chances = lists("chances", -1)
    terms = lists("terms", -1, len(names))
    return Data(
        terms=torch.tensor(np.concatenate(terms)),
        chance=torch.tensor(np.concatenate(chances)[:, 0]),
        decision=np.unique((source * 2**32 + game) * 2**24 + step, return_inverse=True)[1],
        sibling=column("sibling", np.int64),
        kind=np.concatenate([table["kind"].to_numpy(zero_copy_only=False) for _, table in tables]),
        is_test=game % TESTED == TESTED - 1,
        names=names,
    )


class Net(nn.Module):
    """What `net.rs` reckons, and the chance that follows from it."""

    def __init__(self, terms: Tensor) -> None:
        super().__init__()
        count = terms.shape[-1]
        flat = terms.reshape(-1, count)
        self.register_buffer("mean", flat.mean(0))
        self.register_buffer("spread", flat.std(0) + 1e-3)
        self.first, self.second, self.output = (
            nn.Linear(count, FIRST),
            nn.Linear(FIRST, SECOND),
            nn.Linear(SECOND, 1),
        )
        nn.init.zeros_(self.output.weight)
        nn.init.zeros_(self.output.bias)
        # How far the differences of strength overstate those of chances. The net does not correct that: it changes no
        # decision.
        self.scale = nn.Parameter(torch.tensor(-0.5))

    def forward(self, terms: Tensor, strength: Tensor) -> Tensor:
        """The chance of the first seat."""
        hidden = torch.relu(self.first((terms - self.mean) / self.spread))
        hidden = torch.relu(self.second(hidden))
        correction = self.output(hidden).squeeze(-1)
        score = torch.exp(self.scale) * (SHARPNESS * strength + correction)
        return torch.softmax(score, 1)[:, 0]

    def write(self, file: Path) -> None:
        """As `net.rs` reads it."""
        weight = (self.first.weight / self.spread).detach()
        bias = self.first.bias.detach() - weight @ self.mean
        parts = [
            weight.T,
            bias,
            self.second.weight.T,
            self.second.bias,
            self.output.weight,
            self.output.bias,
        ]
        numbers = torch.cat([part.detach().flatten() for part in parts]) * WEIGHT_UNIT
        whole = numbers.round().clamp(-(2**15), 2**15 - 1)
        file.write_bytes(whole.numpy().astype("<i2").tobytes())


def centered(values: Tensor, group: Tensor) -> Tensor:
    """Values less the mean of their group."""
    count = int(group.max()) + 1
    sums = torch.zeros(count, dtype=values.dtype).index_add(0, group, values)
    sizes = torch.zeros_like(sums).index_add(0, group, torch.ones_like(values))
    return values - (sums / sizes.clamp(min=1))[group]


@torch.no_grad()
def gain(net: Net | None, data: Data, rows: np.ndarray) -> float:
    """By how much the chance of the sibling that a net likes best is above the mean of its decision; `None` is strength alone."""
    index = torch.tensor(np.where(rows)[0])
    judge = net or Net(data.terms[:1000])
    found = [judge(data.terms[part], data.strength[part]) for part in index.split(20_000)]
    key = data.decision[rows] * 256 + data.sibling[rows]
    siblings, place = np.unique(key, return_inverse=True)
    sizes = np.bincount(place)
    liked = np.bincount(place, torch.cat(found).numpy()) / sizes
    chance = np.bincount(place, data.chance[index].numpy()) / sizes
    decision = np.unique(siblings // 256, return_inverse=True)[1]
    chance = centered(torch.tensor(chance), torch.tensor(decision)).numpy()
    order = np.lexsort((-liked, decision))
    first = np.r_[True, np.diff(decision[order]) > 0]
    return float(chance[order][first].mean())


def report(name: str, net: Net | None, data: Data) -> None:
    kinds = [f"{kind} {gain(net, data, data.is_test & (data.kind == kind)):.4f}" for kind in np.unique(data.kind)]
    print(f"{name}: gain {gain(net, data, data.is_test):.4f} ({', '.join(kinds)})", flush=True)


def train(data: Data, options: argparse.Namespace) -> Net:
    torch.manual_seed(options.seed)
    net = Net(data.terms[torch.tensor(~data.is_test)])
    mean = {name: value.clone() for name, value in net.state_dict().items()}
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=options.decay)
    places = np.split(np.argsort(data.decision, kind="stable"), np.cumsum(np.bincount(data.decision))[:-1])
    decisions = np.unique(data.decision[~data.is_test])
    random = np.random.default_rng(options.seed)
    step = 0
    for _ in range(options.epochs):
        shuffled = random.permutation(decisions)
        for begin in range(0, len(shuffled), options.batch):
            rows = np.concatenate([places[decision] for decision in shuffled[begin : begin + options.batch]])
            group = torch.tensor(np.unique(data.decision[rows], return_inverse=True)[1])
            index = torch.tensor(rows)
            found, chance = net(data.terms[index], data.strength[index]), data.chance[index]
            between = (centered(found, group) - centered(chance, group)).square().mean()
            loss = between + options.level * (found - chance).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
            keep = min(0.999, step / (step + 10))
            for name, value in net.state_dict().items():
                mean[name].mul_(keep).add_(value, alpha=1 - keep)
    net.load_state_dict(mean)
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="+", type=Path, help="folders that `brickwood-tuning siblings` has written")
    parser.add_argument("--out", required=True, type=Path, help="the file of the weights")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=64, help="decisions in a step")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--level", type=float, default=0.3, help="how much chances count beside their differences")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    data = read(options.data)
    print(f"{len(data.chance)} playouts of {data.decision.max() + 1} decisions", flush=True)
    report("strength alone", None, data)
    net = train(data, options)
    report("with the net", net, data)
    net.write(options.out)


if __name__ == "__main__":
    main()
