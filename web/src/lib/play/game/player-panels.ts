/** The cards of the players: what everybody knows of each seat. */

import { developmentCount } from '../../base/cards';
import { t } from '../../base/language/messages';
import { isLocal } from '../../base/local/id';
import type { Cards, Color, DevelopmentCards, Seat } from '../../base/protocol';
import { botWords, levelName } from '../../base/levels';
import { cardsText } from '../../base/words';
import {
  askedToInterrupt,
  isOpen,
  isYou,
  properName,
  seatView,
  type TableSnapshot,
} from './snapshot';
import { pointsOf } from './status';
import type { TimeLeft } from './time-left';

/** One player's card. */
export interface PlayerPanel {
  readonly seat: Seat;
  readonly name: string;
  readonly color: Color;
  readonly you: boolean;
  /** Whether nobody sits there yet. */
  readonly open: boolean;
  /** The bot's level; null for people. */
  readonly level: string | null;
  /** Which bot it is, in a sentence: `easy bot`; null for people. */
  readonly bot: string | null;
  readonly present: boolean;
  /** Whether a bot plays for it until its player is back. */
  readonly away: boolean;
  /** How long its player may think; null without a clock. */
  readonly clock: TimeLeft | null;
  /** Whether it is this seat's turn. */
  readonly active: boolean;
  /** What it is asked for besides the turn: discards, first cards, a knight; null where nothing. */
  readonly asked: string | null;
  readonly points: number;
  readonly hand: number;
  /** Which cards these are, where hands lie open. */
  readonly openHand: Cards | null;
  /** Which development cards it holds, where these lie open. */
  readonly openDevelopment: DevelopmentCards | null;
  readonly development: number;
  readonly knights: number;
  readonly roadLength: number;
  readonly longestRoad: boolean;
  readonly largestArmy: boolean;
  readonly left: { readonly roads: number; readonly settlements: number; readonly cities: number };
  /** The table at which a server may know what the player lets others see; null for oneself and for bots. */
  readonly shownAt: string | null;
  /** All of it in words. */
  readonly label: string;
}

/** The cards of all seats, in turn order. */
export function playerPanels(snapshot: TableSnapshot): PlayerPanel[] {
  const { id } = snapshot.table;
  return snapshot.seats.map((info, seat) => {
    const view = seatView(snapshot, seat);
    const level = info.kind.type === 'bot' ? info.kind.level : null;
    const card = {
      seat,
      name: isOpen(info) ? t('players.openSeat') : properName(snapshot, seat),
      color: info.color,
      open: isOpen(info),
      you: isYou(snapshot, seat),
      level: level && levelName(level),
      bot: level && botWords(level),
      present: info.present,
      away: info.away,
      clock:
        info.left_ms === null
          ? null
          : { left_ms: info.left_ms, running: info.running, at_ms: snapshot.now_ms },
      active:
        snapshot.started && snapshot.view.active === seat && snapshot.view.phase.type !== 'over',
      asked: askedFor(snapshot, seat),
      points: pointsOf(snapshot, seat),
      hand: view.hand,
      openHand: view.open_hand,
      openDevelopment: null,
      development: view.development,
      knights: developmentCount(view.played, 'knight'),
      roadLength: view.road_length,
      longestRoad: snapshot.view.longest_road === seat,
      largestArmy: snapshot.view.largest_army === seat,
      left: {
        roads: view.roads_left,
        settlements: view.settlements_left,
        cities: view.cities_left,
      },
      shownAt:
        info.kind.type === 'human' && !isOpen(info) && !isYou(snapshot, seat) && !isLocal(id)
          ? id
          : null,
    };
    return { ...card, label: seatLabel(card) };
  });
}

function askedFor(snapshot: TableSnapshot, seat: Seat): string | null {
  const { phase, special } = snapshot.view;
  if (phase.type === 'discard' && (phase.due[seat] ?? 0) > 0) return t('players.discards');
  if (phase.type === 'first_cards' && phase.choosing.includes(seat))
    return t('players.choosesFirstCards');
  if (askedToInterrupt(snapshot) === seat) return t('players.askedForKnight');
  return special === seat && phase.type !== 'over' ? t('players.builds') : null;
}

function seatLabel(card: Omit<PlayerPanel, 'label'>): string {
  const { name, points, hand, development, knights, roadLength, left } = card;
  const road = { length: roadLength };
  const presence = presenceText(card);
  return [
    card.you ? t('players.nameYou', { name }) : name,
    ...(card.active ? [t('players.theirTurn')] : []),
    ...(card.asked ? [card.asked] : []),
    ...(presence ? [presence] : []),
    t('players.points', { count: points }),
    t('players.hand', { count: hand }),
    t('players.development', { count: development }),
    t(card.largestArmy ? 'players.knightsWithArmy' : 'players.knights', { count: knights }),
    card.longestRoad ? t('players.longestRoad', road) : t('players.road', road),
    t('players.left', left),
    ...(card.openHand && hand > 0 ? [t('players.holds', { cards: cardsText(card.openHand) })] : []),
  ].join('; ');
}

/** Who plays there, where that is not a player who is here; null where it is. */
function presenceText({
  bot,
  away,
  present,
  you,
  open,
}: Omit<PlayerPanel, 'label'>): string | null {
  if (bot) return bot;
  if (away) return t('players.awayBotPlays');
  return present || you || open ? null : t('players.notConnected');
}
