/** How a line that somebody is typing may go on. */

import { properName, viewerOf } from '../game/snapshot';
import { robberTargets } from '../game/targets';
import type { CommandMode } from '../intent/commands';
import { COMMANDS_OF, takes, TYPED, type CommandId } from './commands';
import { fold } from './fold';
import { commandCalled, lexicon, ownPhrasesOf, phrasesOf, wordsOf } from './lexicon';
import type { Field } from './setup-words';
import type { Known, KnownSetup, KnownTable } from './reader';
import { legalPlaces } from './why';
import type { PlaceKind } from '../board/targets';
import { RESOURCES } from '../../base/cards';
import { LEVELS } from '../../base/levels';

/** How many ways to go on are offered. */
const MOST = 8;

/** Those of a replay, which a table would otherwise load for this alone. A test compares them. */
const SPEEDS = ['1', '2', '4', '8'] as const;

/** Whole lines that begin with what was typed. */
export function complete(line: string, known: Known): readonly string[] {
  const typed = line.replace(/^\s+/u, '').toLocaleLowerCase();
  if (!typed) return [];
  if (known.mode === 'setup') {
    const ways = setupWays(typed, known);
    if (ways) return ways.slice(0, MOST);
  }
  const cut = typed.lastIndexOf(' ') + 1;
  const [before, last] = [typed.slice(0, cut), typed.slice(cut)];
  if (cut === 0) return commandsFrom(last, known.mode);
  const [first = '', ...others] = before.trim().split(/\s+/u);
  const id = commandCalled(first, true, known.mode);
  if (!id) return [];
  if (id === 'set') {
    const begin = `${first} `;
    const ways = fieldWays(typed.slice(begin.length), known.fields ?? []);
    return ways.slice(0, MOST).map((way) => begin + way);
  }
  const words = next(id, others, known).filter((word) => continues(word, last));
  return [...new Set(words)].slice(0, MOST).map((word) => before + word);
}

/** Whether a word begins with what was typed, and is more. */
function continues(word: string, typed: string): boolean {
  const [whole, begun] = [fold(word), fold(typed)];
  return whole.startsWith(begun) && whole !== begun;
}

/** How a line of the set-up page goes on: with a field, or with what it can be; null where it is a command. */
function setupWays(typed: string, { fields }: KnownSetup): string[] | null {
  const ways = fieldWays(typed, fields);
  if (typed.includes(' ')) return ways.length ? ways : null;
  return [...commandsFrom(typed, 'setup'), ...ways];
}

/** How the name of a field goes on, or what it can be. */
function fieldWays(typed: string, fields: readonly Field[]): string[] {
  const named = fields.map((field) => ({ field, name: field.names[0]?.toLocaleLowerCase() ?? '' }));
  const [begun] = named.filter(({ name }) => fold(typed).startsWith(`${fold(name)} `));
  if (!begun)
    return named.flatMap(({ name }) => (fold(name).startsWith(fold(typed)) ? [`${name} `] : []));
  return begun.field.values
    .map((value) => `${begun.name} ${value.toLocaleLowerCase()}`)
    .filter((way) => continues(way, typed));
}

/** Commands by what they are called first, and then by all else that they are called. */
function commandsFrom(typed: string, mode: CommandMode): string[] {
  const { names } = lexicon();
  const begun = (words: readonly string[]) =>
    [...new Set(words)].filter((word) => continues(word, typed));
  const own = begun([...COMMANDS_OF[mode].map((id) => names[id]), ...ownPhrasesOf(mode)]);
  // English words are understood as well, and are offered to whoever begins one.
  const found = own.length ? own : begun(phrasesOf(mode));
  return found
    .slice(0, MOST)
    .map((word) =>
      takes(commandCalled(word, true, mode) ?? 'help') === 'something' ? `${word} ` : word,
    );
}

/** What may come next. */
function next(id: CommandId, before: readonly string[], known: Known): readonly string[] {
  if (known.mode === 'setup') return nextOfSetup(id, before, known);
  const { snapshot } = known;
  const legal = (kind: PlaceKind, ids: readonly number[]) =>
    ids.map((at) => known.places.namesOf({ kind, id: at })[0] ?? '');
  switch (id) {
    case 'settlement':
    case 'city':
      return before.length ? [] : legal('intersection', legalPlaces(snapshot, id));
    case 'first':
      return before.length ? [] : legal('intersection', snapshot.choices.first_cards);
    case 'road':
      return before.length ? [] : legal('path', snapshot.choices.roads);
    case 'rob':
      if (before.length) return players(known);
      return [...legal('hex', robberTargets(snapshot.choices)), ...players(known)];
    case 'monopoly':
    case 'plenty':
    case 'discard':
      return resources();
    case 'bank':
    case 'counter':
    case 'suggest':
      return [...resources(), ...swap(before)];
    case 'offer':
      return [...resources(), ...swap(before), ...(before.includes('>') ? players(known) : [])];
    case 'decline':
      return players(known);
    case 'report':
      return before.length ? [] : players(known);
    case 'eyes':
      return [...players(known), ...wordsOf('everything').slice(0, 1)];
    case 'seat':
      return before.length ? Object.values(lexicon().useNames) : seats(known);
    case 'options':
      return before.length ? [] : titles(known.fields ?? []);
    case 'next':
    case 'previous':
      return before.length ? [] : units();
    case 'play':
    case 'speed':
      return before.length ? [] : [...SPEEDS];
    case 'from':
      return [...players(known), ...levels()];
    case 'agree':
    case 'against':
      return before.length
        ? []
        : snapshot.seating.requests.map(({ name }) => name.toLocaleLowerCase());
    case 'scan':
      return [...resources(), ...known.places.all('hex')];
    case 'board':
      return [...new Set(known.places.all('hex').map((name) => name.charAt(0)))];
    case 'legal':
    case 'why':
      return (['settlement', 'road', 'city', 'developmentCard', 'offer', 'endTurn'] as const).map(
        (each) => lexicon().names[each],
      );
    case 'statistics':
      return before.length ? [] : Object.values(lexicon().topicNames);
    case 'help':
      return COMMANDS_OF[known.mode].map((each) => lexicon().names[each]);
    default:
      return TYPED[id].takes.startsWith('seat') ? players(known) : [];
  }
}

function nextOfSetup(
  id: CommandId,
  before: readonly string[],
  { seats, fields }: KnownSetup,
): readonly string[] {
  switch (id) {
    case 'seat':
      return before.length
        ? Object.values(lexicon().useNames)
        : [...counted(seats), ...wordsOf('everything').slice(0, 1)];
    case 'options':
      return before.length ? [] : titles(fields);
    case 'help':
      return COMMANDS_OF.setup.map((each) => lexicon().names[each]);
    default:
      return [];
  }
}

function titles(fields: readonly Field[]): string[] {
  return fields.flatMap(({ names: [name = ''] }) => name.toLocaleLowerCase());
}

function counted(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

/** What one can go to in a replay. */
function units(): string[] {
  const { topicNames } = lexicon();
  const [[turn = ''], [mistake = '']] = [wordsOf('turns'), wordsOf('mistakes')];
  return [turn, mistake, topicNames.luck, topicNames.moments];
}

function levels(): string[] {
  const { useNames } = lexicon();
  return LEVELS.map((level) => useNames[level]);
}

function swap(before: readonly string[]): string[] {
  return before.length && !before.includes('>') ? ['>'] : [];
}

function resources(): string[] {
  return RESOURCES.map((each) => lexicon().resourceNames[each]);
}

function players({ snapshot }: KnownTable): string[] {
  return snapshot.seats.flatMap((_, seat) =>
    seat === viewerOf(snapshot) ? [] : [properName(snapshot, seat).toLocaleLowerCase()],
  );
}

/** The seats that whoever types may arrange, by their numbers. */
function seats({ snapshot }: KnownTable): string[] {
  const { yours } = snapshot.table;
  const numbers = snapshot.seats.flatMap((info, seat) =>
    yours.includes(seat) && info.kind.type === 'human' ? [] : [String(seat + 1)],
  );
  return [...numbers, ...wordsOf('everything').slice(0, 1)];
}
