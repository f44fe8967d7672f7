import { describe, expect, it } from 'vitest';

import { typeset } from '../../../../plugins/messages/typography';
import editions from '../../../../tests/fixtures/editions.json';
import file from '../../../../../docs/rules/editions.json';
import type { EditionInfo, Rules } from '../../base/protocol';
import { differences, summary } from './differences';
import { PRESETS } from './editions';
import { HOUSE_RULES, labelOf, OPTIONS, SWITCHES, valueOf, VARIANTS, withValue } from './options';
import { firstSetup, withCount } from './orders';
import { problemsOf } from './problems';
import { presetOf, withBoard, withEdition, withRules, withSeats } from './setup';

const EDITIONS = editions as EditionInfo[];
const SETUP = firstSetup(EDITIONS, 'easy');
const preset = (edition: string) =>
  presetOf(EDITIONS, EDITIONS.find((each) => each.edition === edition)?.edition ?? 'modern', 4);

describe('the words for the rules', () => {
  it('name every switch, variant and option that the rules have', () => {
    const worded = [
      'players',
      'points_to_win',
      'hand_limit',
      'time_limit',
      'first_player',
      'set_up',
    ];
    const { variants, ...flat } = SETUP.rules;
    const all = [...Object.keys(flat), ...Object.keys(variants).map((key) => `variants.${key}`)];
    expect([...OPTIONS.map(({ id }) => id), ...worded].sort()).toEqual(all.sort());
  });

  it('are those of the presets', () => {
    for (const { edition, rules } of EDITIONS) {
      for (const option of SWITCHES) {
        const written = file.switches.find(({ id }) => id === option.id)?.values[edition];
        expect(labelOf(option, valueOf(rules, option.id)), `${edition} ${option.id}`).toBe(
          typeset(written ?? '', 'en'),
        );
      }
      for (const { id, choices } of [...VARIANTS, ...HOUSE_RULES]) {
        expect(valueOf(rules, id), `${edition} ${id}`).toBe(choices[0]?.value);
      }
    }
    expect(PRESETS.map(({ id }) => id)).toEqual(EDITIONS.map(({ edition }) => edition));
  });

  it('take every choice there and back', () => {
    for (const { id, choices } of OPTIONS) {
      expect(choices.length, id).toBeGreaterThan(1);
      for (const { value } of choices) {
        expect(valueOf(withValue(SETUP.rules, id, value), id)).toBe(value);
      }
    }
  });
});

describe('an edition', () => {
  it('brings its switches, and leaves alone what was chosen besides', () => {
    const chosen = withRules(SETUP, { points_to_win: 8, friendly_robber: true });
    const siedler = withEdition(chosen, 'siedler', preset('siedler'));
    expect(siedler.rules).toMatchObject({
      win_when: 'any_time',
      points_to_win: 8,
      friendly_robber: true,
    });
    expect(differences(siedler.rules, preset('siedler')).map(({ id }) => id)).toEqual([
      'friendly_robber',
      'points_to_win',
    ]);
  });

  it('is named with all that differs from it', () => {
    expect(summary('Modern', differences(SETUP.rules, preset('modern')))).toBe(
      'The rules of “Modern”, unchanged.',
    );
    const rules: Rules = {
      ...SETUP.rules,
      city_cost: 'two_ore_three_grain',
      time_limit: 45,
      variants: { ...SETUP.rules.variants, open_hands: true },
    };
    expect(summary('Modern', differences(rules, preset('modern')))).toBe(
      'Differs from Modern in what a city costs (2 ore, 3 grain), open hands, ' +
        'time limit (45 minutes).',
    );
  });
});

describe('contradictions', () => {
  const beginners = withRules(SETUP, { set_up: { type: 'beginners', left_out: null } });
  it('finds a name that is too long, at the seats', () => {
    const seats = SETUP.seats.map((seat, at) =>
      at === 1 ? { ...seat, who: 'local' as const, name: 'x'.repeat(25) } : seat,
    );
    expect(problemsOf({ ...SETUP, seats })).toMatchObject([{ field: 'seats' }]);
  });

  const texts = (setup: typeof SETUP) => problemsOf(setup).map(({ text }) => text);

  it('are none at first', () => {
    expect(problemsOf(SETUP)).toEqual([]);
    expect(problemsOf({ ...beginners, board: 'beginners' })).toEqual([]);
  });

  it('are told with a way out that leads out', () => {
    const six = withSeats(SETUP, withCount(SETUP.seats, 6));
    for (const setup of [
      beginners,
      withSeats(beginners, withCount(SETUP.seats, 2)),
      { ...six, board: 'beginners' as const },
      withRules({ ...SETUP, board: 'beginners' }, { reds_apart: true }),
      withRules({ ...SETUP, board: 'beginners' }, { balanced_board: true }),
    ]) {
      const [first] = problemsOf(setup);
      expect(first?.text).toMatch(/\.$/);
      expect(texts(first?.fix?.setup ?? setup)).not.toContain(first?.text);
    }
  });

  it('have the seats for which a board of ones own has room', () => {
    const small = '???/????/?????/????/???~a1nw:3';
    const large = '???/????/?????/??????/?????/????/???';
    const beginners = withRules(SETUP, { set_up: { type: 'beginners', left_out: null } });
    const here = withBoard(beginners, small);
    expect(here).toMatchObject({ board: 'own', own: small, seats: SETUP.seats });
    expect(here.rules.set_up.type).toBe('placed');
    const six = withBoard(SETUP, large);
    expect([six.seats.length, six.rules.players]).toEqual([6, 6]);
    const five = withSeats(SETUP, withCount(SETUP.seats, 5));
    expect(withBoard(five, large).seats).toBe(five.seats);
    expect(withBoard(five, small).seats).toHaveLength(4);
  });

  it('forget who begins when that seat is gone', () => {
    const named = withRules(SETUP, { first_player: { type: 'named', seat: 3 } });
    expect(withSeats(named, withCount(SETUP.seats, 3)).rules.first_player).toEqual({
      type: 'roll',
    });
    expect(withSeats(named, withCount(SETUP.seats, 5)).rules.first_player).toMatchObject({
      seat: 3,
    });
  });
});
