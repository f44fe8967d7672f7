/** Tests read the English messages. */

import catalogs from 'virtual:messages';

import type { Area } from './message-arguments';
import { loadMessages } from './messages';
import { loadProblems } from './problems.svelte';

await loadMessages(...(Object.keys(catalogs.en ?? {}) as Area[]));
await loadProblems();
