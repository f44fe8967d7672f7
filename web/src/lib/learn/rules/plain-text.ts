/** The words of the rules without their markup, to search in and to quote. */

import type { Clause } from './reference';

/** All that a clause says. */
export function wordsOf({ html, editions }: Pick<Clause, 'html' | 'editions'>): string {
  return plainText(html + editions);
}

/** The words of some HTML. */
function plainText(html: string): string {
  return html
    .replace(/<\/?(?:p|li|ul|ol|div|table|thead|tbody|tr|td|th)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
