/** Figures as the language writes them. */

import { numbers, t } from '../../base/language/messages';

const made = new Map<string, Intl.NumberFormat>();

function format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = made.get(key) ?? new Intl.NumberFormat(numbers(), options);
  made.set(key, known);
  return known;
}

/** `35 %` or `35%`, of a part of 1. */
export function percent(part: number): string {
  return format('percent', { style: 'percent' }).format(part);
}

/** `35`, in percentage points, of a difference between parts of 1. */
export function points(part: number): string {
  return format('points', { maximumFractionDigits: 0 }).format(part * 100);
}

/** `+35`, in percentage points. */
export function signedPoints(part: number): string {
  const options = { maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;
  return format('signedPoints', options).format(part * 100);
}

/** `+4%`, `−3%`, of a change. What is smaller than half a percent has a digit more. */
export function change(part: number): string {
  const digits = Math.abs(part) < 0.095 ? 1 : 0;
  return format(`change${digits}`, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: digits,
  }).format(part);
}

/** `12.5`, without a digit behind the point where it is 0. */
export function rounded(value: number): string {
  return format('rounded', { maximumFractionDigits: 1 }).format(value);
}

/** `+2.5`. */
export function signed(value: number): string {
  return format('signed', { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(value);
}

/** `2 min 5 s`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) {
    return t('figures.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  }
  return minutes
    ? t('figures.minutes', { minutes, seconds: seconds % 60 })
    : t('figures.seconds', { seconds });
}
