/** What is said of a scene: the question, and what can be chosen. The text view says the same. */

import { cardsOf, countOf, NO_CARDS, only, plus, RESOURCES } from '../../base/cards';
import { hexesAt } from '../../play/board/spots';
import { placeName } from '../../play/game/labels';
import { properName, type TableSnapshot } from '../../play/game/snapshot';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { BoardInfo, Cards } from '../../base/protocol';
import { cardsText, harborText, resourceName, terrainName } from '../../base/words';
import { aimOf, ownDots, placeOf, type Dots } from './places';
import { LEARNER, SCENES, type Choice, type Scene, type SceneId } from './scenes';
import type { Stage } from './stage.svelte';

/** How something is chosen. */
export type How = 'click' | 'tap' | 'choose';

/** What is done at a scene. */
export function question({ scene, before }: Stage, how: How): string {
  switch (scene.id) {
    case 'corner':
      return t('scenes.cornerAsk', { how });
    case 'second':
      return t('scenes.secondAsk', { how });
    case 'road':
      return t('scenes.roadAsk', { how });
    case 'roll':
      return t('scenes.rollAsk');
    case 'build':
      return t('scenes.buildAsk', { how });
    case 'bank':
      return t('scenes.bankAsk', {
        harbor: countOf(before.choices.rates, 'ore') < 4 ? 'yes' : 'no',
      });
    case 'offer':
      return t('scenes.offerAsk');
    case 'robber':
      return t('scenes.robberAsk', { how });
    case 'card':
      return t('scenes.cardAsk');
    case 'city':
      return t('scenes.cityAsk', { how });
    case 'award':
      return t('scenes.awardAsk', { how });
  }
}

/** What is said besides: what is new about how things stand; nothing where that is nothing. */
export function noteText({ scene }: Stage): string {
  if (scene.id === 'second') return t('scenes.apart');
  if (!scene.left.length) return '';
  const roads = scene.left.some(({ id }) => id === 'road');
  const corners = scene.left.some(({ id }) => id !== 'road');
  return t('scenes.goldOn', { what: !roads ? 'corners' : corners ? 'both' : 'road' });
}

/** What the learner has on the island, where the question is about it: the picture shows it. */
export function ownText(stage: Stage): string {
  const { scene, table, board } = stage;
  const own = table.view.seats[LEARNER];
  if (scene.id === 'second') {
    return t('scenes.has', { pips: listed(ownDots(stage.before).map(dotsText), 'unit') });
  }
  if (scene.id !== 'award' && !scene.left.length) return '';
  const named = (ids: readonly number[], places: BoardInfo['intersections'] | BoardInfo['paths']) =>
    listed(
      ids.map((id) => placeName(places[id]?.name ?? '')),
      'unit',
    );
  return t('scenes.pieces', {
    settlements: named([...(own?.settlements ?? []), ...(own?.cities ?? [])], board.intersections),
    roads: named(own?.roads ?? [], board.paths),
  });
}

/** How somebody goes on: the turn ends, or another scene comes. */
export function nextText({ isTurnOver }: Scene): string {
  return isTurnOver ? t('actions.endTurn') : t('learn.next');
}

/** What each is about. */
const NAMES: Readonly<Record<SceneId, () => string>> = {
  corner: () => t('scenes.corner'),
  second: () => t('scenes.second'),
  road: () => t('scenes.road'),
  roll: () => t('scenes.roll'),
  build: () => t('scenes.build'),
  bank: () => t('scenes.bank'),
  offer: () => t('scenes.offer'),
  robber: () => t('scenes.robber'),
  card: () => t('scenes.card'),
  city: () => t('scenes.city'),
  award: () => t('scenes.award'),
};

/** A scene, and how far it is: `Scene 3, the robber, done`. */
export function sceneLabel(id: SceneId, at: number, done: readonly number[]): string {
  const number = SCENES.indexOf(id) + 1;
  const state = done.includes(number) ? 'done' : number === at ? 'now' : 'open';
  return t('learn.scene', { number, name: NAMES[id](), state });
}

/** The dots of a resource: `ore 5 dots`. */
export function dotsText({ resource, count }: Dots): string {
  return t('coach.pips', { resource: resourceName(resource), count });
}

/** A trade: what is given for what. */
export interface Bargain {
  readonly give: Cards;
  readonly get: Cards;
}

/** What the learner gives and gets by a choice; null where it is no trade. */
export function bargainOf({ choices }: TableSnapshot, { steps }: Choice): Bargain | null {
  const [, kind, terms] = /^1 (bank|offer) (\w+>\w+)/.exec(steps[0] ?? '') ?? [];
  const [give = '', get = ''] = terms?.split('>') ?? [];
  if (!kind) return null;
  const cards = cardsIn(give);
  if (kind === 'offer') return { give: cards, get: cardsIn(get) };
  // The bank takes as many of the resource as it costs there.
  return {
    give: cardsOf((each) => countOf(cards, each) * countOf(choices.rates, each)),
    get: cardsIn(get),
  };
}

/** A choice, by what lies there, or what it does. */
export function choiceText(table: TableSnapshot, scene: Scene, choice: Choice): string {
  const { board } = table;
  const place = placeOf(board, scene, choice);
  const bargain = bargainOf(table, choice);
  if (bargain) {
    return t('scenes.bargain', { give: cardsText(bargain.give), get: cardsText(bargain.get) });
  }
  if (!place) return scene.id === 'roll' ? t('actions.roll') : t('scenes.buy');
  if (place.kind === 'hex') {
    const hex = board.hexes[place.id];
    const owners = table.view.seats.flatMap(({ settlements, cities }, seat) =>
      [...settlements, ...cities].some((at) => hex?.corners.includes(at))
        ? [seat === LEARNER ? t('words.you') : properName(table, seat)]
        : [],
    );
    return t('scenes.hexChoice', {
      land: landText(board, place.id),
      names: listed(owners, 'unit'),
    });
  }
  const aim = aimOf(board, choice);
  if (aim !== null) return t('scenes.roadChoice', { lands: landsText(board, aim) });
  if (place.kind === 'intersection') return landsText(board, place.id);
  const lands = hexesAt(board, place).map((hex) => landText(board, hex));
  return t('scenes.pathChoice', { path: placeName(choice.id), lands: lands.join('; ') });
}

/** The name of a place on the board that can be picked, as it is heard: where it is, and what lies there. */
export function spotText(table: TableSnapshot, scene: Scene, choice: Choice): string {
  const text = choiceText(table, scene, choice);
  const name = placeName(choice.id);
  return text.startsWith(name) ? text : `${name}: ${text}`;
}

function landsText(board: BoardInfo, corner: number): string {
  const at = board.intersections[corner];
  const lands = (at?.hexes ?? []).map((hex) => landText(board, hex));
  return [...lands, ...(at?.harbor ? [harborText(at.harbor)] : [])].join('; ');
}

/** `12 forest, 1 dot`; `desert`. */
function landText(board: BoardInfo, id: number): string {
  const hex = board.hexes[id];
  if (!hex) return '';
  if (hex.token === null) return terrainName(hex.terrain);
  const land = t('places.land', { terrain: hex.terrain, number: hex.token });
  return t('scenes.land', { land, count: hex.pips });
}

/** The cards of letters such as `BLW`. */
function cardsIn(letters: string): Cards {
  return RESOURCES.map((resource) =>
    only(resource, letters.split(resource.charAt(0).toUpperCase()).length - 1),
  ).reduce(plus, NO_CARDS);
}
