/** The present day, also when it turns while a page is open. */

import { dayOf, untilNextDay, type Day } from './calendar';

/** A little after midnight, so that no clock that runs ahead calls it too early. */
const AFTER_MS = 50;

/** Watches the calendar. */
export class Today {
  day = $state<Day>(dayOf(Date.now()));

  /** Follows the days, until the function that it returns is called. An effect of a page. */
  watch(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const now = Date.now();
      this.day = dayOf(now);
      timer = setTimeout(look, untilNextDay(now) + AFTER_MS);
    };
    look();
    // A machine that slept has heard no timer.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }
}
