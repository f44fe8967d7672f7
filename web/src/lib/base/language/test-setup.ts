/** Tests read the English messages. */

import catalogs, { type Area } from 'virtual:messages';

import { loadMessages } from './messages';
import { loadProblems } from './problems.svelte';

await loadMessages(...(Object.keys(catalogs.en ?? {}) as Area[]));
await loadProblems();
