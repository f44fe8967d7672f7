/** Where the players' resource cards came from and went, in rows. */

import type { Row } from '../../base/charts/best';
import { RESOURCES } from '../../base/cards';
import { t, type MessageId } from '../../base/language/messages';
import type { CardFlow, Resource, SeatStatistics } from '../../base/protocol';

/** All resources together, or one of them. */
export type Kind = 'all' | Resource;

type Field = keyof CardFlow;

interface Part {
  readonly label: MessageId;
  readonly fields: readonly Field[];
  readonly best?: 'most' | 'least';
}

/** Ways in. */
const IN = [
  { label: 'flow.start', fields: ['start'] },
  { label: 'flow.rolls', fields: ['rolls'], best: 'most' },
  { label: 'flow.bankIn', fields: ['bank_in'], best: 'most' },
  { label: 'flow.tradeIn', fields: ['trade_in'], best: 'most' },
  { label: 'flow.stolenIn', fields: ['stolen_in'], best: 'most' },
  { label: 'flow.cardsIn', fields: ['plenty', 'monopoly_in'], best: 'most' },
] as const satisfies readonly Part[];

/** Ways out. */
const OUT = [
  { label: 'flow.roads', fields: ['roads'] },
  { label: 'flow.settlements', fields: ['settlements'] },
  { label: 'flow.cities', fields: ['cities'] },
  { label: 'flow.development', fields: ['development'] },
  { label: 'flow.bankOut', fields: ['bank_out'] },
  { label: 'flow.tradeOut', fields: ['trade_out'] },
  { label: 'flow.stolenOut', fields: ['stolen_out'], best: 'least' },
  { label: 'flow.monopolyOut', fields: ['monopoly_out'], best: 'least' },
  { label: 'flow.discarded', fields: ['discarded'], best: 'least' },
] as const satisfies readonly Part[];

/** What never came. */
const MISSED = [
  { label: 'flow.blocked', fields: ['blocked'], best: 'least' },
  { label: 'flow.short', fields: ['short'], best: 'least' },
] as const satisfies readonly Part[];

/** How many cards of a kind went these ways. */
function cardsOfFlow(flow: CardFlow, fields: readonly Field[], kind: Kind): number {
  const index = kind === 'all' ? null : RESOURCES.indexOf(kind);
  return fields.reduce((sum, field) => {
    const counts = flow[field];
    const count = index === null ? counts.reduce((all, each) => all + each, 0) : counts[index];
    return sum + (count ?? 0);
  }, 0);
}

/** The rows of one direction, with their sum. */
function rows(
  seats: readonly SeatStatistics[],
  parts: readonly Part[],
  kind: Kind,
  sum: Omit<Part, 'fields'> | null,
): Row[] {
  const row = ({ label, fields, best }: Part): Row => ({
    label: t(label as 'flow.start'),
    values: seats.map(({ cards }) => cardsOfFlow(cards, fields, kind)),
    ...(best ? { best } : {}),
  });
  const all = parts.map(row).filter(({ values }) => values.some((value) => value !== 0));
  if (sum === null) return all;
  const fields = parts.flatMap((part) => part.fields);
  return [...all, { ...row({ ...sum, fields }), sum: true }];
}

/** Everything that came in. */
export function rowsIn(seats: readonly SeatStatistics[], kind: Kind): Row[] {
  return rows(seats, IN, kind, { label: 'flow.in', best: 'most' });
}

/** Everything that went out. Spending is neither good nor bad. */
export function rowsOut(seats: readonly SeatStatistics[], kind: Kind): Row[] {
  return rows(seats, OUT, kind, { label: 'flow.out' });
}

/** What was due and never came. */
export function rowsMissed(seats: readonly SeatStatistics[], kind: Kind): Row[] {
  return rows(seats, MISSED, kind, null);
}

/** The ways in as the parts of a bar. */
export function partsIn(
  seats: readonly SeatStatistics[],
  kind: Kind,
): { names: string[]; amounts: number[][] } {
  return {
    names: IN.map(({ label }) => t(label)),
    amounts: seats.map(({ cards }) => IN.map(({ fields }) => cardsOfFlow(cards, fields, kind))),
  };
}
