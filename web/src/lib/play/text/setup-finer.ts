/** The finer fields of the set-up: those that few change, and those that are there for some games only. */

import { t } from '../../base/language/messages';
import type { BeginnersPieces, TableOptions } from '../../base/protocol';
import { LIMITS } from '../../base/protocol/limits';
import { LEFT_OUT } from '../../make/setup/beginners-pieces';
import { duration } from '../../make/setup/duration';
import { botsAfter, botsWords, takeoverWords, WAITS } from '../../make/setup/newcomers';
import { FIRST_PLAYER } from '../../make/setup/options';
import { COLORS, localName, withColor, type Setup } from '../../make/setup/orders';
import { withRules, withSeats } from '../../make/setup/setup';
import { colorName } from '../../base/words';
import { choice, meant, nameIn, numberIn, type Field } from './setup-words';
import { wordsOf } from './lexicon';

/** Who begins, and which of the beginners' pieces stay in the box. */
export function beginFields({ seats, rules }: Setup): Field[] {
  const firsts = [
    {
      value: 'roll',
      label: t('setup.firstByRoll'),
      put: (setup: Setup) => withRules(setup, { first_player: { type: 'roll' } }),
    },
    ...seats.map(({ color }, seat) => ({
      value: String(seat),
      label: t('setup.firstSeat', { number: seat + 1, color }),
      put: (setup: Setup) => withRules(setup, { first_player: { type: 'named', seat } }),
    })),
  ];
  const first = choice(t(FIRST_PLAYER.title), firsts, ({ rules: { first_player } }) =>
    first_player.type === 'roll' ? 'roll' : String(first_player.seat),
  );
  return rules.set_up.type === 'beginners' && seats.length === 3 ? [first, leftOut()] : [first];
}

function leftOut(): Field {
  const pieces = Object.entries(LEFT_OUT) as [BeginnersPieces, (typeof LEFT_OUT)['red']][];
  return choice(
    t('setup.piecesLeftOut'),
    pieces.map(([value, label]) => ({
      value,
      label: t(label),
      put: (setup: Setup) => withRules(setup, { set_up: { type: 'beginners', left_out: value } }),
    })),
    ({ rules: { set_up } }) => (set_up.type === 'beginners' && set_up.left_out) || 'red',
  );
}

/** The numbers of clocks, of absence and of what spectators see. */
export function numberFields({ options: { clock, spectators } }: Setup): Field[] {
  const ofClock: Field[] = [];
  if (clock.type === 'turn') {
    ofClock.push(
      number(
        [t('tableFields.turnLasts')],
        LIMITS.turn_seconds,
        ({ clock: now }) => (now.type === 'turn' ? duration(now.seconds) : ''),
        (seconds) => ({ clock: { type: 'turn', seconds } }),
      ),
    );
  }
  if (clock.type === 'bank') {
    ofClock.push(
      number(
        [t('tableFields.eachHas')],
        LIMITS.clock_minutes,
        ({ clock: now }) =>
          now.type === 'bank' ? t('tableWords.minutes', { minutes: now.minutes }) : '',
        (minutes) => ({ clock: { ...clock, minutes } }),
      ),
      number(
        [t('tableFields.turnBrings')],
        LIMITS.increment_seconds,
        ({ clock: now }) => (now.type === 'bank' ? duration(now.increment_s) : ''),
        (increment_s) => ({ clock: { ...clock, increment_s } }),
      ),
    );
  }
  const extensions = number(
    [t('tableFields.extensions')],
    LIMITS.extensions,
    (now) => String(now.extensions),
    (count) => ({ extensions: count }),
  );
  const grace = number(
    wordsOf('graceField'),
    LIMITS.grace_seconds,
    ({ grace_s }) => duration(grace_s),
    (grace_s) => ({ grace_s }),
  );
  const delay = number(
    [t('tableFields.delay')],
    LIMITS.delay_seconds,
    ({ spectators: now }) => (now.type === 'delayed' ? duration(now.seconds) : ''),
    (seconds) => ({ spectators: { type: 'delayed', seconds } }),
  );
  return [
    ...ofClock,
    ...(clock.type === 'off' ? [] : [extensions]),
    grace,
    ...(spectators.type === 'delayed' ? [delay] : []),
  ];
}

/** When a table begins with bots, and how long others may take their seats. */
export function newcomerFields(): Field[] {
  return [
    choice(
      t('tableFields.bots'),
      [WAITS, 0, 60, 120, 300, 600].map((seconds) => ({
        // Whoever types no, off or never means that it waits.
        value: seconds === WAITS ? 'never' : String(seconds),
        label: botsWords(seconds),
        put: (setup: Setup) => ({ ...setup, options: botsAfter(setup.options, seconds) }),
      })),
      ({ options }) => String(options.bots_after?.seconds ?? 'never'),
    ),
    number(
      [t('tableFields.takeover')],
      LIMITS.takeover_rounds,
      ({ takeover_rounds }) => takeoverWords(takeover_rounds ?? 0),
      (takeover_rounds) => ({ takeover_rounds }),
    ),
  ];
}

/** The color of each seat; whoever had it takes the one that is left. */
export function colorFields({ seats }: Setup): Field[] {
  const colors = COLORS.map((value) => ({ value, label: colorName(value) }));
  return seats.map((_, seat) => ({
    names: [t('setup.seatColor', { number: seat + 1 })],
    values: colors.map(({ label }) => label),
    now: (setup) => colorName(setup.seats[seat]?.color ?? 'coral'),
    put: (setup, typed) =>
      withSeats(setup, withColor(setup.seats, seat, meant(typed, colors).value)),
  }));
}

/** The names of the people at this device. */
export function nameFields({ seats }: Setup): Field[] {
  return seats.flatMap(({ who }, seat) =>
    who === 'local'
      ? [
          {
            names: [
              t('setup.seatName', { number: seat + 1 }),
              ...wordsOf('seatNameField').map((word) => `${word} ${seat + 1}`),
            ],
            values: [],
            now: (setup: Setup) => setup.seats[seat]?.name?.trim() || localName(seat),
            put: (setup: Setup, typed: string) => {
              const name = nameIn(typed, t('textAnswers.whichSeatName'));
              const named = setup.seats.map((each, at) => (at === seat ? { ...each, name } : each));
              return withSeats(setup, named);
            },
          },
        ]
      : [],
  );
}

/** A number about how a table is run. */
function number(
  names: readonly string[],
  limits: { readonly least: number; readonly most: number },
  now: (options: TableOptions) => string,
  change: (value: number) => Partial<TableOptions>,
): Field {
  return {
    names,
    values: [],
    now: ({ options }) => now(options),
    put: (setup, typed) => ({
      ...setup,
      options: { ...setup.options, ...change(numberIn(typed, limits)) },
    }),
  };
}
