/** The log in words and glyphs. */

import type { Place } from '../board/targets';
import { NO_CARDS, plus, total } from '../cards';
import type {
  Cards,
  Color,
  DevelopmentCard,
  Event,
  LogEntry,
  Remedy,
  Seat,
  TableEvent,
  Terms,
} from '../protocol';
import { capitalized, CARD_NAME, cardsText, counted, listed } from '../words';
import { placeShort } from './labels';
import { asOf, does, nameBefore, nameInside, nameOf, type TableSnapshot } from './snapshot';
import { talkParts } from './talk-lines';

/** A piece of a line. */
export type LogPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'cards'; readonly cards: Cards }
  | { readonly type: 'dice'; readonly dice: readonly [number, number] }
  | { readonly type: 'development'; readonly card: DevelopmentCard }
  | { readonly type: 'place'; readonly place: Place; readonly text: string }
  | { readonly type: 'piece'; readonly piece: 'road' | 'settlement' | 'city' };

/** One line of the log. */
export interface LogLine {
  /** Unique within the table. */
  readonly id: string;
  readonly seq: number;
  /** A turn's heading, or something that happened in it. */
  readonly kind: 'turn' | 'line';
  /** Whose it is, for the emblem in front. */
  readonly color: Color | null;
  readonly parts: readonly LogPart[];
  /** Where on the board it happened; null where it has no place. */
  readonly place: Place | null;
  /** Whether it was taken back. */
  readonly undone: boolean;
  /** Whether it only gives somebody a chance to build. */
  readonly chance: boolean;
}

/** What players vote for. */
const REMEDY_WORDS: Record<Remedy, (name: string) => string> = {
  remind: (name) => `to remind ${name}`,
  clock: (name) => `to give ${name} a minute`,
  skip: (name) => `to let a bot play this turn for ${name}`,
  replace: (name) => `to let a bot play for ${name}`,
};

/** Who held the awards when a line was told. */
interface Awards {
  readonly longest_road: Seat | null;
  readonly largest_army: Seat | null;
}

/** A step that still stands. */
interface Standing {
  readonly seq: number;
  /** What is taken back with it: `the road at C3 east`. */
  readonly what: string;
  readonly before: Awards;
}

/** A log in words. A line is worked out once, when its entry comes, and keeps the names of then. */
export class LogBook {
  #lines: LogLine[] = [];
  #standing: Standing[] = [];
  #awards: Awards = { longest_road: null, largest_army: null };

  /** All lines, oldest first. */
  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  /** Writes entries down. Returns their lines. */
  add(snapshot: TableSnapshot, log: readonly LogEntry[]): LogLine[] {
    return log.flatMap((entry) => this.#entry(snapshot, entry));
  }

  #entry(now: TableSnapshot, entry: LogEntry): LogLine[] {
    // Whoever sits there now may not have sat there then.
    const snapshot = asOf(now, entry.seq);
    if (entry.at_table) {
      const told = tableLine(snapshot, entry.at_table, entry.seq);
      return told ? this.#push(line(snapshot, entry, 'table', told)) : [];
    }
    if (entry.undone !== null) {
      const last = this.#standing.pop();
      if (last) this.#takeBack(last);
      const parts = [verb('take', ` back ${last?.what ?? 'the last step'}`)];
      return this.#push(line(snapshot, entry, 'undo', { seat: entry.undone, parts }));
    }
    const what = entry.events
      .map((event) => undoable(snapshot, event))
      .find((each) => each !== null);
    this.#standing.push({ seq: entry.seq, what: what ?? 'the last step', before: this.#awards });
    return entry.events.flatMap((event, index) => {
      const told = eventLine(snapshot, event, this.#awards);
      this.#follow(event);
      return told ? this.#push(line(snapshot, entry, String(index), told)) : [];
    });
  }

  #push(told: LogLine): LogLine[] {
    // A chance to build passed without anything built: with six players most do.
    const idle = this.#lines.at(-1)?.chance && (told.chance || told.kind === 'turn');
    if (idle) this.#lines.pop();
    this.#lines.push(told);
    return [told];
  }

  #takeBack({ seq, before }: Standing): void {
    this.#awards = before;
    for (let index = this.#lines.length - 1; index >= 0; index--) {
      const told = this.#lines[index];
      if (!told || told.seq < seq) return;
      if (told.seq === seq) this.#lines[index] = { ...told, undone: true };
    }
  }

  #follow(event: Event): void {
    if (event.type !== 'longest_road' && event.type !== 'largest_army') return;
    this.#awards = { ...this.#awards, [event.type]: event.holder };
  }
}

/** All lines of a log, oldest first. */
export function logLines(snapshot: TableSnapshot, log: readonly LogEntry[]): readonly LogLine[] {
  const book = new LogBook();
  book.add(snapshot, log);
  return book.lines;
}

/** What a step did that can be taken back; null for all else. */
function undoable(snapshot: TableSnapshot, event: Event): string | null {
  if (event.type === 'traded_with_bank') return 'the trade with the bank';
  if (event.type !== 'built') return null;
  return `the ${event.placed.piece} at ${placePart(snapshot, placeOf(event.placed)).text}`;
}

function placeOf({ piece, at }: Extract<Event, { type: 'built' }>['placed']): Place {
  return { kind: piece === 'road' ? 'path' : 'intersection', id: at };
}

/** A verb that agrees with the seat of its line. */
interface Verb {
  readonly you: string;
  readonly other: string;
  readonly rest: string;
}

type Told = {
  seat: Seat | null;
  parts: (LogPart | Verb)[];
  kind?: LogLine['kind'];
  chance?: boolean;
};

function line(
  snapshot: TableSnapshot,
  entry: LogEntry,
  id: string,
  { seat, parts, kind = 'line', chance = false }: Told,
): LogLine {
  return {
    id: `${entry.seq}.${id}`,
    seq: entry.seq,
    kind,
    color: seat === null ? null : (snapshot.seats[seat]?.color ?? null),
    place: parts.flatMap((part) => ('place' in part ? [part.place] : []))[0] ?? null,
    parts: parts.map((part) =>
      'type' in part
        ? part
        : words(`${does(snapshot, seat ?? 0, part.you, part.other)}${part.rest}`),
    ),
    undone: false,
    chance,
  };
}

function words(value: string): LogPart {
  return { type: 'text', text: value };
}

function placePart(snapshot: TableSnapshot, place: Place): Extract<LogPart, { type: 'place' }> {
  return { type: 'place', place, text: placeShort(snapshot.board, place) };
}

function cardsPart(value: Cards): LogPart {
  return { type: 'cards', cards: value };
}

function verb(you: string, rest = '', other = `${you}s`): Verb {
  return { you, other, rest };
}

function swap(terms: Terms): LogPart[] {
  return [cardsPart(terms.give), words('for'), cardsPart(terms.take)];
}

/** What happens at the table beside the game; null for what is seen elsewhere. */
function tableLine(snapshot: TableSnapshot, event: TableEvent, seq: number): Told | null {
  switch (event.type) {
    case 'arranged':
    case 'ready':
      return null;
    case 'changed':
      return { seat: null, parts: [words(`The host has changed: ${named(event.what)}`)] };
    case 'hosts':
      return { seat: event.seat, parts: [verb('host', ' the table now')] };
    case 'started':
      return { seat: null, parts: [words('The game begins')] };
    case 'paused':
      if (event.by !== null) return { seat: event.by, parts: [verb('pause', ' the game')] };
      return {
        seat: null,
        parts: [
          words(event.for_absent ? 'The game is waiting for a player' : 'The game is paused'),
        ],
      };
    case 'unpaused':
      return event.by === null
        ? { seat: null, parts: [words('The game continues')] }
        : { seat: event.by, parts: [verb('let', ' the game go on')] };
    case 'resumed':
      // Without a clock a rest is nothing to tell.
      return snapshot.clock || snapshot.options.clock.type !== 'off'
        ? {
            seat: null,
            parts: [words('The game continues after a break that cost nobody any time')],
          }
        : null;
    case 'away':
      return {
        seat: event.seat,
        parts: [words(`A bot plays for ${nameInside(snapshot, event.seat)}`)],
      };
    case 'left':
      return { seat: event.seat, parts: [verb('leave', ' for good. A bot plays on')] };
    case 'removed': {
      const name = nameInside(snapshot, event.seat);
      return { seat: event.seat, parts: [words(`The host removes ${name}. A bot plays on`)] };
    }
    case 'taken': {
      const before = nameBefore(snapshot, event.seat, seq);
      const whose = before === null ? 'a free seat' : `the seat of ${before}`;
      return { seat: event.seat, parts: [verb('take', ` ${whose}`)] };
    }
    case 'replaced': {
      const name = nameInside(snapshot, event.seat);
      return { seat: event.seat, parts: [words(`A bot plays for ${name} until they go on`)] };
    }
    case 'skipped': {
      const name = nameInside(snapshot, event.seat);
      return { seat: event.seat, parts: [words(`A bot plays this turn for ${name}`)] };
    }
    case 'hurried':
      return { seat: event.seat, parts: [verb('have', ' a minute for this turn', 'has')] };
    case 'reminded':
      return {
        seat: event.seat,
        parts: [verb('are', ' reminded that everybody waits', 'is')],
      };
    case 'more_time':
      return { seat: event.seat, parts: [verb('take', ' a minute more')] };
    case 'wants_to_end':
      return { seat: event.seat, parts: [verb('want', ' to end the game without a winner')] };
    case 'plays_on':
      return { seat: event.seat, parts: [verb('want', ' to play on')] };
    case 'voted': {
      const what = REMEDY_WORDS[event.remedy](nameInside(snapshot, event.about));
      return { seat: event.seat, parts: [verb('vote', ` ${what}`)] };
    }
    case 'back':
      return { seat: event.seat, parts: [verb('are', ' back', 'is')] };
    case 'timed_out':
      return { seat: event.seat, parts: [verb('run', ' out of time')] };
    case 'trade_talk': {
      const parts = talkParts(snapshot, event.seat, event.active, event.word);
      return parts && { seat: event.seat, parts };
    }
  }
}

/** Names of fields as one reads them: the page of the table has no better words at hand. */
function named(what: readonly string[]): string {
  const better: Readonly<Record<string, string>> = {
    deal: 'another island',
    board: 'the island',
    clock: 'time to think',
    grace_s: 'absence',
    bot_pace: 'pace of the bots',
  };
  return what.map((name) => better[name] ?? name.replaceAll('_', ' ')).join(', ');
}

function eventLine(snapshot: TableSnapshot, event: Event, awards: Awards): Told | null {
  switch (event.type) {
    case 'first_player_rolled':
      return {
        seat: event.seat,
        parts: [verb('roll'), { type: 'dice', dice: event.dice }, words('for the first turn')],
      };
    case 'turn_began':
      return {
        seat: event.seat,
        kind: 'turn',
        parts: [words(`Turn ${event.turn}: ${nameOf(snapshot, event.seat)}`)],
      };
    case 'rolled':
      return { seat: event.seat, parts: rollParts(snapshot, event) };
    case 'built':
      return {
        seat: event.seat,
        parts: [
          verb(
            event.paid ? 'build' : 'place',
            event.placed.piece === 'city' ? ' a city' : ` a ${event.placed.piece}`,
          ),
          { type: 'piece', piece: event.placed.piece },
          words('at'),
          placePart(snapshot, placeOf(event.placed)),
        ],
      };
    case 'rolled_again':
      return {
        seat: event.seat,
        parts: [
          verb('roll'),
          { type: 'dice', dice: event.dice },
          words('· too early for a 7: the dice are rolled again'),
        ],
      };
    case 'robber_stayed':
      return { seat: event.seat, parts: [verb('leave', ' the robber where it is')] };
    case 'nothing_stolen':
      return { seat: event.seat, parts: [verb('steal', ' nothing')] };
    case 'special_building_began':
      return {
        seat: event.seat,
        parts: [words('Special building:'), verb('may', ' build', 'may')],
        chance: true,
      };
    case 'time_up':
      return { seat: null, parts: [words('Time is up: the game ends with this turn')] };
    case 'starting_cards':
      return { seat: event.seat, parts: [verb('begin', ' with'), cardsPart(event.cards)] };
    case 'bought':
      return {
        seat: event.seat,
        parts: event.card
          ? [
              verb('buy', ` a development card: ${CARD_NAME[event.card]}`),
              { type: 'development', card: event.card },
            ]
          : [verb('buy', ' a development card')],
      };
    case 'played':
      return {
        seat: event.seat,
        parts: [
          verb('play', ` ${CARD_NAME[event.card]}`),
          { type: 'development', card: event.card },
        ],
      };
    case 'free_roads_forgone':
      return {
        seat: event.seat,
        parts: [verb('skip', ` ${counted(event.roads, 'free road')}`)],
      };
    case 'took_plenty':
      return { seat: event.seat, parts: [verb('take', ' from the bank'), cardsPart(event.cards)] };
    case 'monopolized': {
      const taken = event.losses.reduce((sum, loss) => plus(sum, loss.cards), NO_CARDS);
      const from = listed(event.losses.map((loss) => nameInside(snapshot, loss.seat)));
      return {
        seat: event.seat,
        parts: total(taken)
          ? [verb('take', ' all'), cardsPart(taken), words(`from ${from}`)]
          : [verb('name', ` ${event.resource}, and nobody has any`)],
      };
    }
    case 'discarded':
      return { seat: event.seat, parts: [verb('discard'), cardsPart(event.cards)] };
    case 'robber_moved':
      return {
        seat: event.seat,
        parts: [verb('move', ' the robber to'), placePart(snapshot, { kind: 'hex', id: event.to })],
      };
    case 'stolen': {
      const victim = nameInside(snapshot, event.victim);
      return {
        seat: event.seat,
        parts: event.resource
          ? [verb('steal', ` ${event.resource} from ${victim}`)]
          : [verb('steal', ` a card from ${victim}`)],
      };
    }
    case 'traded_with_bank':
      return {
        seat: event.seat,
        parts: [verb('give', ' the bank'), ...swap(event.terms)],
      };
    case 'offered':
      return {
        seat: event.seat,
        parts: [
          verb('offer'),
          ...swap(event.terms),
          words(`to ${listed(event.to.map((seat) => nameInside(snapshot, seat)))}`),
        ],
      };
    case 'answered':
      return answerLine(event.seat, event.answer);
    case 'traded':
      return {
        seat: event.seat,
        parts: [verb('give', ` ${nameInside(snapshot, event.with)}`), ...swap(event.terms)],
      };
    case 'withdrawn':
      return { seat: event.seat, parts: [verb('withdraw', ' the offer')] };
    case 'longest_road':
      return awardLine(snapshot, 'the longest road', awards.longest_road, event.holder);
    case 'largest_army':
      return awardLine(snapshot, 'the largest army', awards.largest_army, event.holder);
    case 'called_off':
      return { seat: null, parts: [words('The players have ended the game without a winner')] };
    case 'won':
      return winLine(snapshot, event.seats);
  }
}

function awardLine(
  snapshot: TableSnapshot,
  award: string,
  before: Seat | null,
  holder: Seat | null,
): Told | null {
  if (holder === null) {
    if (before === null) return null;
    return { seat: before, parts: [verb('lose', ` ${award}: nobody holds it now`)] };
  }
  if (before === null || before === holder) {
    return { seat: holder, parts: [verb('have', ` ${award}`, 'has')] };
  }
  return { seat: holder, parts: [verb('take', ` ${award} from ${nameInside(snapshot, before)}`)] };
}

function winLine(snapshot: TableSnapshot, winners: readonly Seat[]): Told {
  const [only = null, ...others] = winners;
  if (!others.length) return { seat: only, parts: [verb('win', ' the game')] };
  const names = listed(winners.map((seat) => nameInside(snapshot, seat)));
  return { seat: null, parts: [words(capitalized(`${names} share the game`))] };
}

function answerLine(
  seat: Seat,
  answer: Extract<Event, { type: 'answered' }>['answer'],
): Told | null {
  switch (answer.type) {
    case 'accepted':
      return { seat, parts: [verb('accept')] };
    case 'declined':
      return { seat, parts: [verb('decline')] };
    case 'countered':
      // The one who answers takes what the offerer gives.
      return { seat, parts: [verb('would take', '', 'would take'), ...swap(answer.terms)] };
    default:
      return null;
  }
}

function rollParts(
  snapshot: TableSnapshot,
  event: Extract<Event, { type: 'rolled' }>,
): (LogPart | Verb)[] {
  const parts: (LogPart | Verb)[] = [verb('roll'), { type: 'dice', dice: event.dice }];
  const gains = event.gains.filter((gain) => total(gain.cards) > 0);
  for (const gain of gains) {
    parts.push(words(`· ${nameOf(snapshot, gain.seat)}`), cardsPart(gain.cards));
  }
  const sum = event.dice[0] + event.dice[1];
  if (!gains.length && sum !== 7) parts.push(words('· nobody gets anything'));
  if (event.short.length) parts.push(words(`· the bank has too little ${listed(event.short)}`));
  if (event.blocked !== null) {
    parts.push(
      words('· the robber blocks'),
      placePart(snapshot, { kind: 'hex', id: event.blocked }),
    );
  }
  return parts;
}

/** A line as plain words. */
export function lineText(parts: readonly LogPart[]): string {
  return parts
    .map((part) => {
      switch (part.type) {
        case 'text':
        case 'place':
          return part.text;
        case 'cards':
          return cardsText(part.cards);
        case 'dice':
          return String(part.dice[0] + part.dice[1]);
        default:
          return '';
      }
    })
    .filter((word) => word !== '')
    .join(' ');
}
