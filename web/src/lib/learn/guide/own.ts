/** What a table plays otherwise, for the guide. Only who comes from such a table loads it. */

import { loadMessages } from '../../base/language/messages';

/** Loads it with its words. */
export async function loadOwn() {
  const [{ default: OwnRules }] = await Promise.all([
    import('./OwnRules.svelte'),
    loadMessages('setup', 'switches'),
  ]);
  return OwnRules;
}
