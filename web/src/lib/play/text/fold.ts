/** Texts as they are compared, whatever keyboard they were typed on. */

/** Letters that have no mark to take away. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
};

/**
 * Two texts that somebody would call the same are the same text here: without capitals and accents, with plain
 * apostrophes, hyphens and spaces, and without quotation marks, ¿ and ¡. An umlaut may be typed as `ae`, `oe` or `ue`.
 * What a text begins with is also what its fold begins with.
 */
export function fold(text: string): string {
  return text
    .replace(/[‘’‚‛ʼ′´`]/gu, "'")
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßłøđæœ]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/([aou])e+/gu, '$1')
    .replace(/["“”„‟«»¿¡]/gu, '')
    .replace(/[\s\p{Pd}]+/gu, ' ');
}

/** The same with nothing but words. */
export function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
