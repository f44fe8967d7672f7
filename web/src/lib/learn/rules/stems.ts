/** Words without what only their number or case adds. */

/** Takes a word without capitals and accents. */
export type Stemmer = (word: string) => string;

/** Shorter words are what they are. */
const SHORTEST = 4;
/** What must be left of a word. */
const LEFT = 3;

/** The endings of each language, without accents, the longest first. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  de: /(?:ern|en|er|em|es|e|n|s)$/,
  es: /(?:es|os|as|e|o|a|s)$/,
  fr: /(?:es|e|s|x)$/,
  pl: /(?:ami|ach|owi|om|ow|em|ie|y|i|a|e|o|u)$/,
};

/** What makes the words of a language stems; those of a language without endings here are English. */
export function stemmerOf(language: string): Stemmer {
  const endings = ENDINGS[language];
  return (word) => {
    if (word.length < SHORTEST) return word;
    if (!endings) return word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
    const stem = word.replace(endings, '');
    return stem.length < LEFT ? word : stem;
  };
}
