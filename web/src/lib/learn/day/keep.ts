/** Keeps answers, and knows which questions are to be answered once more. */

import { later, numberOf, type Day } from './calendar';
import { KEY, readDays, type Again, type Answered, type Kept } from './kept';

/** How many answers are kept, the latest: those of some three years. */
const MOST = 1000;
/** After how many days a question that was missed is asked again; after the last one it is known. */
const AGAIN_AFTER = [1, 3, 7, 21] as const;

/** Keeps an answer that is given today. The first one to a question counts; others say only whether it is known by now. */
export function keepDay(day: Day, given: Omit<Answered, 'onTime' | 'again'>, today: Day): Kept {
  const kept = readDays();
  const before = kept[day];
  const again = againAfter(before, given.rank === 1, today);
  const first = before ?? { ...given, onTime: day === today };
  return write({ ...kept, [day]: { ...first, again } });
}

/** Whether a question that was missed is to be answered once more. */
export function isDue(answered: Answered | undefined, today: Day): boolean {
  const on = answered?.again?.on;
  return on !== undefined && numberOf(on) <= numberOf(today);
}

/** The days whose questions are to be answered once more, those that wait longest first. */
export function dueDays(kept: Kept, today: Day): Day[] {
  const waits = (day: Day) => numberOf(kept[day]?.again?.on ?? today);
  return Object.keys(kept)
    .filter((day) => isDue(kept[day], today))
    .sort((a, b) => waits(a) - waits(b));
}

/** When a question comes again that is answered today, after what was answered before. */
function againAfter(before: Answered | undefined, found: boolean, today: Day): Again | undefined {
  if (before && !isDue(before, today)) return before.again;
  // What is found at once need not come again.
  if (!before && found) return undefined;
  const times = found ? (before?.again?.found ?? 0) + 1 : 0;
  const days = AGAIN_AFTER[times];
  return days === undefined ? undefined : { on: later(today, days), found: times };
}

function write(kept: Kept): Kept {
  const latest = Object.fromEntries(Object.entries(kept).slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(latest));
  } catch {
    // It lasts as long as the page.
  }
  return latest;
}
