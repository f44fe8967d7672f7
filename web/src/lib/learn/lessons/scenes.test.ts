import { describe, expect, it } from 'vitest';

import { COUNT } from './kept';
import {
  FIRST_ROLL,
  GAME,
  PIECES,
  recordAfter,
  SCENES,
  sceneOf,
  stepsIn,
  type Chosen,
  type Scene,
} from './scenes';

const scene = (number: number, chosen: Chosen = {}): Scene => {
  const found = sceneOf(number, chosen);
  if (!found) throw new RangeError(`there is no scene ${number}`);
  return found;
};
const all = (chosen: Chosen = {}) => SCENES.map((_, index) => scene(index + 1, chosen));
const stepsOf = (record: string) =>
  record
    .slice(record.indexOf('\n\n'))
    .split('\n')
    .filter((line) => line && !/^(#|turn )/.test(line));

describe('the scenes', () => {
  it('each have their number', () => {
    expect(SCENES.length).toBe(COUNT);
    expect(scene(3).id).toBe('road');
    expect(sceneOf(COUNT + 1)).toBeNull();
    expect(sceneOf(null)).toBeNull();
  });

  it('do not tell the best choice by its place among the others', () => {
    const several = all().filter(({ choices }) => choices.length > 1);
    const places = several.map(({ best, choices }) => choices.indexOf(best));
    expect(new Set(places).size).toBeGreaterThan(1);
    for (const { choices } of all()) {
      const names = choices.map(({ id }) => id);
      expect(names).toEqual([...names].sort());
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('ask for a place on the board where all choices are places', () => {
    for (const { id, choices } of all()) {
      for (const { id: name, steps } of choices) {
        const pieces = ['settlement', 'road', 'robber', 'city'];
        const places = pieces.map((piece) => `1 ${piece} ${name}`);
        expect(places.includes(steps[0] ?? ''), `${id}, ${name}`).toBe(id in PIECES);
      }
    }
  });

  it('come with the hand from the first roll on', () => {
    expect(SCENES.indexOf('roll') + 1).toBe(FIRST_ROLL);
  });

  it('end the turn where the game does', () => {
    const ends = all().filter(({ isTurnOver }) => isTurnOver);
    expect(ends.map(({ id }) => id)).toEqual(['build', 'bank', 'offer', 'robber', 'card']);
  });
});

it('the best choices make the game of all scenes', () => {
  for (const each of all()) {
    const after = recordAfter(each, each.best);
    expect(each.isOfGame).toBe(true);
    expect(stepsOf(GAME).slice(0, stepsIn(after))).toEqual(stepsOf(after));
  }
});

describe('what was chosen', () => {
  it('stands in the record of the next scene', () => {
    const { record, isOfGame } = scene(2, { corner: 'd3n' });
    expect(isOfGame).toBe(false);
    expect(stepsOf(record).slice(0, 2)).toEqual(['1 settlement d3n', '1 road d3ne']);
    // Somebody else takes what was left.
    expect(record).toContain('3 settlement b4s');
    expect(scene(3, { corner: 'd3n', second: 'b2s' }).best.id).toBe('c2e');
  });

  it('counts in all that follows', () => {
    const chosen = { build: 'b4ne', bank: 'brick' };
    expect(scene(6, chosen).best.steps).toEqual(['1 bank O>L', '1 settlement d1n']);
    for (const number of [7, 8, 9, 10, 11]) {
      const { record, isOfGame } = scene(number, chosen);
      expect(isOfGame).toBe(false);
      expect(record).toContain('1 bank O>B');
      expect(record).toContain('1 settlement d1n');
    }
  });

  it('is told where the game goes on without it, and there alone', () => {
    const chosen = { corner: 'a2n', road: 'd1se', build: 'b4ne' };
    const left = (number: number) => scene(number, chosen).left.map(({ id }) => id);
    expect(left(3)).toEqual([]);
    expect(left(4)).toEqual(['corner', 'road']);
    expect(left(5)).toEqual([]);
    expect(scene(4, chosen).isOfGame).toBe(true);
  });

  it('is as good as the best where it cannot be chosen', () => {
    expect(scene(2, { corner: 'c3n' })).toEqual(scene(2));
  });
});

it('all steps of a record are counted, and nothing else', () => {
  const headers = 'brickwood-record 1\nseat 1 red human\n\n';
  expect(stepsIn(headers)).toBe(0);
  const steps = '# scene corner c3n\n1 settlement c3n\n1 road c3ne\nturn 1\n1 roll\ndice 1 2\n';
  expect(stepsIn(headers + steps)).toBe(4);
});
