"""Writes vectors.json: the scheme brickwood-fair-v1 once more, from docs/book/fairness.md alone and
with nothing but Python's standard library.

    python3 tests-data/fair/vectors.py > tests-data/fair/vectors.json
"""

import hashlib
import hmac
import json

SCHEME = b"brickwood-fair-v1"


def counted(data):
    return len(data).to_bytes(4, "big") + data


def context(table):
    return counted(SCHEME) + counted(table.encode())


def commitment(secret, table):
    return hashlib.sha256(context(table) + secret).digest()


def key(secret, table, seeds):
    salt = b"".join(bytes([seat]) + seed for seat, seed in sorted(seeds))
    # RFC 5869 with SHA-256 and an output of one block. No salt is as many zeros as a block of the hash.
    extracted = hmac.digest(salt or bytes(32), secret, "sha256")
    return hmac.digest(extracted, context(table) + b"\x01", "sha256")


def below(key, label, number, nonce, total):
    draw = counted(label.encode()) + number.to_bytes(4, "big") + counted(nonce)
    attempt = 0
    while True:
        block = hmac.digest(key, draw + attempt.to_bytes(4, "big"), "sha256")
        word = int.from_bytes(block[:4], "big")
        if word < 2**32 - 2**32 % total:
            return word % total, attempt
        attempt += 1


def some(length, *what):
    """Bytes that look random and are the same in every run."""
    return hashlib.sha256(repr(what).encode()).digest()[:length]


def main():
    secrets = [bytes(32), bytes(range(32)), bytes([255] * 32), some(32, "secret")]
    tables = ["", "k7m2qx", "sunny-otter-12", "straße", "x" * 300]
    seats = [[], [1], [2], [1, 2, 3, 4], [1, 3], [2, 3, 5, 6]]
    labels = ["board", "dice", "dice-deck", "steal", "development"]
    totals = [1, 2, 3, 7, 19, 25, 34, 36, 256, 65536, 2**31, 2**31 + 1, 3_000_000_000, 2**32 - 1]

    commitments = [
        {"secret": s.hex(), "table": t, "commitment": commitment(s, t).hex()}
        for s in secrets
        for t in tables
    ]
    keys = []
    for s in secrets:
        for t in tables[:3]:
            for present in seats:
                seeds = [(seat, some(32, "seed", seat, t)) for seat in present]
                keys.append(
                    {
                        "secret": s.hex(),
                        "table": t,
                        "seeds": [[seat, seed.hex()] for seat, seed in seeds],
                        "key": key(s, t, seeds).hex(),
                    }
                )
    numbers = []
    for at, total in enumerate(totals * 3 + [2**31 + 1] * 12):
        k = bytes.fromhex(keys[at % len(keys)]["key"])
        label = labels[at % len(labels)]
        number = [1, 2, 255, 256, 65536, 2**32 - 1][at % 6]
        nonce = b"" if at % 3 == 0 else some(16, "nonce", at)
        drawn, attempt = below(k, label, number, nonce, total)
        numbers.append(
            {
                "key": k.hex(),
                "label": label,
                "number": number,
                "nonce": nonce.hex() or None,
                "total": total,
                "attempts": attempt + 1,
                "drawn": drawn,
            }
        )
    secret, table = secrets[3], tables[2]
    board = key(secret, table, [])
    boards = {
        "secret": secret.hex(),
        "table": table,
        # The numbers that lay the board, each below its total, counted from 1.
        "numbers": [
            [total, below(board, "board", at + 1, b"", total)[0]]
            for at, total in enumerate(range(19, 1, -1))
        ],
        # The same for the third board that is dealt at a table.
        "third_deal": [
            [total, below(board, "board", at + 1, (3).to_bytes(16, "big"), total)[0]]
            for at, total in enumerate(range(19, 1, -1))
        ],
    }
    together = {"commitments": commitments, "keys": keys, "numbers": numbers, "board": boards}
    print(json.dumps(together, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
