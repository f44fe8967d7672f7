import { describe, expect, it } from 'vitest';

import info from '../../../../../tests-data/fair/info.json';
import vectors from '../../../../../tests-data/fair/vectors.json';
import type { FairDraw, FairInfo, Replay } from '../../base/protocol';
import { commitmentOf, keyOf, numberBelow } from './scheme';
import {
  memoryOf,
  rememberCommitment,
  rememberNonce,
  rememberSeed,
  type Memory,
  type Store,
} from './memory';
import { firstUnfair, verify } from './verify';

describe('the scheme', () => {
  it('commits as the other programs do', () => {
    for (const { secret, table, commitment } of vectors.commitments) {
      expect(commitmentOf(secret, table)).toBe(commitment);
    }
  });

  it('derives keys as they do, in whatever order seeds come', () => {
    for (const { secret, table, seeds, key } of vectors.keys) {
      const brought = seeds.map(([seat, seed]) => ({ seat: Number(seat) - 1, seed: String(seed) }));
      expect(keyOf(secret, table, brought)).toBe(key);
      expect(keyOf(secret, table, brought.reverse())).toBe(key);
    }
  });

  it('draws numbers as they do, also where words are refused', () => {
    for (const { key, total, drawn, ...draw } of vectors.numbers) {
      expect(numberBelow(key, draw, total)).toBe(drawn);
    }
    expect(vectors.numbers.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(5);
  });

  it('draws the numbers that lay a board', () => {
    const { secret, table, numbers } = vectors.board;
    const key = keyOf(secret, table, []);
    numbers.forEach(([total, drawn], at) => {
      const draw = { label: 'board', number: at + 1, nonce: null };
      expect(numberBelow(key, draw, total ?? 0)).toBe(drawn);
    });
  });

  it('refuses what is not of the right length', () => {
    const key = vectors.keys[0]?.key ?? '';
    const draw = { label: 'dice', number: 1, nonce: null };
    expect(() => numberBelow(key, draw, 0)).toThrow();
    expect(() => numberBelow(key.slice(2), draw, 36)).toThrow();
    expect(() => numberBelow(key, { ...draw, nonce: '00' }, 36)).toThrow();
    expect(() => commitmentOf('xy', '')).toThrow();
  });
});

describe('an opening', () => {
  it('is not among the draws, and nothing else may be missing from them', () => {
    const { steps, fair } = game();
    if (!fair) throw new Error('no draws');
    const given = [step(1, 'dice 1 1'), ...steps.map(({ seq, text }) => step(seq + 1, text))];
    const draws = fair.draws.map((draw) => ({ ...draw, seq: draw.seq + 1 }));
    expect(verify({ steps: given, fair: { ...fair, draws, opening: 1 } })?.fair).toBe(true);
    expect(verify({ steps: given, fair: { ...fair, draws, opening: 0 } })?.fair).toBe(false);
  });
});

type Checked = Pick<Replay, 'steps' | 'fair'>;

/** The committed game, with something changed. */
function game(change: (fair: FairInfo) => void = () => undefined): Checked {
  const fair: FairInfo = structuredClone(info);
  const steps = fair.draws.map(({ seq, outcomes, drawn }) => step(seq, outcomes[drawn] ?? ''));
  steps.push(step(1000, '1 end'));
  change(fair);
  return { steps, fair };
}

function step(seq: number, text: string): Replay['steps'][number] {
  return { seq, text } as Replay['steps'][number];
}

function drawAt(fair: FairInfo, at: number): FairDraw {
  const draw = fair.draws[at];
  if (!draw) throw new Error('no such draw');
  return draw;
}

/** Another digit at the end. */
const other = (hex: string) => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');

describe('verify', () => {
  it('finds a fair game fair', () => {
    const verdict = verify(game());
    expect(verdict).toMatchObject({ fair: true, known: true, commitment: true, complete: true });
    expect(verdict?.draws.length).toBe(info.draws.length);
    expect(verdict?.memory).toBeNull();
    expect(verdict && firstUnfair(verdict)).toBeNull();
  });

  it('says nothing of a game that does not say from what its chance followed', () => {
    expect(verify({ steps: [], fair: null })).toBeNull();
  });

  it('finds another throw', () => {
    for (const at of [0, 20, 70]) {
      const changed = game((fair) => {
        drawAt(fair, at).drawn = (drawAt(fair, at).drawn + 1) % 36;
      });
      const verdict = verify(changed);
      expect(verdict).toMatchObject({ fair: false, complete: false });
      const [was, first] = [info.draws[at], verdict && firstUnfair(verdict)];
      expect(first?.draw.number).toBe(at + 1);
      expect(first?.due).toBe(was?.outcomes[was.drawn]);
    }
  });

  it('finds another secret, commitment, table or seed', () => {
    const changes: ((fair: FairInfo) => void)[] = [
      (fair) => (fair.secret = other(fair.secret)),
      (fair) => (fair.commitment = other(fair.commitment)),
      (fair) => (fair.table += 'x'),
      (fair) => fair.seeds.pop(),
      (fair) => fair.seeds.reverse().forEach((seed) => (seed.seat = 3 - seed.seat)),
      (fair) => fair.seeds.forEach((seed) => (seed.seed = other(seed.seed))),
    ];
    const found = changes.map((change) => verify(game(change)));
    expect(found.map((verdict) => verdict?.fair)).toEqual(changes.map(() => false));
    expect(found.map((verdict) => verdict?.commitment)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it('finds another nonce and one that is gone', () => {
    const at = info.draws.findIndex(({ nonce }) => nonce !== null);
    const changed = (nonce: string | null) =>
      verify(game((fair) => (drawAt(fair, at).nonce = nonce)));
    for (const nonce of [other(info.draws[at]?.nonce ?? ''), null, '00', 'no hex']) {
      expect(changed(nonce)?.draws[at]?.fair).toBe(false);
    }
  });

  it('finds a draw that was left out, put in, or is counted otherwise', () => {
    expect(verify(game((fair) => fair.draws.splice(9, 1)))).toMatchObject({
      fair: false,
      complete: false,
    });
    expect(verify(game((fair) => fair.draws.push(drawAt(fair, 3))))?.complete).toBe(false);
    const verdict = verify(game((fair) => (drawAt(fair, 4).number = 6)));
    expect(verdict?.draws[4]).toMatchObject({ fair: false, due: null });
  });

  it('takes no other weights for throws, nor any that are none', () => {
    const at = info.draws.findIndex(({ label }) => label === 'dice');
    for (const weights of [[1], Array(36).fill(2), Array(36).fill(0), Array(36).fill(NaN)]) {
      const verdict = verify(game((fair) => (drawAt(fair, at).weights = weights)));
      expect(verdict?.draws[at]).toMatchObject({ fair: false, due: null });
    }
    const swapped = verify(game((fair) => drawAt(fair, at).outcomes.reverse()));
    expect(swapped?.draws[at]?.fair).toBe(false);
  });

  it('does not judge by a scheme that it does not know', () => {
    const verdict = verify(game((fair) => (fair.scheme = 'brickwood-fair-v2')));
    expect(verdict).toMatchObject({ fair: false, known: false, draws: [] });
  });

  it('does not fall over what makes no sense', () => {
    const verdict = verify(
      game((fair) => {
        fair.secret = 'secret';
        drawAt(fair, 0).outcomes = [];
      }),
    );
    expect(verdict).toMatchObject({ fair: false, commitment: false });
    expect(verdict?.draws.every(({ fair }) => !fair)).toBe(true);
  });

  it('compares what this browser remembers', () => {
    const nonce = info.draws.find(({ nonce }) => nonce !== null)?.nonce ?? '';
    const memory: Memory = {
      commitment: info.commitment,
      seed: info.seeds[1]?.seed ?? '',
      nonces: [nonce],
    };
    const kept = { commitment: true, seed: true, lost: [] };
    expect(verify(game(), memory)).toMatchObject({ fair: true, memory: kept });
    const nothing = { commitment: null, seed: null, nonces: [] };
    expect(verify(game(), nothing)).toMatchObject({ fair: true, memory: kept });
    const lost = [other(nonce)];
    for (const [changed, memoryVerdict] of [
      [{ commitment: other(info.commitment) }, { ...kept, commitment: false }],
      [{ seed: other(memory.seed ?? '') }, { ...kept, seed: false }],
      [{ nonces: lost }, { ...kept, lost }],
    ] as const) {
      expect(verify(game(), { ...memory, ...changed })).toMatchObject({
        fair: false,
        memory: memoryVerdict,
      });
    }
  });
});

describe('the memory', () => {
  class Shelf implements Store {
    readonly items = new Map<string, string>();
    getItem = (key: string) => this.items.get(key) ?? null;
    setItem = (key: string, value: string) => void this.items.set(key, value);
    removeItem = (key: string) => void this.items.delete(key);
  }

  it('keeps the first commitment, the last seed, and the nonces of what leads to a draw', () => {
    const shelf = new Shelf();
    expect(memoryOf('t', shelf)).toBeNull();
    rememberCommitment('t', 'c1', shelf);
    rememberCommitment('t', 'c2', shelf);
    rememberSeed('t', 's1', shelf);
    rememberSeed('t', 's2', shelf);
    rememberNonce('t', { type: 'roll' }, 'n1', shelf);
    rememberNonce('t', { type: 'end_turn' }, 'n2', shelf);
    rememberNonce('t', { type: 'buy_development_card' }, 'n3', shelf);
    rememberSeed('u', 's3', shelf);
    const expected = { commitment: 'c1', seed: 's2', nonces: ['n1', 'n3'] };
    expect(memoryOf('t', shelf)).toEqual(expected);
    expect(memoryOf('u', shelf)).toEqual({ commitment: null, seed: 's3', nonces: [] });
  });

  it('forgets the oldest games', () => {
    const shelf = new Shelf();
    for (let table = 0; table < 30; table += 1) rememberSeed(`t${table}`, 's', shelf);
    rememberSeed('t10', 's', shelf);
    rememberSeed('t30', 's', shelf);
    expect(shelf.items.size).toBe(21);
    expect(memoryOf('t10', shelf)).not.toBeNull();
    expect(memoryOf('t11', shelf)).toBeNull();
  });

  it('does without a store, and with a spoilt or a full one', () => {
    rememberSeed('t', 's', null);
    expect(memoryOf('t', null)).toBeNull();
    const shelf = new Shelf();
    for (const spoilt of [
      '{',
      '[]',
      '{"seed":1}',
      '{"commitment":null,"seed":null,"nonces":[1]}',
    ]) {
      shelf.setItem('brickwood.fair.t', spoilt);
      expect(memoryOf('t', shelf)).toBeNull();
      rememberSeed('t', 's', shelf);
      expect(memoryOf('t', shelf)?.seed).toBe('s');
    }
    shelf.setItem = () => {
      throw new Error('full');
    };
    rememberSeed('t', 'other', shelf);
    expect(memoryOf('t', shelf)?.seed).toBe('s');
  });
});
