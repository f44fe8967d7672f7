/** What somebody wants, from what they have typed. */

import type { BotLevel, DevelopmentCard, Seat } from '../../base/protocol';
import { listed } from '../../base/language/format';
import { t, type MessageId } from '../../base/language/messages';
import { LEVELS } from '../../base/levels';
import { type Piece } from '../../base/words';
import type { CommandMode, Typed } from '../intent/commands';
import {
  COMMANDS_OF,
  isCareful,
  takes,
  TYPED,
  type Command,
  type CommandId,
  type Taking,
  type Topic,
  type Unit,
  type Use,
  type Aim,
} from './commands';
import { fold } from './fold';
import { commandCalled, commandsCalled, lexicon, nearestWord, phrasesOf } from './lexicon';
import { nearest } from './nearest';
import { after, phraseKey, SWAP, wordsIn, type Word } from './line';
import { Misread } from './misread';
import { Reader, type Known } from './reader';
import { fieldsNamed } from './setup-words';

/** The most words that a command has. */
const COMMAND_WORDS = 8;
/** From how many letters on the beginning of a word stands for all of it. */
const BEGINNING = 3;

/** What was understood, or why nothing was. */
export type Parsed =
  { readonly command: Command } | { readonly problem: string; readonly meant: string | null };

/** Understands a line. */
export function parse(typed: string, known: Known): Parsed {
  try {
    return { command: understand(typed.replace(/^\s*\//u, ''), known) };
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    return { problem: error.problem, meant: error.meant };
  }
}

/** How a command is typed, such as `s c3n`. */
export function usage(id: CommandId): string {
  return t(`textHelp.${id}Use` as MessageId & `textHelp.${CommandId}Use`);
}

function understand(line: string, known: Known): Command {
  const words = wordsIn(line);
  const whole = lexicon().wholes.get(phraseKey(line));
  if (whole && COMMANDS_OF[known.mode].includes(whole.id)) return whole;
  const { ids, begins, ends } = commandIn(words, known);
  const about = words.slice(begins, words.length - ends);
  const text = ends ? spelled(about, 'typed') : after(line, begins);
  // One word may name several commands, such as that for declining and discarding.
  let first: unknown = null;
  for (const id of ids) {
    try {
      return commandOf(id, new Reader(about, known), text);
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

function commandOf(id: CommandId, rest: Reader, text: string): Command {
  if (rest.isDone && takes(id) === 'something') {
    throw new Misread(t('textAnswers.needsMore', { usage: usage(id) }));
  }
  if (isText(id)) return { id, text };
  const command = read(id, rest);
  rest.end();
  return command;
}

/** What a line may be, and with how many words it begins and ends that say so. */
interface Called {
  readonly ids: readonly CommandId[];
  readonly begins: number;
  readonly ends: number;
}

/** The command of a line. */
function commandIn(words: readonly Word[], known: Known): Called {
  const called = calledIn(words, known);
  if (called) return called;
  const [{ folded: first, typed } = { folded: '', typed: '' }] = words;
  const whole = (id: CommandId) => ({ ids: [id], begins: 0, ends: 0 });
  // A place alone is asked about, and a number alone is a step or a choice.
  if (known.mode === 'replay' && /^\d+$/u.test(first)) return whole('step');
  if (known.mode === 'exercise' && /^\d+$/u.test(first)) return whole('choose');
  // On the set-up page, all else begins with the name of a field.
  if (known.mode === 'setup') return whole('set');
  if (known.mode !== 'room' && new Reader(words, known).place('hex', 'intersection', 'path'))
    return whole('scan');
  const short = commandBeginning(first, words.length > 1, known.mode);
  if (short && !isCareful(short.id)) return { ids: [short.id], begins: 1, ends: 0 };
  if (first === '') throw new Misread(t('textAnswers.typeSomething'));
  const meant = short?.phrase ?? nearest(typed, phrasesOf(known.mode));
  throw new Misread(t('textAnswers.noCommand', { typed }), meant);
}

/**
 * The command that most words of a line name: those at its beginning, those at its end, or some at each, as in
 * "make mira host".
 */
function calledIn(words: readonly Word[], known: Known): Called | null {
  const { mode } = known;
  const most = Math.min(COMMAND_WORDS, words.length);
  // Whoever begins to say something may say anything, the words of other commands included.
  for (let begins = most - 1; begins > 0; begins--) {
    const ids = commandsCalled(phraseOf(words.slice(0, begins)), true, mode);
    if (ids.some((id) => FREE.includes(id))) return { ids, begins, ends: 0 };
  }
  for (let count = most; count > 0; count--) {
    for (let ends = 0; ends <= count; ends++) {
      const begins = count - ends;
      const phrase = phraseOf([...words.slice(0, begins), ...words.slice(words.length - ends)]);
      const follows = words.length > count;
      const ids = commandsCalled(phrase, follows, mode).filter(
        (id) => ends === 0 || (follows && mayFollow(id, begins)),
      );
      const [id] = ids;
      if (!id || (begins === 0 && phrase.length < BEGINNING)) continue;
      // "turn" asks for the status, and "turn lasts 45" sets a field.
      const mayBeField = mode === 'setup' && follows && takes(id) === 'nothing';
      if (mayBeField && fieldsNamed(spelled(words).split(' '), known.fields).count > count)
        return null;
      return { ids, begins, ends };
    }
  }
  return null;
}

/** Words as they are looked up: where they are no command, without articles between them, as in "buy a card". */
function phraseOf(words: readonly Word[]): string {
  const { commands, articles, fillers } = lexicon();
  const phrase = spelled(words);
  if (commands.has(phrase)) return phrase;
  const inside = (at: number) => at > 0 && at < words.length - 1;
  const empty = ({ folded }: Word) => articles.has(folded) || fillers.has(folded);
  return spelled(words.filter((word, at) => !inside(at) || !empty(word)));
}

/** Whether what a command is about can come before its last words, or before all of them. */
function mayFollow(id: CommandId, begins: number): boolean {
  return id === 'agree' || (takes(id) !== 'nothing' && (begins > 0 || !isText(id)));
}

function spelled(words: readonly Word[], as: keyof Word = 'folded'): string {
  return words.map((word) => word[as]).join(' ');
}

/** The only command that begins so, with its name; null where none or several do. */
function commandBeginning(
  typed: string,
  follows: boolean,
  mode: CommandMode,
): { id: CommandId; phrase: string } | null {
  if (typed.length < BEGINNING) return null;
  const [first, ...others] = phrasesOf(mode).flatMap((phrase) => {
    const id = fold(phrase).startsWith(typed) ? commandCalled(phrase, follows, mode) : null;
    return id ? [{ id, phrase }] : [];
  });
  return first && others.every(({ id }) => id === first.id) ? first : null;
}

/** What follows these is anything at all. */
const FREE: readonly CommandId[] = ['note', 'say'];

/** Whether a command takes what follows as it is typed. */
function isText(id: CommandId): id is Taking<'text' | 'text?'> {
  return TYPED[id].takes.startsWith('text');
}

/** What follows the words of a command. */
function read(id: Exclude<CommandId, Taking<'text' | 'text?'>>, rest: Reader): Command {
  const what: Typed['takes'] = TYPED[id].takes;
  switch (what) {
    case 'nothing':
      return { id } as Command;
    case 'seat':
      return { id, seat: rest.seatNext() } as Command;
    case 'seat?':
      return { id, seat: rest.isDone ? null : rest.seatNext() } as Command;
    case 'number?':
      return { id, count: rest.number() } as Command;
    default:
      return readOwn(id as Taking<'own' | 'own?'>, rest);
  }
}

function readOwn(id: Taking<'own' | 'own?'>, rest: Reader): Command {
  switch (id) {
    case 'settlement':
    case 'city':
    case 'first':
      return { id, at: rest.placeOf('intersection') };
    case 'road':
      return { id, at: rest.placeOf('path') };
    case 'rob':
      return readRob(rest);
    case 'plenty':
    case 'discard':
      return { id, cards: rest.cards() };
    case 'monopoly':
      return { id, resource: rest.resourceNext() };
    case 'offer': {
      const swap = readSwap(id, rest);
      return { id, swap, to: rest.takes(lexicon().everything) ? null : rest.seats() };
    }
    case 'worth':
      return { id, swap: rest.isDone ? null : readSwap(id, rest) };
    case 'bank':
    case 'suggest':
      return { id, swap: readSwap(id, rest) };
    case 'counter':
      return rest.takesMark('+')
        ? { id, swap: null, more: rest.cards() }
        : { id, swap: readSwap(id, rest), more: null };
    case 'decline':
      if (rest.takes(lexicon().everything)) return { id, seat: null, all: true };
      return { id, seat: rest.isDone ? null : rest.seatNext(), all: false };
    case 'report': {
      const [seat, text] = [rest.seatNext(), rest.typed];
      rest.all();
      return { id, seat, text };
    }
    case 'eyes':
      return { id, seat: rest.takes(lexicon().everything) ? null : rest.seatNext() };
    case 'seat':
      return { id, seat: seatMeant(rest), use: useIn(rest) };
    case 'next':
    case 'previous': {
      const count = rest.number() ?? 1;
      const unit = unitIn(rest);
      return { id, count: rest.number() ?? count, unit };
    }
    case 'play':
    case 'speed':
      return { id, count: speedIn(rest) };
    case 'from':
      return readFrom(rest);
    case 'step':
    case 'choose':
      return { id, count: numberIn(id, rest) };
    case 'log':
      return { id, count: rest.number(), words: rest.all() };
    case 'statistics':
      return { id, topic: rest.isDone ? null : topicIn(rest) };
    case 'board':
      return { id, row: rest.row() };
    case 'scan':
      return readScan(rest);
    case 'legal':
      return { id, piece: rest.isDone ? null : pieceIn(rest) };
    case 'why': {
      const aim = aimIn(rest);
      const places = aim === 'road' ? 'path' : 'intersection';
      return { id, aim, at: isPiece(aim) && !rest.isDone ? rest.placeOf(places) : null };
    }
    case 'help':
      return { id, about: rest.isDone ? null : commandAsked(rest) };
    case 'developmentCard':
    case 'knight':
    case 'roads':
    case 'point':
      return { id };
  }
}

/** `c4 mira`, `mira`, or `c4`. */
function readRob(rest: Reader): Command {
  while (rest.takes(lexicon().to)) continue;
  const hex = rest.place('hex');
  if (!hex) {
    const victim = rest.seat();
    return victim === null
      ? { id: 'rob', hex: rest.placeOf('hex'), victim: null }
      : { id: 'rob', hex: null, victim };
  }
  return { id: 'rob', hex: hex.id, victim: rest.isDone ? null : rest.seatNext() };
}

function readSwap(id: CommandId, rest: Reader) {
  const give = rest.cards();
  if (!rest.takesMark(SWAP) && !rest.takes(lexicon().for)) {
    throw new Misread(t('textAnswers.noSwap', { usage: usage(id) }));
  }
  return { give, get: rest.cards() };
}

function readScan(rest: Reader): Command {
  const place = rest.place('hex', 'intersection', 'path');
  if (place) return { id: 'scan', what: place };
  const number = rest.number();
  if (number !== null) return { id: 'scan', what: number };
  const resource = rest.resource();
  if (resource) return { id: 'scan', what: resource };
  const { typed } = rest;
  const hexes = rest.known.mode === 'setup' ? [] : rest.known.places.all('hex');
  const names = [...hexes, ...lexicon().resources.keys()];
  throw new Misread(t('textAnswers.nothingToScan', { typed }), nearestWord(typed, names));
}

/** What is to be told of a finished game. */
function topicIn(rest: Reader): Topic {
  const { typed } = rest;
  const { topics, topicNames, fillers } = lexicon();
  while (!topics.has(rest.rest) && rest.takes(fillers)) continue;
  const found = topics.get(rest.all());
  if (found) return found;
  const names = listed(Object.values(topicNames));
  throw new Misread(t('textAnswers.noTopic', { typed, names }), nearestWord(typed, topics.keys()));
}

/** Whose seat is meant: one by its number or the name there, or all that are open. */
function seatMeant(rest: Reader): number | null {
  if (rest.takes(lexicon().everything)) return null;
  const number = rest.number();
  if (number === null) return rest.seatNext();
  const { known } = rest;
  const seats = known.mode === 'setup' ? known.seats : known.snapshot.seats.length;
  if (number >= 1 && number <= seats) return number - 1;
  throw new Misread(t('textAnswers.noSeat', { number: String(number), count: seats }));
}

/** Whom a seat is to be for. */
function useIn(rest: Reader): Use {
  const { uses, useNames, ...words } = lexicon();
  const between = new Set([...words.for, ...words.to, ...words.articles, ...words.fillers]);
  while (rest.takes(between)) continue;
  const { typed } = rest;
  const found = uses.get(rest.all());
  if (found) return found;
  const names = listed(Object.values(useNames));
  throw new Misread(t('textAnswers.whichUse', { names }), nearestWord(typed, uses.keys()));
}

/** To the next of what one goes. */
function unitIn(rest: Reader): Unit {
  const { turns, mistakes, topics } = lexicon();
  const called = (topic: Topic) =>
    new Set([...topics.keys()].filter((word) => topics.get(word) === topic));
  while (rest.takes(lexicon().fillers)) continue;
  if (rest.takes(turns)) return 'turn';
  if (rest.takes(mistakes)) return 'mistake';
  if (rest.takes(called('luck'))) return 'luck';
  return rest.takes(called('moments')) ? 'moment' : 'step';
}

/** How many steps a second, such as 4 or 4x; null where none are said. */
function speedIn(rest: Reader): number | null {
  while (rest.takes(lexicon().to)) continue;
  const [, count = ''] = /^x?(\d+)[x×]?$/u.exec(rest.rest) ?? [];
  if (!count) return null;
  rest.all();
  return Number(count);
}

/** `mira hard`, `hard`, or nothing: whom one plays for, and against whom. */
function readFrom(rest: Reader): Command {
  const { for: forWords, to, fillers } = lexicon();
  const between = new Set([...forWords, ...to, ...fillers]);
  let [seat, level]: [Seat | null, BotLevel | null] = [null, null];
  while (!rest.isDone) {
    if (rest.takes(between)) continue;
    const found = levelIn(rest);
    if (found) level = found;
    else seat = rest.seatNext();
  }
  return { id: 'from', seat, level: level ?? 'hard' };
}

/** A level of bots; null where none comes next. */
function levelIn(rest: Reader): BotLevel | null {
  const words = rest.rest.split(' ');
  for (let count = Math.min(2, words.length); count > 0; count--) {
    const use = lexicon().uses.get(words.slice(0, count).join(' '));
    const level = LEVELS.find((each) => each === use);
    if (!level) continue;
    for (const word of words.slice(0, count)) rest.takesMark(word);
    return level;
  }
  return null;
}

/** The number of a step, or of a choice. */
function numberIn(id: CommandId, rest: Reader): number {
  while (rest.takes(lexicon().to) || rest.takes(lexicon().fillers)) continue;
  const number = rest.number();
  if (number !== null) return number;
  throw new Misread(t('textAnswers.needsMore', { usage: usage(id) }));
}

/** The command that is named next. */
function commandAsked(rest: Reader): CommandId {
  const { typed } = rest;
  const { mode } = rest.known;
  const words = rest.all();
  const id = commandCalled(words, true, mode) ?? commandBeginning(words, true, mode)?.id;
  if (id) return id;
  throw new Misread(t('textAnswers.noCommand', { typed }), nearest(typed, phrasesOf(mode)));
}

function pieceIn(rest: Reader): Piece {
  const aim = aimIn(rest);
  if (isPiece(aim)) return aim;
  throw new Misread(t('textAnswers.whichPiece'));
}

function isPiece(aim: Aim): aim is Piece {
  return aim === 'settlement' || aim === 'road' || aim === 'city';
}

const AIMS: Readonly<Partial<Record<CommandId, Aim>>> = {
  settlement: 'settlement',
  road: 'road',
  city: 'city',
  developmentCard: 'development_card',
  offer: 'trade',
  bank: 'trade',
  suggest: 'trade',
  endTurn: 'end_turn',
  knight: 'knight' satisfies DevelopmentCard,
  roads: 'road_building',
  plenty: 'year_of_plenty',
  monopoly: 'monopoly',
  point: 'victory_point',
};

/** What somebody wants to do, by its first words; a place may follow. */
function aimIn(rest: Reader): Aim {
  while (rest.takes(lexicon().articles)) continue;
  const words = rest.rest.split(' ');
  for (let count = words.length; count > 0; count--) {
    const id = commandCalled(words.slice(0, count).join(' '), true, 'game');
    const aim = id && AIMS[id];
    if (!aim) continue;
    for (const word of words.slice(0, count)) rest.takesMark(word);
    return aim;
  }
  throw new Misread(t('textAnswers.whichWish'));
}
