/** The cards of the players: what everybody knows of each seat. */

import { developmentCount } from '../cards';
import type { Color, Seat } from '../protocol';
import { counted, LEVEL_NAME } from '../words';
import { isYou, properName, seatView, type Scene } from './scene';
import { pointsOf } from './status';

/** One player's card. */
export interface SeatCard {
  readonly seat: Seat;
  readonly name: string;
  readonly color: Color;
  readonly you: boolean;
  /** Whether nobody sits there yet. */
  readonly open: boolean;
  /** The bot's level; null for people. */
  readonly level: string | null;
  readonly present: boolean;
  /** Whether it is this seat's turn. */
  readonly active: boolean;
  /** Whether it has still to discard. */
  readonly discards: boolean;
  readonly points: number;
  readonly hand: number;
  readonly development: number;
  readonly knights: number;
  readonly roadLength: number;
  readonly longestRoad: boolean;
  readonly largestArmy: boolean;
  readonly left: { readonly roads: number; readonly settlements: number; readonly cities: number };
  /** All of it in words. */
  readonly label: string;
}

/** The cards of all seats, in turn order. */
export function seatCards(scene: Scene): SeatCard[] {
  return scene.seats.map((info, seat) => {
    const view = seatView(scene, seat);
    const card = {
      seat,
      name: info.name === null ? 'Open seat' : properName(scene, seat),
      color: info.color,
      open: info.name === null,
      you: isYou(scene, seat),
      level: info.kind.type === 'bot' ? LEVEL_NAME[info.kind.level] : null,
      present: info.present,
      active: scene.started && scene.view.active === seat && scene.view.phase.type !== 'over',
      discards: scene.view.phase.type === 'discard' && (scene.view.phase.due[seat] ?? 0) > 0,
      points: pointsOf(scene, seat),
      hand: view.hand,
      development: view.development,
      knights: developmentCount(view.played, 'knight'),
      roadLength: view.road_length,
      longestRoad: scene.view.longest_road === seat,
      largestArmy: scene.view.largest_army === seat,
      left: {
        roads: view.roads_left,
        settlements: view.settlements_left,
        cities: view.cities_left,
      },
    };
    return { ...card, label: seatLabel(card) };
  });
}

function seatLabel(card: Omit<SeatCard, 'label'>): string {
  const parts = [
    card.you ? `${card.name}, you` : card.name,
    counted(card.points, 'point'),
    counted(card.hand, 'resource card'),
    counted(card.development, 'development card'),
    counted(card.knights, 'knight') + (card.largestArmy ? ', largest army' : ''),
    `road of ${card.roadLength}` + (card.longestRoad ? ', longest road' : ''),
    `left: ${counted(card.left.roads, 'road')}, ${counted(card.left.settlements, 'settlement')}, ` +
      counted(card.left.cities, 'city', 'cities'),
  ];
  if (card.level) parts.splice(1, 0, `${card.level.toLowerCase()} bot`);
  else if (!card.present && !card.you && !card.open) parts.splice(1, 0, 'away');
  if (card.discards) parts.splice(1, 0, 'choosing what to discard');
  if (card.active) parts.splice(1, 0, 'their turn');
  return parts.join('; ');
}
