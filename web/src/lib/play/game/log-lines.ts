/** The log in words and glyphs. */

import type { Place } from '../board/targets';
import { NO_CARDS, plus, total } from '../../base/cards';
import { camel } from '../../base/language/camel';
import { listed } from '../../base/language/format';
import { isMessage, t } from '../../base/language/messages';
import type {
  Color,
  Event,
  LogEntry,
  Remedy,
  Resource,
  Seat,
  SeatInfo,
  TableEvent,
  Terms,
} from '../../base/protocol';
import { cardName, cardsText, type Piece } from '../../base/words';
import { placeShort } from './short-places';
import { cardsPart, told, words, type LogPart } from './log-parts';
import { nameBefore, person, type LogContext, type Person } from './snapshot';
import { talkParts } from './talk-lines';

/**
 * What a line tells of: something in the game, at the table beside it, that a step was taken back, or what somebody
 * has said.
 */
export type Told = Event['type'] | TableEvent['type'] | 'undone' | 'said';

/** One line of the log. */
export interface LogLine {
  /** Unique within the table. */
  readonly id: string;
  readonly seq: number;
  /** A turn's heading, or something that happened in it. */
  readonly kind: 'turn' | 'line';
  readonly told: Told;
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

/** Who held the awards when a line was told. */
interface Awards {
  readonly longest_road: Seat | null;
  readonly largest_army: Seat | null;
}

/** What is taken back with a step, where it can be named. */
type Undoable =
  | { readonly type: 'built'; readonly piece: Piece; readonly place: string }
  | { readonly type: 'bank_trade' };

/** A step that still stands. */
interface Standing {
  readonly seq: number;
  readonly what: Undoable | null;
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
  add(snapshot: LogContext, log: readonly LogEntry[]): LogLine[] {
    return log.flatMap((entry) => this.#entry(snapshot, entry));
  }

  #entry(now: LogContext, entry: LogEntry): LogLine[] {
    // Whoever sits there now may not have sat there then.
    const snapshot = asOf(now, entry.seq);
    if (entry.at_table) {
      const told = tableLine(snapshot, entry.at_table, entry.seq);
      return told ? this.#push(line(snapshot, entry, 'table', entry.at_table.type, told)) : [];
    }
    if (entry.undone !== null) {
      const last = this.#standing.pop();
      if (last) this.#takeBack(last);
      const parts = undoneParts(snapshot, entry.undone, last?.what ?? null);
      return this.#push(line(snapshot, entry, 'undo', 'undone', { seat: entry.undone, parts }));
    }
    const what = entry.events
      .map((event) => undoable(snapshot, event))
      .find((each) => each !== null);
    this.#standing.push({ seq: entry.seq, what: what ?? null, before: this.#awards });
    return entry.events.flatMap((event, index) => {
      const told = eventLine(snapshot, event, this.#awards);
      this.#follow(event);
      return told ? this.#push(line(snapshot, entry, String(index), event.type, told)) : [];
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
export function logLines(snapshot: LogContext, log: readonly LogEntry[]): readonly LogLine[] {
  const book = new LogBook();
  book.add(snapshot, log);
  return book.lines;
}

/** What a step did that can be taken back; null for all else. */
function undoable(snapshot: LogContext, event: Event): Undoable | null {
  if (event.type === 'traded_with_bank') return { type: 'bank_trade' };
  if (event.type !== 'built') return null;
  const { piece } = event.placed;
  return { type: 'built', piece, place: placeShort(snapshot.board, placeOf(event.placed)) };
}

function undoneParts(snapshot: LogContext, seat: Seat, what: Undoable | null): LogPart[] {
  const who = person(snapshot, seat);
  if (!what) return told('log.takesBackStep', who);
  if (what.type === 'bank_trade') return told('log.takesBackBankTrade', who);
  const { piece, place } = what;
  return told('log.takesBackBuilt', { ...who, piece, place });
}

function placeOf({ piece, at }: Extract<Event, { type: 'built' }>['placed']): Place {
  return { kind: piece === 'road' ? 'path' : 'intersection', id: at };
}

interface Words {
  readonly seat: Seat | null;
  readonly parts: readonly LogPart[];
  readonly kind?: LogLine['kind'];
  readonly chance?: boolean;
}

function line(
  snapshot: LogContext,
  entry: LogEntry,
  id: string,
  what: Told,
  { seat, parts, kind = 'line', chance = false }: Words,
): LogLine {
  return {
    id: `${entry.seq}.${id}`,
    seq: entry.seq,
    kind,
    told: what,
    color: seat === null ? null : (snapshot.seats[seat]?.color ?? null),
    place: parts.flatMap((part) => (part.type === 'place' ? [part.place] : []))[0] ?? null,
    parts,
    undone: false,
    chance,
  };
}

function placePart(snapshot: LogContext, place: Place): Extract<LogPart, { type: 'place' }> {
  return { type: 'place', place, text: placeShort(snapshot.board, place) };
}

/** The table with the names that the seats had at a line of the log. */
export function asOf(snapshot: LogContext, seq: number): LogContext {
  const formerOf = ({ former }: Pick<SeatInfo, 'former'>) =>
    former.find(({ until }) => seq <= until);
  if (!snapshot.seats.some(formerOf)) return snapshot;
  const seats = snapshot.seats.map((info) => ({ ...info, name: (formerOf(info) ?? info).name }));
  const { you } = snapshot.table;
  const wasYou = you !== null && seats[you]?.name === snapshot.seats[you]?.name;
  return { ...snapshot, seats, table: { ...snapshot.table, you: wasYou ? you : null } };
}

/** What happens at the table beside the game; null for what is seen elsewhere. */
function tableLine(snapshot: LogContext, event: TableEvent, seq: number): Words | null {
  const parts = tableParts(snapshot, event, seq);
  return parts && { seat: 'seat' in event ? event.seat : byOf(event), parts };
}

function byOf(event: TableEvent): Seat | null {
  return event.type === 'paused' || event.type === 'unpaused' ? event.by : null;
}

function tableParts(snapshot: LogContext, event: TableEvent, seq: number): LogPart[] | null {
  switch (event.type) {
    case 'arranged':
    case 'ready':
      return null;
    case 'changed':
      return told('log.hostChanged', { what: listed(event.what.map(changedName), 'unit') });
    case 'hosts':
      return told('log.hosts', person(snapshot, event.seat));
    case 'started':
      return told('log.begins');
    case 'paused':
      if (event.by !== null) return told('log.pauses', person(snapshot, event.by));
      return event.for_absent ? told('log.waitsForPlayer') : told('log.paused');
    case 'unpaused':
      return event.by === null
        ? told('log.continues')
        : told('log.letsGoOn', person(snapshot, event.by));
    case 'nobody_here':
      return null;
    case 'resumed':
      // Without a clock a rest is nothing to tell.
      return snapshot.clock || snapshot.options.clock.type !== 'off'
        ? told('log.continuesAfterBreak')
        : null;
    case 'nobody_can_win':
      return told('log.nobodyCanWin');
    case 'away':
      return told('log.botPlays', person(snapshot, event.seat));
    case 'left':
      return told('log.leaves', person(snapshot, event.seat));
    case 'removed':
      return told('log.removed', person(snapshot, event.seat));
    case 'taken': {
      const who = person(snapshot, event.seat);
      const before = nameBefore(snapshot, event.seat, seq);
      return before === null
        ? told('log.takesFreeSeat', who)
        : told('log.takesSeatOf', { ...who, before });
    }
    case 'replaced':
      return told('log.botPlaysUntilBack', person(snapshot, event.seat));
    case 'skipped':
      return told('log.botPlaysTurn', person(snapshot, event.seat));
    case 'hurried':
      return told('log.hasMinute', person(snapshot, event.seat));
    case 'reminded':
      return told('log.reminded', person(snapshot, event.seat));
    case 'more_time':
      return told('log.takesMinute', person(snapshot, event.seat));
    case 'wants_to_end':
      return told('log.wantsToEnd', person(snapshot, event.seat));
    case 'plays_on':
      return told('log.wantsToPlayOn', person(snapshot, event.seat));
    case 'voted':
      return told(VOTES[event.remedy], {
        ...person(snapshot, event.seat),
        ...person(snapshot, event.about, 'about'),
      });
    case 'back':
      return told('log.isBack', person(snapshot, event.seat));
    case 'timed_out':
      return told('log.outOfTime', person(snapshot, event.seat));
    case 'trade_talk':
      return talkParts(snapshot, event.seat, event.active, event.word);
  }
}

/** What players vote for. */
const VOTES = {
  remind: 'log.votesRemind',
  clock: 'log.votesClock',
  skip: 'log.votesSkip',
  replace: 'log.votesReplace',
  remove: 'log.votesRemove',
} as const satisfies Record<Remedy, string>;

/** The name of something that a host has changed. A newer server may name what this page does not. */
function changedName(what: string): string {
  const name = camel(what);
  const id = [`changed.${name}`, `switches.${name}Changed`].find((id) => isMessage(id));
  return id ? t(id as 'changed.clock') : what.replaceAll('_', ' ');
}

function eventLine(snapshot: LogContext, event: Event, awards: Awards): Words | null {
  switch (event.type) {
    case 'time_up':
      return { seat: null, parts: told('log.timeUp') };
    case 'called_off':
      return { seat: null, parts: told('log.calledOff') };
    case 'won':
      return winLine(snapshot, event.seats);
    case 'longest_road':
    case 'largest_army':
      return awardLine(snapshot, event.type, awards[event.type], event.holder);
    default: {
      const parts = seatParts(snapshot, event);
      return (
        parts && {
          seat: event.seat,
          parts,
          kind: event.type === 'turn_began' ? 'turn' : 'line',
          chance: event.type === 'special_building_began',
        }
      );
    }
  }
}

/** What somebody does. */
type SeatEvent = Extract<Event, { seat: Seat }>;

function seatParts(snapshot: LogContext, event: SeatEvent): LogPart[] | null {
  const who = person(snapshot, event.seat);
  switch (event.type) {
    case 'first_player_rolled':
      return told('log.rollsForFirstTurn', { ...who, dice: dicePart(event.dice) });
    case 'turn_began':
      return told('log.turn', { ...who, turn: event.turn });
    case 'rolled':
      return rollParts(snapshot, event);
    case 'built': {
      const { piece } = event.placed;
      const what = {
        piece,
        glyph: { type: 'piece', piece } as const,
        place: placePart(snapshot, placeOf(event.placed)),
      };
      return told(event.paid ? 'log.builds' : 'log.places', { ...who, ...what });
    }
    case 'rolled_again':
      return told('log.rollsTooEarly', { ...who, dice: dicePart(event.dice) });
    case 'robber_stayed':
      return told('log.leavesRobber', who);
    case 'nothing_stolen':
      return told('log.stealsNothing', who);
    case 'special_building_began':
      return told('log.mayBuild', who);
    case 'starting_cards':
      return told('log.beginsWith', { ...who, cards: cardsPart(event.cards) });
    case 'bought': {
      const { card } = event;
      if (!card) return told('log.buysCard', who);
      const glyph = { type: 'development', card } as const;
      return told('log.buysKnownCard', { ...who, card: cardName(card), glyph });
    }
    case 'played': {
      const { card } = event;
      return told('log.plays', { ...who, card, glyph: { type: 'development', card } });
    }
    case 'free_roads_forgone':
      return told('log.skipsRoads', { ...who, count: event.roads });
    case 'took_plenty':
      return told('log.takesFromBank', { ...who, cards: cardsPart(event.cards) });
    case 'monopolized':
      return monopolyParts(snapshot, event);
    case 'discarded':
      return told('log.discards', { ...who, cards: cardsPart(event.cards) });
    case 'robber_moved': {
      const place = placePart(snapshot, { kind: 'hex', id: event.to });
      return told('log.movesRobber', { ...who, place });
    }
    case 'stolen': {
      const both = { ...who, ...person(snapshot, event.victim, 'victim') };
      const { resource } = event;
      return resource ? told('log.steals', { ...both, resource }) : told('log.stealsCard', both);
    }
    case 'traded_with_bank':
      return told('log.tradesWithBank', { ...who, ...swap(event.terms) });
    case 'offered': {
      const people = event.to.map((seat) => t('log.offersTo', person(snapshot, seat)));
      const asked = readerAmong(snapshot, event.to);
      return told('log.offers', { ...who, ...swap(event.terms), asked, people: listed(people) });
    }
    case 'answered':
      return answerParts(who, event.answer);
    case 'traded': {
      const both = { ...who, ...person(snapshot, event.with, 'partner') };
      return told('log.trades', { ...both, ...swap(event.terms) });
    }
    case 'withdrawn':
      return told('log.withdraws', who);
  }
}

function dicePart(dice: readonly [number, number]): LogPart {
  return { type: 'dice', dice };
}

function swap({ give, take }: Terms): { give: LogPart; take: LogPart } {
  return { give: cardsPart(give), take: cardsPart(take) };
}

function monopolyParts(
  snapshot: LogContext,
  { seat, resource, losses }: Extract<Event, { type: 'monopolized' }>,
): LogPart[] {
  const who = person(snapshot, seat);
  const taken = losses.reduce((sum, loss) => plus(sum, loss.cards), NO_CARDS);
  if (total(taken) === 0) return told('log.namesInVain', { ...who, resource });
  const robbed = losses.map(({ seat: loser }) => loser);
  const people = robbed.map((loser) => t('log.takesAllFrom', person(snapshot, loser)));
  return told('log.takesAll', {
    ...who,
    cards: cardsPart(taken),
    robbed: readerAmong(snapshot, robbed),
    people: listed(people),
  });
}

/** Whether the reader is among some people, or is all of them: not every language can say both alike. */
function readerAmong(snapshot: LogContext, seats: readonly Seat[]): 'only' | 'too' | 'others' {
  if (!seats.some((seat) => person(snapshot, seat).who === 'you')) return 'others';
  return seats.length === 1 ? 'only' : 'too';
}

/** An award that has come to somebody, gone over to them, or been lost. */
const AWARDS = {
  longest_road: {
    has: 'log.hasLongestRoad',
    takes: 'log.takesLongestRoad',
    loses: 'log.losesLongestRoad',
  },
  largest_army: {
    has: 'log.hasLargestArmy',
    takes: 'log.takesLargestArmy',
    loses: 'log.losesLargestArmy',
  },
} as const;

function awardLine(
  snapshot: LogContext,
  award: keyof typeof AWARDS,
  before: Seat | null,
  holder: Seat | null,
): Words | null {
  const { has, takes, loses } = AWARDS[award];
  if (holder === null) {
    return before === null ? null : { seat: before, parts: told(loses, person(snapshot, before)) };
  }
  const who = person(snapshot, holder);
  if (before === null || before === holder) return { seat: holder, parts: told(has, who) };
  return { seat: holder, parts: told(takes, { ...who, ...person(snapshot, before, 'before') }) };
}

function winLine(snapshot: LogContext, winners: readonly Seat[]): Words | null {
  const [first, ...others] = winners;
  if (first === undefined) return null;
  if (!others.length) return { seat: first, parts: told('log.wins', person(snapshot, first)) };
  const people = winners.map((seat, index) =>
    t('log.sharer', { ...person(snapshot, seat), place: index === 0 ? 'first' : 'later' }),
  );
  return { seat: null, parts: told('log.shareGame', { people: listed(people) }) };
}

function answerParts(
  who: Person,
  answer: Extract<Event, { type: 'answered' }>['answer'],
): LogPart[] | null {
  switch (answer.type) {
    case 'accepted':
      return told('log.accepts', who);
    case 'declined':
      return told('log.declines', who);
    case 'countered':
      // The one who answers takes what the offerer gives.
      return told('log.wouldTake', { ...who, ...swap(answer.terms) });
    default:
      return null;
  }
}

/** A throw, and beside it what it brings: `Mira rolls 8 · You 2 lumber · the robber blocks C3`. */
function rollParts(
  snapshot: LogContext,
  { seat, dice, gains, short, blocked }: Extract<Event, { type: 'rolled' }>,
): LogPart[] {
  const got = gains.filter(({ cards }) => total(cards) > 0);
  const nothing = !got.length && dice[0] + dice[1] !== 7;
  const beside = [
    told('log.rolls', { ...person(snapshot, seat), dice: dicePart(dice) }),
    ...got.map((gain) =>
      told('log.gains', { ...person(snapshot, gain.seat), cards: cardsPart(gain.cards) }),
    ),
    ...(nothing ? [told('log.nobodyGains')] : []),
    ...(short.length ? [shortParts(short)] : []),
    ...(blocked === null
      ? []
      : [told('log.robberBlocks', { place: placePart(snapshot, { kind: 'hex', id: blocked }) })]),
  ];
  return beside.flatMap((parts, index) => (index > 0 ? [words(' · '), ...parts] : parts));
}

function shortParts(short: readonly Resource[]): LogPart[] {
  const resources = short.map((resource) => t('log.bankShortOf', { resource }));
  return told('log.bankShort', { resources: listed(resources) });
}

/** A line as plain words. */
export function lineText(parts: readonly LogPart[]): string {
  return (
    parts
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
      .join('')
      // Where a picture was, the spaces on both of its sides have met.
      .replace(/ {2,}/g, ' ')
      .trim()
  );
}
