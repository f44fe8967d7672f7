/** What other pages show of mistakes, each with all that it says. */

import { loadMessages } from '../../base/language/messages';

/** The card that leads from a result to its mistakes. */
export async function loadEndCard() {
  const [card] = await Promise.all([import('./EndCard.svelte'), loadMessages('learn')]);
  return card.default;
}

/** The mistakes of a game that was opened, in the place of its replay. */
export async function loadMistakes() {
  const [mistakes] = await Promise.all([
    import('./Mistakes.svelte'),
    loadMessages('learn', 'statistics', 'coach', 'table', 'switches', 'replay'),
  ]);
  return mistakes.default;
}
