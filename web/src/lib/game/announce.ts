/** What is said aloud when something has happened: little, and only what concerns the listener. */

import { NO_CARDS, total } from '../cards';
import type { Event, LogEntry } from '../protocol';
import { cardsText } from '../words';
import { lineText, logLines } from './log-lines';
import { isYou, nameOf, type Scene } from './scene';
import { status } from './status';

/** What to say. */
export interface Announcement {
  /** When there is a pause. */
  readonly polite: string;
  /** At once: the listener is to act. */
  readonly assertive: string;
}

/** What to say of the entries that have just come, `before` being what was awaited before them. */
export function announce(
  before: Scene | null,
  scene: Scene,
  entries: readonly LogEntry[],
): Announcement {
  const polite = entries
    .flatMap((entry) => [
      ...(entry.at_table ? [lineOf(scene, entry)] : []),
      ...entry.events.map((event) => spoken(scene, event)),
    ])
    .filter((text) => text !== '');
  const now = status(scene);
  const was = before ? status(before) : null;
  const summoned = now.tone === 'act' && (was?.tone !== 'act' || was.text !== now.text);
  return {
    polite: polite.join('. '),
    assertive: summoned || (now.tone === 'over' && was?.tone !== 'over') ? now.text : '',
  };
}

function spoken(scene: Scene, event: Event): string {
  switch (event.type) {
    case 'rolled': {
      const own = event.gains.find((gain) => isYou(scene, gain.seat))?.cards ?? NO_CARDS;
      const rolled = `${nameOf(scene, event.seat)} rolled ${event.dice[0] + event.dice[1]}`;
      return total(own) ? `${rolled}: you get ${cardsText(own)}` : rolled;
    }
    case 'starting_cards':
      return isYou(scene, event.seat) ? `You begin with ${cardsText(event.cards)}` : '';
    case 'stolen':
      return isYou(scene, event.seat) || isYou(scene, event.victim) ? told(scene, event) : '';
    case 'bought':
      return isYou(scene, event.seat) ? told(scene, event) : '';
    case 'answered':
      return isYou(scene, scene.view.active) ? told(scene, event) : '';
    case 'played':
    case 'monopolized':
    case 'robber_moved':
    case 'robber_stayed':
    case 'nothing_stolen':
    case 'rolled_again':
    case 'time_up':
    case 'traded':
    case 'longest_road':
    case 'largest_army':
      return told(scene, event);
    default:
      return '';
  }
}

function told(scene: Scene, event: Event): string {
  return lineOf(scene, { seq: 0, undone: null, at_table: null, events: [event] });
}

function lineOf(scene: Scene, entry: LogEntry): string {
  const [line] = logLines(scene, [entry]);
  return line ? lineText(line.parts) : '';
}
