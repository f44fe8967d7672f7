/** The words of what is typed. */

import { fold } from './fold';

/** The mark between what is given and what is got. */
export const SWAP = '>';

/** A word as it is compared, and as it was typed. */
export interface Word {
  readonly folded: string;
  readonly typed: string;
}

const OWNS: Word = { folded: "'s", typed: '’s' };

/** The words of a line: all marks that lead from one side to another are one mark. */
export function wordsIn(line: string): Word[] {
  return line
    .replace(/→|[-=–—]+>|>/gu, ` ${SWAP} `)
    .replace(/\+/gu, ' + ')
    .replace(/(?<=[^\s¿]\s*)\?/gu, ' ')
    .split(/[\s\p{Pd},;:.!]+/u)
    .flatMap((typed) => {
      const folded = fold(typed);
      // "Mira’s offer" is about Mira.
      const [, owner] = /^(.+)'s$/u.exec(folded) ?? [];
      return owner ? [{ folded: owner, typed: typed.slice(0, -2) }, OWNS] : [{ folded, typed }];
    })
    .filter(({ folded }) => folded !== '');
}

/** What follows the first words of a line, exactly as it was typed. */
export function after(line: string, count: number): string {
  const typed = line.trim().split(/\s+/u);
  const skipped = typed.findIndex((_, at) => wordsIn(typed.slice(0, at).join(' ')).length >= count);
  return skipped < 0 ? '' : typed.slice(skipped).join(' ');
}

/** A phrase as it is looked up. */
export function phraseKey(phrase: string): string {
  return wordsIn(phrase)
    .map(({ folded }) => folded)
    .join(' ');
}
