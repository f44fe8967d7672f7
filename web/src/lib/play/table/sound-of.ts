/** Which sound belongs to what has happened. */

import { isYou, type TableSnapshot } from '../game/snapshot';
import { status } from '../game/status';
import { total } from '../../base/cards';
import type { LogEntry } from '../../base/protocol';
import type { Sound } from './sound';

/** The most important sound of these entries; null where nothing is worth one. */
export function soundOf(
  before: TableSnapshot,
  snapshot: TableSnapshot,
  entries: readonly LogEntry[],
): Sound | null {
  const events = entries.flatMap((entry) => entry.events);
  if (events.some((event) => event.type === 'won')) return 'win';
  const rolled = events.find((event) => event.type === 'rolled');
  if (rolled && rolled.dice[0] + rolled.dice[1] === 7) return 'seven';
  if (events.some((event) => event.type === 'time_up')) return 'seven';
  const summoned = status(snapshot).tone === 'act' && status(before).tone !== 'act';
  if (summoned) return snapshot.view.phase.type === 'trade' ? 'offer' : 'turn';
  if (rolled?.gains.some((gain) => isYou(snapshot, gain.seat) && total(gain.cards) > 0))
    return 'gain';
  return rolled ? 'dice' : null;
}
