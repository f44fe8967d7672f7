/** Words of a message that are drawn otherwise than those round them. */

/** Only heard, strong, or a name that may be written in another direction. */
export type Mark = 'heard' | 'strong' | 'name';

/** Words that are marked. */
export interface MarkedWords {
  readonly mark: Mark;
  readonly words: string;
}

/** A name for a message, apart from the words round it. */
export function markedName(name: string): MarkedWords {
  return { mark: 'name', words: name };
}

/** Marks the words that only those hear who do not see what they stand beside. */
export function heard(words: readonly unknown[]): MarkedWords {
  return { mark: 'heard', words: words.join('') };
}

/** Marks strong words. */
export function strong(words: readonly unknown[]): MarkedWords {
  return { mark: 'strong', words: words.join('') };
}
