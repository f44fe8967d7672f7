/**
 * The words that the text view understands: those of the reader's language, and English ones, which
 * the documentation and other players use.
 */

import english from '../../messages/en/text/textWords.json';
import { t } from '../language/messages';
import { RESOURCES } from '../cards';
import type { Resource } from '../protocol';
import {
  COMMANDS,
  COMMANDS_OF,
  TAKES,
  TOPICS,
  USES,
  type CommandId,
  type CommandMode,
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

/** All words, by what they mean. */
export interface Lexicon {
  /** The commands that a phrase may mean. */
  readonly commands: ReadonlyMap<string, readonly CommandId[]>;
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
  for (const id of COMMANDS) {
    for (const word of wordsOf(id)) commands.set(word, [...(commands.get(word) ?? []), id]);
  }
  const set = (id: WordId) => new Set(wordsOf(id));
  const terrains = Object.entries(TERRAIN).flatMap(([terrain, resource]) =>
    wordsOf(terrain as keyof typeof TERRAIN).map((word) => [word, resource] as const),
  );
  return {
    commands,
    names: Object.fromEntries(COMMANDS.map((id) => [id, wordsOf(id)[0] ?? id])) as Lexicon['names'],
    resources: new Map([
      ...terrains,
      ...RESOURCES.flatMap((each) => wordsOf(each).map((word) => [word, each] as const)),
    ]),
    resourceNames: Object.fromEntries(
      RESOURCES.map((each) => [each, wordsOf(each)[0] ?? each]),
    ) as Lexicon['resourceNames'],
    directions: new Map(
      DIRECTIONS.flatMap((each) => wordsOf(each).map((word) => [word, each] as const)),
    ),
    topics: new Map(
      TOPICS.flatMap((each) => topicWords(each).map((word) => [word, each] as const)),
    ),
    topicNames: Object.fromEntries(
      TOPICS.map((each) => [each, topicWords(each)[0] ?? each]),
    ) as Lexicon['topicNames'],
    uses: new Map(
      USES.flatMap((each) => wordsOf(`${each}Use`).map((word) => [word, each] as const)),
    ),
    useNames: Object.fromEntries(
      USES.map((each) => [each, wordsOf(`${each}Use`)[0] ?? each]),
    ) as Lexicon['useNames'],
    turns: set('turns'),
    mistakes: set('mistakes'),
    onWords: new Set([...wordsOf('yes'), ...wordsOf('onWords')]),
    offWords: new Set([...wordsOf('no'), ...wordsOf('offWords')]),
    any: set('any'),
    everything: set('everything'),
    for: set('for'),
    to: set('to'),
    and: set('and'),
    articles: set('articles'),
    fillers: set('fillers'),
  };
}

/** The words of a list: the reader's own first. */
export function wordsOf(id: WordId): string[] {
  return split(`${t(`textWords.${id}`)},${english[id]}`);
}

function split(listed: string): string[] {
  const words = listed.split(',').map((word) => word.trim().toLocaleLowerCase());
  return [...new Set(words.filter((word) => word !== ''))];
}

function topicWords(topic: Topic): string[] {
  return wordsOf(`${topic}Topic`);
}

/** The command that a phrase means in a mode, where something follows it or not; null where it means none. */
export function commandCalled(
  phrase: string,
  follows: boolean,
  mode: CommandMode,
): CommandId | null {
  const known = lexicon().commands.get(phrase) ?? [];
  const found = known.filter((id) => COMMANDS_OF[mode].includes(id));
  const fits = (id: CommandId) =>
    TAKES[id] === 'either' || TAKES[id] === (follows ? 'something' : 'nothing');
  return found.find(fits) ?? found[0] ?? null;
}

/** All that the commands of a mode are called. */
export function phrasesOf(mode: CommandMode): string[] {
  return [...lexicon().commands.keys()].filter((phrase) => commandCalled(phrase, true, mode));
}

/** The same in the reader's language alone. */
export function ownPhrasesOf(mode: CommandMode): string[] {
  return COMMANDS_OF[mode].flatMap((id) => split(t(`textWords.${id}`)));
}
