/** What came of a choice, in words, and why. */

import {
  DEVELOPMENT_CARDS,
  developmentCount,
  NO_CARDS,
  RESOURCES,
  without,
} from '../../base/cards';
import { properName, type TableSnapshot } from '../../play/game/snapshot';
import { pointsOf } from '../../play/game/status';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { BoardInfo, Cards, Resource } from '../../base/protocol';
import { cardName, cardsText, cardText, resourceName } from '../../base/words';
import { aimOf, dotsAt, dotsOf, ownDots, placeOf, sumAt, type Dots } from './places';
import { LEARNER, type Choice, type Scene } from './scenes';
import type { Stage } from './stage.svelte';
import { bargainOf } from './words';

/** What came of a choice. */
export interface Answer {
  readonly heading: string;
  /** Why, or what was better. */
  readonly reason: string;
  /** Whether nothing was better. */
  readonly best: boolean;
  /** What a corner brings. */
  readonly dots: readonly Dots[];
}

/** The seat of the player with whom the learner trades. */
const BRUNO = 1;

/** What came of what was chosen; null while nothing is. */
export function answer(stage: Stage): Answer | null {
  const { scene, chosen, step } = stage;
  if (!chosen || !step) return null;
  const { before, after } = step;
  const best = chosen === scene.best;
  const [heading, reason] = told(stage, chosen, best, before, after);
  const place = placeOf(after.board, scene, chosen);
  const corner = place?.kind === 'intersection' ? place.id : aimOf(after.board, chosen);
  return { heading, reason, best, dots: corner === null ? [] : dotsOf(after.board, corner) };
}

/** What stands at the places that were not chosen; nothing where there is nothing to say of them. */
export function sideText(stage: Stage, choice: Choice): string {
  const { scene, board } = stage;
  const place = placeOf(board, scene, choice);
  if (!place) return '';
  if (scene.id === 'second') return t('scenes.fresh', { count: fresh(stage, choice).length });
  if (scene.id === 'award') return '';
  const corner = place.kind === 'intersection' ? place.id : aimOf(board, choice);
  const count = corner === null ? (board.hexes[place.id]?.pips ?? 0) : sumAt(board, corner);
  return t('scenes.dots', { count });
}

function told(
  stage: Stage,
  chosen: Choice,
  best: boolean,
  before: TableSnapshot,
  after: TableSnapshot,
): [heading: string, reason: string] {
  const { scene, board } = stage;
  const gold = scene.best;
  const bruno = properName(after, BRUNO);
  switch (scene.id) {
    case 'corner': {
      const id = idOf(board, scene, chosen);
      const sum = dotsAt(board, id).join(' + ');
      const heading = t('scenes.cornerSum', { sum, every: everyText(sumAt(board, id)) });
      return [heading, best ? t('scenes.cornerBest') : goldDots(board, scene)];
    }
    case 'second': {
      const news = fresh(stage, chosen);
      const count = sumAt(board, idOf(board, scene, chosen));
      const resources = listed(news.map(resourceName));
      const heading = news.length
        ? t('scenes.secondNew', { resources })
        : t('scenes.secondNone', { count });
      const goldNews = listed(fresh(stage, gold).map(resourceName));
      const reason = best
        ? t('scenes.secondBest')
        : t('scenes.secondGold', { resources: goldNews });
      return [heading, reason];
    }
    case 'road': {
      const aim = aimOf(board, chosen) ?? 0;
      const count = sumAt(board, aim);
      const heading = board.intersections[aim]?.harbor
        ? t('scenes.roadHarbor', { count })
        : t('scenes.roadTo', { count });
      if (best) return [heading, t('scenes.roadBest')];
      return [heading, t('scenes.roadGold', { count: sumAt(board, aimOf(board, gold) ?? 0) })];
    }
    case 'roll': {
      const number = (after.view.dice ?? []).reduce((sum, die) => sum + die, 0);
      const cards = cardsText(gained(before, after));
      return [t('scenes.rolled', { number, cards }), t('scenes.rolledAll', { number })];
    }
    case 'build': {
      const heading = t('scenes.built', { points: pointsOf(after, LEARNER) });
      const count = sumAt(board, idOf(board, scene, chosen));
      const reason = best
        ? t('scenes.buildBest', { count })
        : `${t('scenes.buildHarbor')} ${goldDots(board, scene)}`;
      return [heading, `${reason} ${t('scenes.buildOver')}`];
    }
    case 'bank':
      return best
        ? [t('scenes.banked', { points: pointsOf(after, LEARNER) }), t('scenes.bankBest')]
        : [
            t('scenes.bankOther', { cards: cardsText(bargainOf(before, chosen)?.get ?? NO_CARDS) }),
            t('scenes.bankGold', { cards: cardsText(bargainOf(before, gold)?.get ?? NO_CARDS) }),
          ];
    case 'offer':
      if (best) return [t('scenes.dealt', { name: bruno }), t('scenes.offerBest')];
      return [
        chosen.id === 'two'
          ? t('scenes.offerTwo', { name: bruno })
          : t('scenes.offerWool', { name: bruno }),
        t('scenes.offerGold'),
      ];
    case 'robber': {
      const count = board.hexes[idOf(board, scene, chosen)]?.pips ?? 0;
      const victim = victimAt(after, idOf(board, scene, chosen));
      const heading =
        victim === null
          ? t('scenes.robbedSelf', { count })
          : t('scenes.robbed', { count, name: properName(after, victim) });
      if (best) return [heading, t('scenes.robberBest')];
      const most = board.hexes[idOf(board, scene, gold)]?.pips ?? 0;
      return [heading, t('scenes.robberGold', { count: most, name: bruno })];
    }
    case 'card': {
      const card = DEVELOPMENT_CARDS.find(
        (each) => developmentCount(after.view.own?.development ?? NO_CARDS, each) > 0,
      );
      if (!card) return ['', ''];
      return [
        t('scenes.bought', { card: cardName(card) }),
        `${cardText(card)} ${t('scenes.boughtLater')}`,
      ];
    }
    case 'city': {
      const heading = t('scenes.raised', { points: pointsOf(after, LEARNER) });
      const count = sumAt(board, idOf(board, scene, chosen));
      return [heading, best ? t('scenes.cityBest', { count }) : goldDots(board, scene)];
    }
    case 'award': {
      const reason = best ? t('scenes.awardBest') : t('scenes.awardGold');
      const heading = best
        ? t('scenes.awarded', { points: pointsOf(after, LEARNER) })
        : t('scenes.awardNone');
      return [heading, `${reason} ${t('scenes.awardArmy')}`];
    }
  }
}

/** `The gold corner has 12 dots.` */
function goldDots(board: BoardInfo, scene: Scene): string {
  return t('scenes.goldDots', { count: sumAt(board, idOf(board, scene, scene.best)) });
}

/** How often a corner with so many dots brings a card: every third roll for 12 of 36. */
function everyText(dots: number): string {
  const rolls = 36 / dots;
  // Halfway between two numbers both are named.
  const half = Math.abs(rolls - Math.floor(rolls) - 0.5) < 0.2;
  const few = Math.floor(rolls);
  const often = half ? `r${few}to${few + 1}` : `r${Math.round(rolls)}`;
  return t('scenes.every', { often, rolls: Math.round(rolls) });
}

/** The resources of a corner that the learner does not get yet. */
function fresh(stage: Stage, choice: Choice): Resource[] {
  const { scene, board } = stage;
  const has = new Set(ownDots(stage.before).map(({ resource }) => resource));
  const there = dotsOf(board, idOf(board, scene, choice)).map(({ resource }) => resource);
  return RESOURCES.filter((resource) => there.includes(resource) && !has.has(resource));
}

/** The number of a choice's place. */
function idOf(board: BoardInfo, scene: Scene, choice: Choice): number {
  return placeOf(board, scene, choice)?.id ?? 0;
}

/** Who has built at a hex besides the learner; null where nobody has. */
function victimAt({ board, view }: TableSnapshot, hex: number): number | null {
  const found = view.seats.findIndex(
    ({ settlements, cities }, seat) =>
      seat !== LEARNER &&
      [...settlements, ...cities].some((at) => board.hexes[hex]?.corners.includes(at)),
  );
  return found < 0 ? null : found;
}

/** What has come to the learner's hand. */
function gained(before: TableSnapshot, after: TableSnapshot): Cards {
  const [old, now] = [before.view.own?.hand ?? NO_CARDS, after.view.own?.hand ?? NO_CARDS];
  return without(now, old);
}
