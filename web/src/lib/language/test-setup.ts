/** Tests read the English messages. */

import catalogs from 'virtual:messages';

import type { Area } from './message-arguments';
import { loadMessages } from './messages';

await loadMessages(...(Object.keys(catalogs.en ?? {}) as Area[]));
