/** Kinds of games to begin from: points, house rules and timing, on top of any edition. */

import { duel } from '../../../../../docs/rules/editions.json';
import type { MessageId } from '../../base/language/messages';
import type { Rules, TableOptions } from '../../base/protocol';
import type { Setup } from './orders';
import { withCount } from './orders';
import { withSeats } from './setup';
import { USUAL } from './table-options';

/** What a template chooses about how a table is run. The rest stays as it is. */
type Timing = Pick<TableOptions, 'clock' | 'spectators' | 'chat'>;

type KindMessage = Extract<MessageId, `kinds.${string}`>;

/** A kind of game. */
export interface Template {
  readonly id: string;
  readonly name: KindMessage;
  readonly sentence: KindMessage;
  readonly players: { readonly least: number; readonly usual: number; readonly most: number };
  readonly rules: Partial<Rules>;
  readonly variants?: Partial<Rules['variants']>;
  readonly timing?: Partial<Timing>;
}

const ANY = { least: 3, usual: 4, most: 6 };

export const TEMPLATES: readonly Template[] = [
  {
    id: 'standard',
    name: 'kinds.standard',
    sentence: 'kinds.standardSentence',
    players: ANY,
    rules: {},
  },
  {
    id: 'duel',
    name: 'kinds.duel',
    sentence: 'kinds.duelSentence',
    players: { least: duel.players, usual: duel.players, most: duel.players },
    rules: duel,
  },
  {
    id: 'quick',
    name: 'kinds.quick',
    sentence: 'kinds.quickSentence',
    players: ANY,
    rules: { points_to_win: 8 },
    timing: { clock: { type: 'turn', seconds: 90 } },
  },
  {
    id: 'family',
    name: 'kinds.family',
    sentence: 'kinds.familySentence',
    players: ANY,
    rules: { friendly_robber: true, balanced_board: true },
    variants: { no_early_seven: true },
  },
  {
    id: 'tournament',
    name: 'kinds.tournament',
    sentence: 'kinds.tournamentSentence',
    players: ANY,
    rules: { reds_apart: true },
    timing: {
      clock: { type: 'bank', minutes: 15, increment_s: 15 },
      spectators: { type: 'delayed', seconds: 60 },
      chat: 'phrases',
    },
  },
];

/** The set-up as a template has it. Edition, people and colors stay. */
export function withTemplate(setup: Setup, template: Template, preset: Rules): Setup {
  const { least, usual, most } = template.players;
  const count = setup.seats.length;
  const fits = count >= least && count <= most;
  const seated = fits ? setup : withSeats(setup, withCount(setup.seats, usual));
  const { clock, spectators, chat } = { ...USUAL, ...template.timing };
  return {
    ...seated,
    board: seated.board === 'beginners' ? 'random' : seated.board,
    rules: {
      ...preset,
      ...template.rules,
      players: seated.seats.length,
      variants: { ...preset.variants, ...template.variants },
    },
    options: { ...setup.options, clock, spectators, chat },
  };
}

/** The template that a set-up is, as far as templates choose; null where it is none of them. */
export function templateOf(setup: Setup, preset: Rules): string | null {
  const is = (template: Template) => {
    const there = withTemplate(setup, template, preset);
    return same(there.rules, setup.rules) && same(there.options, setup.options);
  };
  return TEMPLATES.find(is)?.id ?? null;
}

/** Whether two values have the same fields, in whatever order. */
function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...keys].every((key) => same(a[key], b[key]));
}
