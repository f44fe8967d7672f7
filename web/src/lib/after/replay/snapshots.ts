/** A finished game as tables are drawn: one scene for each step, and what a reader may look into. */

import { chatLine } from '../../play/chat/phrases';
import { logLines, type LogLine } from '../../play/game/log-lines';
import { words } from '../../play/game/log-parts';
import type { TableSnapshot } from '../../play/game/snapshot';
import { playerPanels, type PlayerPanel } from '../../play/game/player-panels';
import { stillSnapshot } from '../../play/game/still';
import type { Replay, ReplayLine, Scene, Seat, View } from '../../base/protocol';

/** Whose cards lie open: everybody's, or those of one seat. */
export type Eyes = Seat | 'all';

/** How the game stood after so many steps. */
export function snapshotAt(replay: Replay, at: number, eyes: Eyes): TableSnapshot {
  const view = opened(sceneAt(replay, at), eyes);
  return stillSnapshot({ ...replay, table: { ...replay.table, you: null }, view }, at);
}

/** The players' cards, with the hands that lie open to these eyes. */
export function openSeats(replay: Replay, at: number, eyes: Eyes): PlayerPanel[] {
  const { hands } = sceneAt(replay, at);
  return playerPanels(snapshotAt(replay, at, eyes)).map((card) => {
    const hand = hands[card.seat];
    if (!hand || !sees(eyes, card.seat)) return card;
    return { ...card, openDevelopment: hand.development };
  });
}

/**
 * The log of the whole game, as these eyes may read it, with what was said meanwhile by those who are not muted. A line
 * bears the number of its step, or of the step before it.
 */
export function replayLines(
  replay: Replay,
  eyes: Eyes,
  muted: readonly string[] = [],
): readonly LogLine[] {
  const said = replay.chat.filter(({ line }) => !muted.includes(line.name)).map(saidLine(replay));
  // Lines of the same step keep their order: what was said comes after what happened.
  return [...stepLines(replay, eyes), ...said].sort((a, b) => a.seq - b.seq);
}

function saidLine(replay: Replay) {
  return ({ after, line }: ReplayLine): LogLine => ({
    id: `chat-${line.number}`,
    seq: after,
    kind: 'line',
    told: 'said',
    color: replay.seats[line.seat]?.color ?? null,
    parts: [words(chatLine(line))],
    place: null,
    undone: false,
    chance: false,
  });
}

function stepLines(replay: Replay, eyes: Eyes): readonly LogLine[] {
  const entries = replay.steps.map(({ events, told }, index) => ({
    seq: index + 1,
    undone: null,
    at_table: null,
    events: (eyes !== 'all' && told.find(({ to }) => to.includes(eyes))?.events) || events,
  }));
  return logLines(snapshotAt(replay, 0, eyes), entries);
}

/** After which steps turns begin. */
function turnStarts(replay: Replay): number[] {
  return replay.steps.flatMap(({ events }, index) =>
    events.some((event) => event.type === 'turn_began') ? [index + 1] : [],
  );
}

/** The next or previous beginning of a turn, or an end of the game. */
export function turnFrom(replay: Replay, at: number, by: 1 | -1): number {
  const starts = turnStarts(replay);
  return by > 0
    ? (starts.find((start) => start > at) ?? replay.steps.length)
    : (starts.findLast((start) => start < at) ?? 0);
}

/** What a step rolled; null where it was no roll. */
export function rolledAt(replay: Replay, at: number): number | null {
  const rolled = replay.steps[at - 1]?.events.find((event) => event.type === 'rolled');
  return rolled ? rolled.dice[0] + rolled.dice[1] : null;
}

/** A game after so many steps, with every hand. */
export function sceneAt(replay: Replay, at: number): Scene {
  return at > 0 ? (replay.steps[at - 1]?.scene ?? replay.start) : replay.start;
}

function sees(eyes: Eyes, seat: Seat): boolean {
  return eyes === 'all' || eyes === seat;
}

/** The view with the hands that lie open, and with all points of those seats. */
function opened({ view, hands, points }: Scene, eyes: Eyes): View {
  const seats = view.seats.map((seat, index) =>
    sees(eyes, index)
      ? {
          ...seat,
          open_hand: hands[index]?.hand ?? null,
          points: points[index] ?? seat.points,
        }
      : seat,
  );
  return { ...view, seats };
}
