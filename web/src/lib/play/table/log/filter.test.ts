import { expect, it } from 'vitest';

import { lineText, logLines } from '../../game/log-lines';
import { LOG, testSnapshot } from '../../game/test-snapshot';
import { EVERYTHING, found, TOPICS } from './filter';

const lines = logLines(testSnapshot(), LOG);
const text = (some: typeof lines) => some.map(({ parts }) => lineText(parts));

it('leaves nothing out where nothing is looked for', () => {
  expect(found(lines, EVERYTHING)).toBe(lines);
});

it('puts every line but the headings of turns under one topic', () => {
  const told = lines.filter(({ kind }) => kind !== 'turn');
  const sorted = TOPICS.flatMap((topic) => found(lines, { ...EVERYTHING, topic }));
  expect(told.length).toBeGreaterThan(3);
  expect(sorted.map(({ id }) => id).sort()).toEqual(told.map(({ id }) => id).sort());
});

it('finds lines by words in any order, without case and accents, and by whose they are', () => {
  const [first] = found(lines, { ...EVERYTHING, topic: 'buildings' });
  const words =
    text(first ? [first] : [])[0]
      ?.split(' ')
      .reverse()
      .join('  ')
      .toUpperCase() ?? '';
  expect(found(lines, { ...EVERYTHING, words })).toContain(first);
  expect(found(lines, { ...EVERYTHING, words: 'nobody says this' })).toEqual([]);
  const color = first?.color ?? null;
  const own = found(lines, { ...EVERYTHING, color });
  expect(own.length).toBeGreaterThan(0);
  expect(own.every((line) => line.color === color)).toBe(true);
});
