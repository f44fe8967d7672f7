/** The one sentence that says what is awaited, and of whom. */

import { total } from '../../base/cards';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { Seat } from '../../base/protocol';
import { cardsText } from '../../base/words';
import { hexShort } from './labels';
import {
  askedToInterrupt,
  builderOf,
  isYou,
  isYourTurn,
  openTrade,
  person,
  properName,
  viewerOf,
  type TableSnapshot,
} from './snapshot';

/** What the status says. */
export interface Status {
  readonly text: string;
  /** What is enough where a panel says the rest. */
  readonly short?: string;
  /** Whether the viewer is to act, somebody else is, or the game is over. */
  readonly tone: 'act' | 'wait' | 'over';
}

/** The sentence for the table as it stands. */
export function status(snapshot: TableSnapshot): Status {
  if (!snapshot.started) return wait(t('status.waitingForSeats'));
  const { view, choices } = snapshot;
  const { active, robbing } = view;
  const yours = isYourTurn(snapshot);
  const name = properName(snapshot, active);
  const robber = properName(snapshot, robbing);
  const { phase } = view;
  if (snapshot.paused && phase.type !== 'over') return wait(t('status.paused'));
  switch (phase.type) {
    case 'first_player':
      return wait(t('status.whoBegins'));
    case 'set_up_settlement':
      if (!yours) return wait(t('status.placesSettlement', { name }));
      return view.placed < view.seats.length
        ? act(t('status.placeFirstSettlement'))
        : act(t('status.placeSecondSettlement'));
    case 'set_up_road':
      return yours ? act(t('status.placeFirstRoad')) : wait(t('status.placesRoad', { name }));
    case 'first_cards':
      return firstCards(snapshot, phase.choosing);
    case 'turn':
      return yours ? act(ownTurn(snapshot)) : wait(t('status.turnOf', { name }));
    case 'dice':
      return wait(t('status.rolls', person(snapshot, active)));
    case 'special_building':
      return specialBuilding(snapshot);
    case 'interrupt':
      return interrupt(snapshot);
    case 'discard':
      return discard(snapshot, phase.due);
    case 'move_robber':
      if (!isYou(snapshot, robbing)) return wait(t('status.movesRobber', { name: robber }));
      return act(choices.pass ? t('status.moveRobberOrLeave') : t('status.moveRobber'));
    case 'rob':
      if (!isYou(snapshot, robbing)) return wait(t('status.choosesVictim', { name: robber }));
      return act(choices.pass ? t('status.chooseVictimOrNobody') : t('status.chooseVictim'));
    case 'theft': {
      const victim = person(snapshot, phase.victim, 'victim');
      return wait(t('status.takesCard', { ...person(snapshot, robbing), ...victim }));
    }
    case 'free_roads':
      return yours
        ? act(t('status.placeFreeRoads', { count: view.free_roads }))
        : wait(t('status.placesFreeRoads', { name }));
    case 'draw':
      return wait(t('status.drawsCard', person(snapshot, builderOf(snapshot))));
    case 'trade':
      return trade(snapshot, choices.confirm.length > 0);
    case 'over':
      return { text: outcome(snapshot, phase.winners), tone: 'over' };
  }
}

/** `Mira wins with 10 points`, or who shares the game. */
function outcome(snapshot: TableSnapshot, winners: readonly Seat[]): string {
  const [first] = winners;
  if (first === undefined) return t('status.noWinner');
  const points = pointsOf(snapshot, first);
  if (winners.length === 1) return t('status.wins', { ...person(snapshot, first), points });
  const people = winners.map((seat, index) =>
    t('status.sharer', { ...person(snapshot, seat), place: index === 0 ? 'first' : 'later' }),
  );
  return t('status.shareGame', { people: listed(people), points });
}

/** The points that the viewer knows of. */
export function pointsOf(snapshot: TableSnapshot, seat: Seat): number {
  const points = snapshot.view.seats[seat]?.points;
  if (!points) return 0;
  const { settlements, cities, longest_road, largest_army, victory_points } = points;
  return settlements + cities + longest_road + largest_army + victory_points;
}

function ownTurn(snapshot: TableSnapshot): string {
  const { dice, free_roads: count } = snapshot.view;
  if (dice) return count > 0 ? t('status.yourTurnFreeRoads', { count }) : t('status.yourTurn');
  if (count > 0) return t('status.yourTurnFreeRoadsOrRoll', { count });
  return snapshot.choices.play.length ? t('status.rollOrPlay') : t('status.roll');
}

function firstCards(snapshot: TableSnapshot, choosing: readonly Seat[]): Status {
  return snapshot.choices.first_cards.length
    ? act(t('status.chooseFirstCards'))
    : wait(t('status.choosesFirstCards', several(snapshot, choosing)));
}

function specialBuilding(snapshot: TableSnapshot): Status {
  const builder = builderOf(snapshot);
  return isYou(snapshot, builder)
    ? act(t('status.specialBuilding'))
    : wait(t('status.specialBuildingOf', { name: properName(snapshot, builder) }));
}

function interrupt(snapshot: TableSnapshot): Status {
  const asked = askedToInterrupt(snapshot);
  if (asked === null) return wait(t('status.knightMayInterrupt'));
  if (!isYou(snapshot, asked)) {
    return wait(t('status.mayInterrupt', { name: properName(snapshot, asked) }));
  }
  const { robbing, robber } = snapshot.view;
  const hex = hexShort(snapshot.board, robber);
  return act(t('status.interrupt', { ...person(snapshot, robbing), hex }));
}

function discard(snapshot: TableSnapshot, due: readonly number[]): Status {
  const viewer = viewerOf(snapshot);
  const count = viewer === null ? 0 : (due[viewer] ?? 0);
  if (count > 0) {
    const hand = snapshot.view.own ? total(snapshot.view.own.hand) : count * 2;
    return act(t('status.discard', { count, hand }));
  }
  const late = due.flatMap((count, seat) => (count > 0 ? [seat] : []));
  return wait(t('status.discards', several(snapshot, late)));
}

/** People other than the viewer, of whom a message says that they do the same. */
function several(
  snapshot: TableSnapshot,
  seats: readonly Seat[],
): { count: number; names: string } {
  const names = seats.map((seat) => properName(snapshot, seat));
  return { count: seats.length, names: listed(names) };
}

function trade(snapshot: TableSnapshot, agreed: boolean): Status {
  if (isYourTurn(snapshot)) {
    return act(agreed ? t('status.choosePartner') : t('status.waitingForAnswers'));
  }
  const viewer = viewerOf(snapshot);
  const open = openTrade(snapshot);
  const answer = viewer === null ? undefined : open?.answers[viewer];
  const name = properName(snapshot, snapshot.view.active);
  if (!open) return wait(t('status.offersTrade', { name }));
  switch (answer?.type) {
    case 'pending': {
      const { give, take } = open.terms;
      return {
        ...act(t('status.offersYou', { name, give: cardsText(give), take: cardsText(take) })),
        short: t('status.offersYouTrade', { name }),
      };
    }
    case 'accepted':
      return wait(t('status.youAccept', { name }));
    case 'declined':
      return wait(t('status.youDeclined', { name }));
    case 'countered':
      return wait(t('status.youCounter', { name }));
    default:
      return wait(t('status.offersTrade', { name }));
  }
}

function act(text: string): Status {
  return { text, tone: 'act' };
}

function wait(text: string): Status {
  return { text, tone: 'wait' };
}
