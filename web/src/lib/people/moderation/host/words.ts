/** What the host's page says of people, times and what was done. */

import { dateAndTime, listed } from '../../../base/language/format';
import { numbers, t } from '../../../base/language/messages';
import { shownName } from '../../../base/names';
import { reasonText } from '../reasons';
import type {
  HostLogLine,
  Person,
  PublicPersonId,
  SiteFeatures,
  SiteOrder,
  Sanctions,
} from '../../../base/protocol';

const HOUR_MS = 3_600_000;
const DAY_H = 24;

/** The parts of a site that can be switched, in the order in which they are shown. */
export const SWITCHES = [
  'devices',
  'my_games',
  'open_tables',
  'ratings',
  'moderation',
] as const satisfies readonly (keyof SiteFeatures)[];

const SWITCH_TEXTS = {
  devices: 'host.devices',
  my_games: 'host.myGames',
  open_tables: 'host.openTables',
  ratings: 'host.ratings',
  moderation: 'host.moderation',
} as const satisfies Record<keyof SiteFeatures, string>;

/** What a switch is for. */
export function switchText(of: keyof SiteFeatures): string {
  return t(SWITCH_TEXTS[of]);
}

/** Somebody by name; whoever has none, by the digits. */
export function nameOf({ id, name }: Person): string {
  return shownName(name) ?? `${t('host.nobody')} (${id})`;
}

/** So many hours in words: as days where they are whole ones. */
export function hoursText(hours: number): string {
  return hours % DAY_H === 0
    ? t('host.daysOf', { count: hours / DAY_H })
    : t('host.hoursOf', { count: hours });
}

/** How long ago something was. */
export function agoText(ms: number, now = Date.now()): string {
  const relative = new Intl.RelativeTimeFormat(numbers(), { numeric: 'auto' });
  const hours = Math.round((now - ms) / HOUR_MS);
  if (hours >= 2 * DAY_H) return relative.format(-Math.round(hours / DAY_H), 'day');
  if (hours >= 1) return relative.format(-hours, 'hour');
  return relative.format(-Math.round((now - ms) / 60_000), 'minute');
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in the unit that fits. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = UNITS[power] ?? 'byte';
  const value = bytes / 1000 ** power;
  const format = { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(numbers(), format).format(value);
}

/** What is decided about somebody, in lines. */
export function sanctionLines(
  { warning, suspension, refused_names }: Sanctions,
  now = Date.now(),
): string[] {
  const lines: string[] = [];
  if (warning) {
    lines.push(
      `${t('host.isWarned', { time: dateAndTime(warning.at_ms) })}: ${reasonText(warning.reason)}`,
    );
  }
  if (suspension) {
    const time = dateAndTime(suspension.until_ms);
    const lasts = now < suspension.until_ms;
    const said = lasts ? t('host.isSuspended', { time }) : t('host.wasSuspended', { time });
    lines.push(`${said}: ${reasonText(suspension.reason)}`);
  }
  if (refused_names.length) lines.push(t('host.mayNotBe', { names: listed(refused_names) }));
  return lines;
}

/** Who has done what a line of the log tells. */
export function authorText({ by, names }: HostLogLine): string {
  const name = by.type === 'moderator' ? named(by.person, names) : '';
  return t('host.by', { by: by.type, name });
}

/** What a line of the log tells. */
export function deedText({ act, names }: HostLogLine): string {
  switch (act.type) {
    case 'linked':
      return t('host.didLink');
    case 'opened':
      return t('host.didOpen');
    case 'ordered':
      return orderText(act.order, names);
  }
}

/** What else is to be said of it. */
export function deedDetails({ act }: HostLogLine): string[] {
  if (act.type !== 'ordered') return [];
  const { order } = act;
  const words = 'words' in order.act ? order.act.words : null;
  return [
    ...(order.reports.length
      ? [t('host.withReports', { numbers: listed(order.reports.map(String)) })]
      : []),
    ...(words ? [t('host.withWords', { words })] : []),
    ...(order.why ? [t('host.because', { why: order.why })] : []),
  ];
}

function orderText({ act }: SiteOrder, names: readonly Person[]): string {
  const name = 'person' in act ? named(act.person, names) : '';
  switch (act.type) {
    case 'features': {
      const on = SWITCHES.filter((each) => act.features[each]).map(switchText);
      return on.length ? t('host.didFeatures', { what: on.join('; ') }) : t('host.didFeaturesNone');
    }
    case 'close':
      return t('host.didClose', { closed: act.closed ? 'yes' : 'no' });
    case 'say':
      return act.text === null ? t('host.didSayNothing') : t('host.didSay', { text: act.text });
    case 'refuse_names':
      return act.names.length
        ? t('host.didRefuseNames', { names: act.names.join(', ') })
        : t('host.didAllowNames');
    case 'moderator':
      return t('host.didModerator', { on: act.on ? 'yes' : 'no', name });
    case 'end_sessions':
      return t('host.didEndSessions');
    case 'warn':
      return t('host.didWarn', { name, reason: reasonText(act.reason) });
    case 'suspend': {
      const said = { name, time: hoursText(act.hours), reason: reasonText(act.reason) };
      return act.network ? t('host.didSuspendNetwork', said) : t('host.didSuspend', said);
    }
    case 'lift':
      return t('host.didLift', { name });
    case 'rename':
      return t('host.didRename', { name, refused: act.name });
    case 'settle':
      return t('host.didSettle');
    case 'close_table':
      return t('host.didCloseTable', { table: act.table });
    case 'settle_all':
      return t('host.didSettleAll');
  }
}

function named(id: PublicPersonId, names: readonly Person[]): string {
  return nameOf(names.find((person) => person.id === id) ?? { id, name: null });
}
