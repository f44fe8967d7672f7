/**
 * The words that the text view understands: those of the reader's language, and English ones, which
 * the documentation and other players use.
 */

import english from '../../../messages/en/text/textWords.json';
import { t } from '../../base/language/messages';
import { RESOURCES } from '../../base/cards';
import { phraseKey } from './line';
import { nearest } from './nearest';
import type { Resource } from '../../base/protocol';
import type { CommandMode } from '../intent/commands';
import {
  COMMAND_IDS,
  COMMANDS_OF,
  takes,
  TOPICS,
  USES,
  type Command,
  type CommandId,
  type Topic,
  type Use,
} from './commands';
import { CORNERS, SIDES, type Direction } from './places';

/** The name of a message that lists words. */
type WordId = keyof typeof english;

const DIRECTIONS: readonly Direction[] = [...new Set([...CORNERS, ...SIDES])];
/** The terrain of each resource: players call one by the other. */
const TERRAIN = {
  hills: 'brick',
  forest: 'lumber',
  pasture: 'wool',
  fields: 'grain',
  mountains: 'ore',
} as const satisfies Readonly<Record<string, Resource>>;

/** What a line says that is none of the words above with something behind it. */
const WHOLES = {
  declineAll: { id: 'decline', seat: null, all: true },
  botsForAll: { id: 'seat', seat: null, use: 'medium' },
  lockAll: { id: 'seat', seat: null, use: 'locked' },
  nextTurn: { id: 'next', count: 1, unit: 'turn' },
  previousTurn: { id: 'previous', count: 1, unit: 'turn' },
} as const satisfies Readonly<Partial<Record<WordId, Command>>>;

/** All words, folded, by what they mean. */
export interface Lexicon {
  /** Each as it is written. */
  readonly written: ReadonlyMap<string, string>;
  /** The commands that a phrase may mean. */
  readonly commands: ReadonlyMap<string, readonly CommandId[]>;
  /** Lines that are a whole command. */
  readonly wholes: ReadonlyMap<string, Command>;
  /** What each command is called first. */
  readonly names: Readonly<Record<CommandId, string>>;
  readonly resources: ReadonlyMap<string, Resource>;
  /** What each resource is called first. */
  readonly resourceNames: Readonly<Record<Resource, string>>;
  readonly directions: ReadonlyMap<string, Direction>;
  readonly topics: ReadonlyMap<string, Topic>;
  /** What each topic is called first. */
  readonly topicNames: Readonly<Record<Topic, string>>;
  readonly uses: ReadonlyMap<string, Use>;
  /** What each use of a seat is called first. */
  readonly useNames: Readonly<Record<Use, string>>;
  /** Words for a turn. */
  readonly turns: ReadonlySet<string>;
  /** Words for a mistake that the analysis has found. */
  readonly mistakes: ReadonlySet<string>;
  /** Words that switch something on, and off. */
  readonly onWords: ReadonlySet<string>;
  readonly offWords: ReadonlySet<string>;
  readonly any: ReadonlySet<string>;
  readonly everything: ReadonlySet<string>;
  readonly for: ReadonlySet<string>;
  readonly to: ReadonlySet<string>;
  readonly and: ReadonlySet<string>;
  /** Words for one card. */
  readonly articles: ReadonlySet<string>;
  /** Words that mean nothing. */
  readonly fillers: ReadonlySet<string>;
}

let made: Lexicon | null = null;

/** The words of this page. Its messages have to be there. */
export function lexicon(): Lexicon {
  made ??= build();
  return made;
}

function build(): Lexicon {
  const commands = new Map<string, CommandId[]>();
  const written = new Map<string, string>();
  const folded = (id: WordId) =>
    wordsOf(id).map((word) => {
      const key = phraseKey(word);
      if (!written.has(key)) written.set(key, word);
      return key;
    });
  for (const id of COMMAND_IDS) {
    for (const word of folded(id)) commands.set(word, [...(commands.get(word) ?? []), id]);
  }
  const set = (...ids: WordId[]) => new Set(ids.flatMap(folded));
  const meaning = <M>(id: WordId, value: M) => folded(id).map((word) => [word, value] as const);
  const terrains = Object.entries(TERRAIN).flatMap(([terrain, resource]) =>
    meaning(terrain as keyof typeof TERRAIN, resource),
  );
  return {
    written,
    commands,
    wholes: new Map(
      Object.entries(WHOLES).flatMap(([id, command]) =>
        meaning(id as keyof typeof WHOLES, command),
      ),
    ),
    names: Object.fromEntries(
      COMMAND_IDS.map((id) => [id, wordsOf(id)[0] ?? id]),
    ) as Lexicon['names'],
    resources: new Map([...terrains, ...RESOURCES.flatMap((each) => meaning(each, each))]),
    resourceNames: Object.fromEntries(
      RESOURCES.map((each) => [each, wordsOf(each)[0] ?? each]),
    ) as Lexicon['resourceNames'],
    directions: new Map(DIRECTIONS.flatMap((each) => meaning(each, each))),
    topics: new Map(TOPICS.flatMap((each) => meaning(`${each}Topic`, each))),
    topicNames: Object.fromEntries(
      TOPICS.map((each) => [each, wordsOf(`${each}Topic`)[0] ?? each]),
    ) as Lexicon['topicNames'],
    uses: new Map(USES.flatMap((each) => meaning(`${each}Use`, each))),
    useNames: Object.fromEntries(
      USES.map((each) => [each, wordsOf(`${each}Use`)[0] ?? each]),
    ) as Lexicon['useNames'],
    turns: set('turns'),
    mistakes: set('mistakes'),
    onWords: set('yes', 'onWords'),
    offWords: set('no', 'offWords'),
    any: set('any'),
    everything: set('everything'),
    for: set('for'),
    to: set('to'),
    and: set('and'),
    articles: set('articles'),
    fillers: set('fillers'),
  };
}

/** The words of a list as they are written: the reader's own first. */
export function wordsOf(id: WordId): string[] {
  return split(`${t(`textWords.${id}`)},${english[id]}`);
}

function split(listed: string): string[] {
  const words = listed.split(',').map((word) => word.trim().toLocaleLowerCase());
  const keys = words.map(phraseKey);
  return words.filter((_, at) => keys[at] !== '' && keys.indexOf(keys[at] ?? '') === at);
}

/** The word nearest to what was typed, as it is written; null where none is near. */
export function nearestWord(typed: string, words: Iterable<string>): string | null {
  const found = nearest(typed, words);
  return found && (lexicon().written.get(phraseKey(found)) ?? found);
}

/** What a phrase may mean in a mode, the likeliest first: that depends on whether something follows it. */
export function commandsCalled(phrase: string, follows: boolean, mode: CommandMode): CommandId[] {
  const known = lexicon().commands.get(phraseKey(phrase)) ?? [];
  const found = known.filter((id) => COMMANDS_OF[mode].includes(id));
  const fits = (id: CommandId) =>
    takes(id) === 'either' || takes(id) === (follows ? 'something' : 'nothing');
  return [...found.filter(fits), ...found.filter((id) => !fits(id))];
}

/** The first of them; null where there is none. */
export function commandCalled(
  phrase: string,
  follows: boolean,
  mode: CommandMode,
): CommandId | null {
  return commandsCalled(phrase, follows, mode)[0] ?? null;
}

/** All that the commands of a mode are called, as it is written. */
export function phrasesOf(mode: CommandMode): string[] {
  const { commands, written } = lexicon();
  return [...commands.keys()]
    .filter((phrase) => commandCalled(phrase, true, mode))
    .map((phrase) => written.get(phrase) ?? phrase);
}

/** The same in the reader's language alone. */
export function ownPhrasesOf(mode: CommandMode): string[] {
  return COMMANDS_OF[mode].flatMap((id) => split(t(`textWords.${id}`)));
}
