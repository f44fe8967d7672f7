/** The fields of the set-up page, as they are set by typed commands. Their words are those of the page. */

import { t } from '../language/messages';
import { characters, lengthNote, LONGEST_NAME } from '../page/name-length';
import type { ClockRule, Edition, EditionInfo, TableOptions } from '../protocol';
import { settings } from '../settings.svelte';
import { PRESETS } from '../setup/editions';
import { fairnessOf, withFairness } from '../setup/fairness';
import { OPTIONS, SET_UP, valueOf, withValue, type Option } from '../setup/options';
import { withCount, type Setup } from '../setup/orders';
import { LIMITS, presetOf, withEdition, withRules, withSeats } from '../setup/setup';
import {
  ABSENCES,
  BOT_PACES,
  CHATS,
  clockWords,
  COACHES,
  SPECTATORS,
  spectatorsOf,
  STARTS,
  USUAL_CLOCKS,
  type Choice,
} from '../setup/table-options';
import { TEMPLATES, templateOf, withTemplate } from '../setup/templates';
import { Misread, wordsIn } from './reader';
import { lexicon, wordsOf } from './lexicon';
import { nearest } from './nearest';
import { listed } from '../language/format';

/** Something that is chosen about a game. */
export interface Field {
  /** What it is called: as the page has it first. */
  readonly names: readonly string[];
  /** What it can be, where that is a choice of a few. */
  readonly values: readonly string[];
  /** What it is. */
  readonly now: (setup: Setup) => string;
  /** The set-up with what was typed. Throws {@link Misread} where that says nothing. */
  readonly put: (setup: Setup, typed: string) => Setup;
}

/** What the page knows besides the set-up itself. */
interface About {
  readonly editions: readonly EditionInfo[];
  readonly last: Setup | null;
}

/** How players of the page may be counted. */
const COUNTS = [2, 3, 4, 5, 6] as const;
const BOARDS = [
  ['random', 'setup.boardRandom'],
  ['beginners', 'setup.boardBeginners'],
] as const;
const FAIRNESS = [
  ['any', 'island.any'],
  ['apart', 'island.apart'],
  ['balanced', 'island.balanced'],
] as const;
/** What a choice is set to by a word such as `off`. */
const NONE: readonly unknown[] = [false, 'off', 'never', 'forbidden'];

/** Everything that can be set, in the order of the page. */
export function fieldsOf({ editions, last }: About): Field[] {
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
    {
      names: wordsOf('nameField'),
      values: [],
      now: () => settings.name,
      put: (setup, typed) => {
        const isTooLong = characters(typed) > LONGEST_NAME;
        if (isTooLong || !typed) throw new Misread(lengthNote(typed) ?? t('textAnswers.whichName'));
        settings.name = typed;
        return setup;
      },
    },
    {
      names: [t('setup.seats'), ...wordsOf('seatsField')],
      values: COUNTS.map(String),
      now: ({ seats }) => String(seats.length),
      put: (setup, typed) => {
        const counts = COUNTS.map((value) => ({ value, label: String(value) }));
        return withSeats(setup, withCount(setup.seats, meant(typed, counts).value));
      },
    },
    {
      names: [t('switches.pointsToWin'), ...wordsOf('pointsField')],
      values: [],
      now: ({ rules }) => String(rules.points_to_win),
      put: (setup, typed) => withRules(setup, { points_to_win: numberIn(typed, LIMITS.points) }),
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
    ofTable(t('tableFields.start'), 'start', STARTS),
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
    {
      names: [t('switches.handLimit')],
      values: [],
      now: ({ rules }) => String(rules.hand_limit),
      put: (setup, typed) => withRules(setup, { hand_limit: numberIn(typed, LIMITS.hand) }),
    },
    {
      names: [t('switches.timeLimit')],
      values: [t('setup.noTimeLimit')],
      now: ({ rules }) => String(rules.time_limit ?? t('setup.noTimeLimit')),
      put: (setup, typed) => {
        const isNone = plain(typed) === plain(t('setup.noTimeLimit')) || isWord('no', typed);
        return withRules(setup, { time_limit: isNone ? null : numberIn(typed, LIMITS.minutes) });
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
    ...OPTIONS.map(ofRules),
  ];
}

/** The field that a line begins with, and what follows it. */
export function fieldIn(typed: string, fields: readonly Field[]): { field: Field; rest: string } {
  const words = typed.trim().split(/\s+/u);
  const split = (count: number) => ({
    name: plain(words.slice(0, count).join(' ')),
    rest: words.slice(count).join(' '),
  });
  let several: readonly Field[] = [];
  const ways: readonly ((name: string, typed: string) => boolean)[] = [
    (name, typed) => name === typed,
    (name, typed) => name.startsWith(typed),
    (name, typed) => typed.split(' ').every((word) => name.split(' ').includes(word)),
  ];
  for (const fits of ways) {
    for (let count = words.length; count > 0; count--) {
      const { name, rest } = split(count);
      if (!name) continue;
      const found = fields.filter(({ names }) => names.some((each) => fits(plain(each), name)));
      const [field] = found;
      if (field && found.length === 1) return { field, rest };
      if (found.length) several = found;
    }
  }
  if (several.length) {
    const names = listed(several.map(titleOf), 'disjunction');
    throw new Misread(t('textAnswers.whichField', { names }));
  }
  const all = fields.flatMap(({ names }) => names.map(plain));
  const [first = ''] = words;
  throw new Misread(t('textAnswers.noCommand', { typed: first }), nearest(plain(first), all));
}

/** What a field is called first. */
export function titleOf({ names: [name = ''] }: Field): string {
  return name;
}

/** As it is compared: small letters, and no marks between the words. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One of a few values, each with what it makes of something. */
interface Way {
  readonly value: string | boolean;
  readonly label: string;
  readonly put: (setup: Setup) => Setup;
}

function choice(
  title: string,
  ways: readonly Way[],
  now: (setup: Setup) => string | boolean,
): Field {
  return {
    names: [title],
    values: ways.map(({ label }) => label),
    now: (setup) => ways.find(({ value }) => value === now(setup))?.label ?? '',
    put: (setup, typed) => meant(typed, ways).put(setup),
  };
}

/** A choice about how a table is run. */
function ofTable<
  K extends keyof TableOptions & ('bot_pace' | 'start' | 'absence' | 'chat' | 'coach'),
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

/** The way that was meant. A field with yes and no is set by its name alone. */
function meant<W extends { readonly value: unknown; readonly label: string }>(
  typed: string,
  ways: readonly W[],
): W {
  const found = matching(typed, ways);
  if (found) return found;
  const labels = ways.map(({ label }) => label);
  const said = { names: listed(labels, 'disjunction') };
  throw new Misread(t('textAnswers.whichValue', said), nearest(plain(typed), labels.map(plain)));
}

/** The only way that is called so, begins so, or has all these words; null where none or several do. */
function matching<W extends { readonly value: unknown; readonly label: string }>(
  typed: string,
  ways: readonly W[],
): W | null {
  const wanted = plain(typed);
  const exact = ways.find(({ label }) => plain(label) === wanted);
  if (exact) return exact;
  if (isWord('no', typed)) return ways.find(({ value }) => NONE.includes(value)) ?? null;
  if (wanted === '' || isWord('yes', typed))
    return ways.find(({ value }) => value === true) ?? null;
  const fits: readonly ((label: string) => boolean)[] = [
    (label) => label.startsWith(wanted),
    (label) => wanted.split(' ').every((word) => label.split(' ').includes(word)),
  ];
  for (const fit of fits) {
    const found = ways.filter(({ label }) => fit(plain(label)));
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** A clock by a number, the seconds of a turn, or by a word for none; null for anything else. */
function clockIn(typed: string): ClockRule | null {
  if (isWord('no', typed)) return { type: 'off' };
  if (!/^\d+$/u.test(typed)) return null;
  return { type: 'turn', seconds: numberIn(typed, { least: 10, most: 3600 }) };
}

/** Whether something typed is a word for yes, or for no. */
function isWord(id: 'yes' | 'no', typed: string): boolean {
  const [word = '', ...others] = wordsIn(typed);
  const { onWords, offWords } = lexicon();
  return others.length === 0 && (id === 'yes' ? onWords : offWords).has(word);
}

function numberIn(typed: string, { least, most }: { least: number; most: number }): number {
  const value = Number(/^\d+$/u.exec(typed.trim())?.[0] ?? Number.NaN);
  if (value >= least && value <= most) return value;
  throw new Misread(t('setup.numberOutside', { least, most }));
}
