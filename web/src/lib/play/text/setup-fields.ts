/** The fields of the set-up page, as they are set by typed commands. Their words are those of the page. */

import { t } from '../../base/language/messages';
import type {
  ClockRule,
  Edition,
  EditionInfo,
  SiteFeatures,
  TableOptions,
} from '../../base/protocol';
import { LIMITS, PLAYERS } from '../../base/protocol/limits';
import { settings } from '../../base/settings.svelte';
import { PRESETS } from '../../make/setup/editions';
import { dealtAnew, fairnessOf, withFairness } from '../../make/setup/fairness';
import { OPTIONS, SET_UP, valueOf, withValue, type Option } from '../../make/setup/options';
import { withCount, type Setup } from '../../make/setup/orders';
import { presetOf, withEdition, withRules, withSeats } from '../../make/setup/setup';
import {
  ABSENCES,
  BOT_OFFERS,
  BOT_PACES,
  CHATS,
  clockWords,
  COACHES,
  SPECTATORS,
  spectatorsOf,
  STARTS,
  USUAL_CLOCKS,
  withRated,
  type Choice,
} from '../../make/setup/table-options';
import { TEMPLATES, templateOf, withTemplate } from '../../make/setup/templates';
import { choice, isWord, matching, meant, nameIn, numberIn, type Field } from './setup-words';
import { beginFields, colorFields, nameFields, newcomerFields, numberFields } from './setup-finer';
import { plain } from './fold';
import { wordsOf } from './lexicon';

/** What the page knows besides the set-up itself. */
interface About {
  readonly editions: readonly EditionInfo[];
  readonly last: Setup | null;
  /** Whether the table is there already: who sits where is chosen elsewhere then. */
  readonly isOpen?: boolean;
  /** What the site has switched on. */
  readonly features?: SiteFeatures | null;
}

const BOARDS = [
  ['random', 'setup.boardRandom'],
  ['beginners', 'setup.boardBeginners'],
] as const;
const FAIRNESS = [
  ['any', 'island.any'],
  ['apart', 'island.apart'],
  ['balanced', 'island.balanced'],
] as const;

/** Everything that can be set at this point of the set-up, in the order of the page. */
export function fieldsOf(
  { editions, last, isOpen = false, features = null }: About,
  chosen: Setup,
): Field[] {
  const usual = (setup: Setup, edition = setup.edition) =>
    presetOf(editions, edition, setup.seats.length);
  const kinds = [
    ...TEMPLATES.map((template) => ({
      value: template.id,
      label: t(template.name),
      put: (setup: Setup) => withTemplate(setup, template, usual(setup)),
    })),
    ...(last ? [{ value: 'last', label: t('kinds.last'), put: () => last }] : []),
  ];
  return [
    {
      names: [t('setup.kind')],
      values: kinds.map(({ label }) => label),
      now: (setup) => {
        const found = templateOf(setup, usual(setup)) ?? (setup === last ? 'last' : null);
        return kinds.find(({ value }) => value === found)?.label ?? t('textAnswers.ownKind');
      },
      put: (setup, typed) => meant(typed, kinds).put(setup),
    },
    ...(isOpen ? [] : [ownName()]),
    {
      names: [t('setup.seats'), ...wordsOf('seatsField')],
      values: PLAYERS.map(String),
      now: ({ seats }) => String(seats.length),
      put: (setup, typed) => {
        const counts = PLAYERS.map((value) => ({ value, label: String(value) }));
        return withSeats(setup, withCount(setup.seats, meant(typed, counts).value));
      },
    },
    {
      names: [t('switches.pointsToWin'), ...wordsOf('pointsField')],
      values: [],
      now: ({ rules }) => String(rules.points_to_win),
      put: (setup, typed) =>
        withRules(setup, { points_to_win: numberIn(typed, LIMITS.points_to_win) }),
    },
    {
      names: [t('setup.edition')],
      values: PRESETS.map(({ name }) => t(name)),
      now: ({ edition }) => t(PRESETS.find(({ id }) => id === edition)?.name ?? PRESETS[0].name),
      put: (setup, typed) => {
        const all = PRESETS.map(({ id, name }) => ({ value: id, label: t(name) }));
        const edition: Edition = meant(typed, all).value;
        return withEdition(setup, edition, usual(setup, edition));
      },
    },
    {
      names: [t('setup.board')],
      values: BOARDS.map(([, label]) => t(label)),
      now: ({ board, seed }) => {
        if (board === 'seed') return seed;
        if (board === 'own') return t('setup.boardOwn');
        return t(board === 'random' ? 'setup.boardRandom' : 'setup.boardBeginners');
      },
      // Whatever is no kind of board is the name of one.
      put: (setup, typed) => {
        const all = BOARDS.map(([value, label]) => ({ value, label: t(label) }));
        const found = matching(typed, all);
        if (found) return { ...setup, board: found.value };
        return { ...setup, board: 'seed', seed: typed };
      },
    },
    ...(chosen.board === 'random' || chosen.board === 'seed' ? [dealing(chosen, isOpen)] : []),
    choice(
      t('island.fairness'),
      FAIRNESS.map(([value, label]) => ({
        value,
        label: t(label),
        put: (setup: Setup) => withFairness(setup, value),
      })),
      ({ rules }) => fairnessOf(rules),
    ),
    {
      names: [t('tableFields.clock')],
      values: USUAL_CLOCKS.map(clockWords),
      now: ({ options }) => clockWords(options.clock),
      put: (setup, typed) => {
        const all = USUAL_CLOCKS.map((value) => ({ value, label: clockWords(value) }));
        return {
          ...setup,
          options: { ...setup.options, clock: clockIn(typed) ?? meant(typed, all).value },
        };
      },
    },
    ofTable(t('tableFields.pace'), 'bot_pace', BOT_PACES),
    ofTable(t('tableFields.offers'), 'bot_offers', BOT_OFFERS),
    ofTable(t('tableFields.start'), 'start', STARTS),
    ...(features?.open_tables && !chosen.options.rated ? newcomerFields() : []),
    ofTable(t('tableFields.absence'), 'absence', ABSENCES),
    choice(
      t('tableFields.spectators'),
      SPECTATORS.map(({ value, label }) => ({
        value,
        label: t(label),
        put: (setup: Setup) => ({
          ...setup,
          options: { ...setup.options, spectators: spectatorsOf(value) },
        }),
      })),
      ({ options }) => options.spectators.type,
    ),
    ofTable(t('tableFields.chat'), 'chat', CHATS),
    ofTable(t('tableFields.coach'), 'coach', COACHES),
    choice(
      t('tableFields.public'),
      [true, false].map((value) => ({
        value,
        label: t(value ? 'switches.yes' : 'switches.no'),
        put: (setup: Setup) => ({ ...setup, options: { ...setup.options, public: value } }),
      })),
      ({ options }) => options.public,
    ),
    ...(features?.ratings || chosen.options.rated ? [rated()] : []),
    {
      names: [t('switches.handLimit')],
      values: [],
      now: ({ rules }) => String(rules.hand_limit),
      put: (setup, typed) => withRules(setup, { hand_limit: numberIn(typed, LIMITS.hand_limit) }),
    },
    {
      names: [t('switches.timeLimit')],
      values: [t('setup.noTimeLimit')],
      now: ({ rules }) => String(rules.time_limit ?? t('setup.noTimeLimit')),
      put: (setup, typed) => {
        const isNone = plain(typed) === plain(t('setup.noTimeLimit')) || isWord('no', typed);
        return withRules(setup, { time_limit: isNone ? null : numberIn(typed, LIMITS.time_limit) });
      },
    },
    choice(
      t(SET_UP.title),
      [
        {
          value: 'placed',
          label: t('setup.piecesPlaced'),
          put: (setup: Setup) => withRules(setup, { set_up: { type: 'placed' } }),
        },
        {
          value: 'beginners',
          label: t('setup.piecesBeginners'),
          put: (setup: Setup) =>
            withRules(setup, { set_up: { type: 'beginners', left_out: null } }),
        },
      ],
      ({ rules }) => rules.set_up.type,
    ),
    ...beginFields(chosen),
    ...numberFields(chosen),
    ...colorFields(chosen),
    ...(isOpen ? [] : nameFields(chosen)),
    ...OPTIONS.map(ofRules),
  ];
}

/** The name of whoever sets the game up. */
function ownName(): Field {
  return {
    names: wordsOf('nameField'),
    values: [],
    now: () => settings.name,
    put: (setup, typed) => {
      settings.name = nameIn(typed, t('textAnswers.whichName'));
      return setup;
    },
  };
}

/** Another island, which can be looked at at once. */
function dealing({ board }: Setup, isWaiting: boolean): Field {
  const again = t('island.dealAnother');
  return {
    // At a table that waits, another island is dealt by shuffling again.
    names: board === 'seed' ? [again] : [t('island.dealNow'), ...(isWaiting ? [] : [again])],
    values: [],
    now: ({ board: kind, seed }) => (kind === 'seed' ? seed : t('setup.boardRandom')),
    put: dealtAnew,
  };
}

/** Whether the game is rated. */
function rated(): Field {
  return choice(
    t('tableFields.rated'),
    [true, false].map((value) => ({
      value,
      label: t(value ? 'switches.yes' : 'switches.no'),
      put: (setup: Setup) => ({ ...setup, options: withRated(setup.options, value) }),
    })),
    ({ options }) => options.rated ?? false,
  );
}

/** A choice about how a table is run. */
function ofTable<
  K extends keyof TableOptions &
    ('bot_pace' | 'bot_offers' | 'start' | 'absence' | 'chat' | 'coach'),
>(title: string, key: K, choices: readonly Choice<TableOptions[K] & string>[]): Field {
  return choice(
    title,
    choices.map(({ value, label }) => ({
      value,
      label: t(label),
      put: (setup: Setup) => ({ ...setup, options: { ...setup.options, [key]: value } }),
    })),
    ({ options }) => options[key],
  );
}

/** A choice about the rules. */
function ofRules(option: Option): Field {
  return choice(
    t(option.title),
    option.choices.map(({ value, label }) => ({
      value,
      label: t(label),
      put: (setup: Setup) => ({ ...setup, rules: withValue(setup.rules, option.id, value) }),
    })),
    ({ rules }) => valueOf(rules, option.id),
  );
}

/** A clock by a number, the seconds of a turn, or by a word for none; null for anything else. */
function clockIn(typed: string): ClockRule | null {
  if (isWord('no', typed)) return { type: 'off' };
  if (!/^\d+$/u.test(typed)) return null;
  return { type: 'turn', seconds: numberIn(typed, { least: 10, most: 3600 }) };
}
