import { expect, it } from 'vitest';

import editions from '../../../../tests/fixtures/editions.json';
import type { EditionInfo } from '../../base/protocol';
import { firstSetup, withCount } from './orders';
import { problemsOf } from './problems';
import { presetOf, withEdition, withRules, withSeats } from './setup';
import { templateOf, TEMPLATES, withTemplate } from './templates';

const EDITIONS = editions as EditionInfo[];
const SETUP = firstSetup(EDITIONS, 'easy');
const preset = (players: number) => presetOf(EDITIONS, 'modern', players);

it('every kind of game can be played, and is known again', () => {
  for (const template of TEMPLATES) {
    const setup = withTemplate(SETUP, template, preset(4));
    expect(problemsOf(setup), template.id).toEqual([]);
    expect(setup.rules.players).toBe(setup.seats.length);
    expect(templateOf(setup, preset(setup.seats.length))).toBe(template.id);
  }
});

it('nothing of one kind stays in the next', () => {
  const [standard, ...others] = TEMPLATES;
  if (!standard) throw new Error('there is none');
  for (const other of others) {
    const back = withTemplate(withTemplate(SETUP, other, preset(4)), standard, preset(4));
    expect(templateOf(back, preset(back.seats.length)), other.id).toBe('standard');
  }
});

it('people, colors and the edition stay', () => {
  const siedler = presetOf(EDITIONS, 'siedler', 5);
  const five = withEdition(withSeats(SETUP, withCount(SETUP.seats, 5)), 'siedler', siedler);
  const quick = TEMPLATES.find(({ id }) => id === 'quick');
  const setup = quick && withTemplate(five, quick, siedler);
  expect(setup?.seats).toEqual(five.seats);
  expect(setup?.edition).toBe('siedler');
  expect(setup?.rules).toMatchObject({ win_when: 'any_time', points_to_win: 8 });
});

it('a set-up of one’s own is none of them', () => {
  expect(templateOf(SETUP, preset(4))).toBe('standard');
  expect(templateOf(withRules(SETUP, { points_to_win: 9 }), preset(4))).toBeNull();
});
