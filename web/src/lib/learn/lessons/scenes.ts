/**
 * The scenes of the lessons. All of them are moments of one recorded game, `game.txt`, in which the learner has always
 * chosen best: comments in the record say where a scene begins and ends, what else can be chosen there, and how the game
 * goes on for those who have chosen it.
 */

import type { PickPiece } from '../../play/board/targets';
import game from './game.txt?raw';

/** What a scene is about. */
export type SceneId =
  | 'corner'
  | 'second'
  | 'road'
  | 'roll'
  | 'build'
  | 'bank'
  | 'offer'
  | 'robber'
  | 'card'
  | 'city'
  | 'award';

/** What can be chosen: it has the name of its place, where it has one on the board. */
export interface Choice {
  readonly id: string;
  /** The corner to which it leads, where it is a road that is built for one. */
  readonly aim: string | null;
  /** The steps that it is, in the notation. */
  readonly steps: readonly string[];
}

/** What a learner has chosen, by scene. */
export type Chosen = Readonly<Partial<Record<SceneId, string>>>;

/** Something that was chosen before, and on which the game does not go on. */
export interface Left {
  readonly id: SceneId;
  readonly choice: Choice;
}

/** One question as somebody comes to it, and what can be answered. */
export interface Scene {
  /** From 1. */
  readonly number: number;
  readonly id: SceneId;
  /** The record up to the question. */
  readonly record: string;
  /** In the order of their names, which does not tell the best. */
  readonly choices: readonly Choice[];
  readonly best: Choice;
  /** Whether all was chosen best so far: the record is the beginning of that of the whole game. */
  readonly isOfGame: boolean;
  /** Whether the learner's turn ends with it. */
  readonly isTurnOver: boolean;
  /** What does not stand any more, since here the game goes on with the best. */
  readonly left: readonly Left[];
}

/** The seat of the learner. */
export const LEARNER = 0;

/** What is picked on the board; scenes that are not here ask for no place. */
export const PIECES: Readonly<Partial<Record<SceneId, PickPiece>>> = {
  corner: 'settlement',
  second: 'settlement',
  road: 'road',
  build: 'settlement',
  robber: 'robber',
  city: 'city',
  award: 'road',
};

/** The first scene in which the learner holds cards that matter. */
export const FIRST_ROLL = 4;

/** What the learner's cards are to buy at a scene; null where that is nothing. */
export function costOf({ id }: Scene): 'road' | 'settlement' | 'city' | 'development_card' | null {
  switch (id) {
    case 'build':
    case 'bank':
      return 'settlement';
    case 'offer':
    case 'award':
      return 'road';
    case 'card':
      return 'development_card';
    case 'city':
      return 'city';
    default:
      return null;
  }
}

/** The choices of a scene for those who have chosen all that is named. */
interface Version {
  readonly wants: readonly string[];
  /** The best first. */
  readonly choices: Choice[];
}

/** A part of the game. */
type Part =
  | {
      readonly kind: 'step';
      readonly line: string;
      /** What stands in its place for those who have chosen all that is named. */
      readonly others: { readonly wants: readonly string[]; readonly steps: readonly string[] }[];
    }
  | { readonly kind: 'scene'; readonly id: SceneId; readonly versions: Version[] }
  /** From here on, all that came before was chosen best. */
  | { readonly kind: 'anew' };

const BEGIN = /^# scene (\w+) (\w+)(?: to (\w+))?(?: for ([\w ]+))?(?:: (.+))?$/;
const CHOICE = /^# or (\w+)(?: to (\w+))?: (.+)$/;
const OTHER = /^# for ([\w ]+): (.+)$/;

const [head = '', body = ''] = game.split('\n\n');
const PARTS: readonly Part[] = partsIn(body.trimEnd().split('\n'));

/** The names of the scenes, in their order. */
export const SCENES: readonly SceneId[] = PARTS.flatMap((part) =>
  part.kind === 'scene' ? [part.id] : [],
);

/** The whole game, as a record. */
export const GAME: string = game;

/** The scene with a number, for somebody who has chosen this; null where there is none. */
export function sceneOf(number: number | null, chosen: Chosen = {}): Scene | null {
  const best: string[] = [];
  let lines: string[] = [];
  let taken: string[] = [];
  /** What was not chosen best since the game went on with the best, and before. */
  let [others, left]: [Left[], Left[]] = [[], []];
  let scenes = 0;
  for (const [at, part] of PARTS.entries()) {
    if (part.kind === 'anew') {
      [lines, taken, left, others] = [[...best], [], others, []];
    } else if (part.kind === 'step') {
      best.push(part.line);
      lines.push(...(part.others.find(({ wants }) => hasAll(taken, wants))?.steps ?? [part.line]));
    } else {
      scenes += 1;
      const { choices } = versionFor(part.versions, taken);
      const [gold] = choices;
      if (!gold) return null;
      if (scenes === number) {
        const after = PARTS[at + 1];
        return {
          number,
          id: part.id,
          record: `${head}\n\n${lines.map((line) => `${line}\n`).join('')}`,
          choices: [...choices].sort((a, b) => (a.id < b.id ? -1 : 1)),
          best: gold,
          isOfGame: lines.length === best.length && lines.every((line, of) => line === best[of]),
          isTurnOver: after?.kind === 'step' && after.line === `${LEARNER + 1} end`,
          left,
        };
      }
      const choice = choices.find(({ id }) => id === chosen[part.id]) ?? gold;
      if (choice !== gold) others = [...others, { id: part.id, choice }];
      left = [];
      taken = [...taken, choice.id];
      lines.push(...choice.steps);
      best.push(...(part.versions[0]?.choices[0]?.steps ?? []));
    }
  }
  return null;
}

/** The record of what comes of a choice. */
export function recordAfter({ record }: Scene, { steps }: Choice): string {
  return `${record}${steps.join('\n')}\n`;
}

/** How many steps a record has: the lines after its headers that are steps, and no comments or numbers of turns. */
export function stepsIn(record: string): number {
  const steps = record.slice(record.indexOf('\n\n')).split('\n');
  return steps.filter((line) => line && !/^(#|turn )/.test(line)).length;
}

function hasAll(taken: readonly string[], wants: readonly string[]): boolean {
  return wants.every((each) => taken.includes(each));
}

/** The first version is for all for whom no other one is. */
function versionFor(versions: readonly Version[], taken: readonly string[]): Version {
  const own = versions.findLast(({ wants }) => hasAll(taken, wants));
  return own ?? { wants: [], choices: [] };
}

/** What the record says, part by part. Steps within a scene are its best choice. */
function partsIn(lines: readonly string[]): Part[] {
  const parts: Part[] = [];
  /** The steps of the best choice of the scene in which a line stands; null where it stands in none. */
  let within: string[] | null = null;
  for (const line of lines) {
    const last = parts.at(-1);
    const [, id, name, aim = null, wants, steps] = BEGIN.exec(line) ?? [];
    if (line === '# scene end') {
      within = null;
    } else if (line === '# anew') {
      parts.push({ kind: 'anew' });
    } else if (id && name) {
      within = steps ? null : [];
      const best = { id: name, aim, steps: within ?? steps?.split('; ') ?? [] };
      const version = { wants: wants?.split(' ') ?? [], choices: [best] };
      if (last?.kind === 'scene' && last.id === id) last.versions.push(version);
      else parts.push({ kind: 'scene', id: id as SceneId, versions: [version] });
    } else if (last?.kind === 'scene' && CHOICE.test(line)) {
      const [, other = '', to = null, its = ''] = CHOICE.exec(line) ?? [];
      last.versions.at(-1)?.choices.push({ id: other, aim: to, steps: its.split('; ') });
    } else if (last?.kind === 'step' && OTHER.test(line)) {
      const [, names = '', its = ''] = OTHER.exec(line) ?? [];
      last.others.push({ wants: names.split(' '), steps: its.split('; ') });
    } else if (within) {
      within.push(line);
    } else {
      parts.push({ kind: 'step', line, others: [] });
    }
  }
  return parts;
}
