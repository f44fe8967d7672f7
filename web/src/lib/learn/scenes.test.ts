import { describe, expect, it } from 'vitest';

import { COUNT } from './kept';
import { bargainOf } from './words';
import { FIRST_ROLL, GAME, PIECES, recordAfter, SCENES, sceneOf, stepsIn } from './scenes';

describe('the scenes', () => {
  it('are nine, and each has its number', () => {
    expect(SCENES.map(({ number }) => number)).toEqual(
      Array.from({ length: COUNT }, (_, at) => at + 1),
    );
    expect(sceneOf(3)?.id).toBe('road');
    expect(sceneOf(COUNT + 1)).toBeNull();
    expect(sceneOf(null)).toBeNull();
  });

  it('do not tell the best choice by its place among the others', () => {
    const several = SCENES.filter(({ choices }) => choices.length > 1);
    const places = several.map(({ best, choices }) => choices.indexOf(best));
    expect(new Set(places).size).toBeGreaterThan(1);
    for (const { choices } of SCENES) {
      const names = choices.map(({ id }) => id);
      expect(names).toEqual([...names].sort());
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('ask for a place on the board where all choices are places', () => {
    for (const { id, choices } of SCENES) {
      for (const { id: name, steps } of choices) {
        const places = ['settlement', 'road', 'robber'].map((piece) => `1 ${piece} ${name}`);
        expect(places.includes(steps[0] ?? ''), `${id}, ${name}`).toBe(id in PIECES);
      }
    }
  });

  it('come with the hand from the first roll on', () => {
    expect(SCENES.find(({ number }) => number === FIRST_ROLL)?.id).toBe('roll');
  });
});

it('the best choice goes on in the game of all scenes', () => {
  for (const scene of SCENES) {
    const { best, record } = scene;
    expect(GAME.startsWith(`${record}\n`)).toBe(true);
    const steps = GAME.split('\n').filter((line) => line && !/^(#|turn )/.test(line));
    const headers = steps.length - stepsIn(GAME);
    const from = headers + stepsIn(record);
    expect(steps.slice(from, from + best.steps.length)).toEqual(best.steps);
    expect(stepsIn(recordAfter(scene, best))).toBe(stepsIn(record) + best.steps.length);
  }
});

it('a trade is read from its step, and the bank takes four', () => {
  const trades = (number: number) => sceneOf(number)?.choices.map(bargainOf);
  expect(trades(6)).toContainEqual({ give: [0, 0, 0, 0, 4], get: [0, 1, 0, 0, 0] });
  expect(trades(7)).toContainEqual({ give: [0, 1, 0, 0, 0], get: [2, 0, 0, 0, 0] });
  expect(trades(1)).toEqual([null, null, null]);
});

it('all steps of a record are counted, and nothing else', () => {
  const headers = 'brickwood-record 1\nseat 1 red human\n\n';
  expect(stepsIn(headers)).toBe(0);
  const steps = '# scene corner c3n\n1 settlement c3n\n1 road c3ne\nturn 1\n1 roll\ndice 1 2\n';
  expect(stepsIn(headers + steps)).toBe(4);
});
