import { describe, expect, it } from 'vitest';

import { LogBook } from '../game/log-lines';
import { LOG, testSnapshot, type Changes } from '../game/test-snapshot';
import { NO_DRAFT } from '../game/draft';
import { viewModel } from '../game/view-model';
import { answer, isSearch } from './answers';
import { complete } from './complete';
import { parse } from './parse';
import { PlaceNames } from './places';
import { bestSites, neighborOf, ownerOf } from './reach';
import { logTold } from './told-log';

/** What the table answers to a line. */
function asked(line: string, changes: Changes = {}): string {
  const snapshot = testSnapshot(changes);
  const places = new PlaceNames(snapshot.board);
  const parsed = parse(line, { snapshot, places, mode: 'game' });
  if (!('command' in parsed)) return parsed.problem;
  const book = new LogBook();
  book.add(snapshot, LOG);
  const model = viewModel(snapshot, NO_DRAFT);
  const facts = { snapshot, model, places, lines: book.lines, now_ms: snapshot.now_ms };
  const { command } = parsed;
  const told = isSearch(command) ? logTold(book.lines, command) : answer(command, facts);
  return told ? [...told.lines, ...(told.clause ? [told.clause] : [])].join(' ') : '';
}

const MINE = {
  hand: [1, 0, 2, 0, 1],
  development: [1, 0, 0, 0, 0],
  bought: [0, 0, 0, 0, 0],
} as never;

describe('a question', () => {
  it('about cards is answered with all of them', () => {
    expect(asked('h', { view: { own: MINE } })).toBe(
      'You have 4 cards: 1 brick, 2 wool and 1 ore. Development cards: 1 Knight.',
    );
    expect(asked('b')).toMatch(/^The bank has \d+ brick.*development cards\. It takes 4 brick/);
    expect(asked('costs')).toContain('A road costs 1 brick and 1 lumber.');
  });

  it('about players is answered with what everybody knows of them', () => {
    expect(asked('p')).toMatch(/1: Amber Plover, you; .*2: Bruno; .*3: Cleo; .*4: Dario; /);
    expect(asked('p cleo')).toMatch(/^3: Cleo; [^:]*left: /);
    expect(asked('c')).toBe('Nobody plays against a clock here.');
  });

  it('about the log is answered with its last lines', () => {
    expect(asked('l').split('. ')).toHaveLength(1);
    expect(asked('log 3').length).toBeGreaterThan(asked('l').length);
    expect(asked('log xyzzy')).toBe('No line of the log contains that.');
    expect(asked('log 1 turn')).toMatch(/^Turn \d+/);
  });

  it('about one kind of line of the log is answered with those alone', () => {
    expect(asked('log 100 rolls')).toMatch(/rolls?/);
    expect(asked('log 100 rolls')).not.toMatch(/^Turn \d+/);
    expect(asked('log rolls xyzzy')).toBe('No line of the log contains that.');
  });

  it('about the board names places', () => {
    expect(asked('board c')).toMatch(/^Hex C1, .*Hex C5, /);
    expect(asked('board x')).toBe('The rows are A, B, C, D and E.');
    expect(asked('scan 8')).toMatch(/: 8 \w+\. Produces \w+ on a roll of 8/);
    expect(asked('scan ore')).toContain('Produces ore');
    expect(asked('c3n')).toMatch(/^Corner C3 north: .*Also called b\d\w+, b\d\w+\.$/);
    expect(asked('harbors').split('.').length).toBeGreaterThan(8);
  });

  it('about free corners names the best first', () => {
    const snapshot = testSnapshot();
    const sites = bestSites(snapshot);
    for (const { at } of sites) {
      expect(ownerOf(snapshot, at)).toBeNull();
      expect(neighborOf(snapshot, at)).toBeNull();
    }
    const pips = sites.map((site) => site.pips);
    expect(pips).toEqual([...pips].sort((a, b) => b - a));
    expect(asked('best 2').match(/pips?/g)).toHaveLength(2);
  });

  it('why is answered with what stands in the way', () => {
    const snapshot = testSnapshot();
    const own = snapshot.view.seats[1]?.settlements[0] ?? snapshot.view.seats[1]?.cities[0] ?? 0;
    const name = snapshot.board.intersections[own]?.name ?? '';
    expect(asked(`why s ${name}`)).toMatch(/^Bruno has a building at .* BLD-08$/);
    const free = bestSites(snapshot)[0]?.at ?? 0;
    const at = snapshot.board.intersections[free]?.name ?? '';
    expect(asked(`why s ${at}`, { choices: { settlements: [free] } })).toMatch(
      /^A settlement is possible at /,
    );
    expect(asked('why city')).toMatch(/(missing|pay).* BLD-03$/);
    expect(asked('why end')).not.toBe('');
  });

  it('what is legal is answered with places', () => {
    expect(asked('legal r', { choices: { roads: [3, 4] } })).toMatch(/^A road, 2 places: /);
    expect(asked('legal c')).toMatch(/BLD-03$/);
  });

  it('about dangers tells who is close', () => {
    expect(asked('threats')).not.toBe('');
  });
});

describe('a line that is typed', () => {
  const snapshot = testSnapshot({ choices: { roads: [3, 4], settlements: [5] } });
  const known = { snapshot, places: new PlaceNames(snapshot.board), mode: 'game' } as const;

  it('goes on with commands, places, cards and names', () => {
    expect(complete('', known)).toEqual([]);
    expect(complete('of', known)).toContain('offer ');
    expect(complete('s ', known)).toEqual([`s ${snapshot.board.intersections[5]?.name ?? ''}`]);
    expect(complete('r ', known)).toHaveLength(2);
    expect(complete('mono w', known)).toEqual(['mono wool']);
    expect(complete('offer 2 wool > 1 ore to b', known)).toContain('offer 2 wool > 1 ore to bruno');
    expect(complete('accept ', known)).toEqual(['accept bruno', 'accept cleo', 'accept dario']);
  });
});
