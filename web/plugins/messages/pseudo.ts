/**
 * Languages that nobody speaks, made of the English one. They show what does not fit and what was
 * not translated, before a translator does.
 */

/** Changes the words of a message. */
export type Transform = (text: string) => string;

/** How much longer than the English texts. */
const LONGER = 0.4;
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  s: 'š',
  u: 'ú',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  S: 'Š',
  U: 'Ú',
  Y: 'Ý',
  Z: 'Ž',
};

/** By their codes, of the kind that the field uses for such languages. */
export const PSEUDO: Readonly<Record<string, Transform>> = {
  'en-XA': (text) => padded(accented(text)),
  'ar-XB': mirrored,
};

function accented(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => ACCENTS[letter] ?? letter);
}

/** Longer words, not more of them: what does not fit is then seen even in a narrow column. */
function padded(text: string): string {
  return text.replace(/\p{L}{2,}/gu, (word) => word + '~'.repeat(Math.ceil(word.length * LONGER)));
}

/** Words that run from right to left. */
function mirrored(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => `\u202E${word}\u202C`);
}
