/**
 * The scenes of the lessons. All of them are moments of one recorded game, `game.txt`, in which the learner has always
 * chosen best: comments in the record say where a scene begins and ends, and what else can be chosen there.
 */

import type { PickPiece } from '../board/targets';
import game from './game.txt?raw';

/** What a scene is about. */
export type SceneId =
  'corner' | 'second' | 'road' | 'roll' | 'build' | 'bank' | 'offer' | 'robber' | 'card';

/** What can be chosen: it has the name of its place, where it has one on the board. */
export interface Choice {
  readonly id: string;
  /** The corner to which it leads, where it is a road. */
  readonly aim: string | null;
  /** The steps that it is, in the notation. */
  readonly steps: readonly string[];
}

/** One question, and what can be answered. */
export interface Scene {
  /** From 1. */
  readonly number: number;
  readonly id: SceneId;
  /** The record up to the question. */
  readonly record: string;
  /** In the order of their names, which does not tell the best. */
  readonly choices: readonly Choice[];
  readonly best: Choice;
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
};

/** The first scene in which the learner holds cards that matter. */
export const FIRST_ROLL = 4;

/** What the learner's cards are to buy at a scene; null where that is nothing. */
export function costOf({ id }: Scene): 'road' | 'settlement' | 'development_card' | null {
  if (id === 'build' || id === 'bank') return 'settlement';
  if (id === 'offer') return 'road';
  return id === 'card' ? 'development_card' : null;
}

const BEGIN = /^# scene (\w+) (\w+)(?: to (\w+))?$/;
const OTHER = /^# or (\w+)(?: to (\w+))?: (.+)$/;
const END = /^# scene end$/;

/** The whole game, as a record. */
export const GAME: string = game;

/** All scenes, in their order. */
export const SCENES: readonly Scene[] = scenesIn(game.split('\n'));

/** The scene with a number; null where there is none. */
export function sceneOf(number: number | null): Scene | null {
  return SCENES.find((scene) => scene.number === number) ?? null;
}

/** The record of what comes of a choice. */
export function recordAfter({ record }: Scene, { steps }: Choice): string {
  return `${record}\n${steps.join('\n')}\n`;
}

/** How many steps a record has: the lines after its headers that are steps, and no comments or numbers of turns. */
export function stepsIn(record: string): number {
  const steps = record.slice(record.indexOf('\n\n')).split('\n');
  return steps.filter((line) => line && !/^(#|turn )/.test(line)).length;
}

function scenesIn(lines: readonly string[]): Scene[] {
  const begins = lines.flatMap((line, at) => {
    const [, id, best, aim = null] = BEGIN.exec(line) ?? [];
    return id && best ? [{ at, id: id as SceneId, best, aim }] : [];
  });
  return begins.map(({ at, id, best: name, aim }, index) => {
    const ends = lines.findIndex(
      (line, after) => after > at && (END.test(line) || BEGIN.test(line) || line === ''),
    );
    const within = lines.slice(at + 1, ends);
    const best = { id: name, aim, steps: within.filter((line) => !/^(#|turn )/.test(line)) };
    const others = within.flatMap((line) => {
      const [, other, leads = null, steps] = OTHER.exec(line) ?? [];
      return other && steps ? [{ id: other, aim: leads, steps: steps.split('; ') }] : [];
    });
    return {
      number: index + 1,
      id,
      record: lines.slice(0, at).join('\n'),
      choices: [best, ...others].sort((a, b) => (a.id < b.id ? -1 : 1)),
      best,
    };
  });
}
