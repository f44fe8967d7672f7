/** The one sentence that says what is awaited, and of whom. */

import { total } from '../cards';
import type { Seat } from '../protocol';
import { capitalized, cardsText, counted, listed } from '../words';
import { hexShort } from './labels';
import {
  askedToInterrupt,
  builderOf,
  does,
  isYou,
  isYourTurn,
  nameInside,
  openTrade,
  properName,
  viewerOf,
  type TableSnapshot,
} from './snapshot';

/** What the status says. */
export interface Status {
  readonly text: string;
  /** Whether the viewer is to act, somebody else is, or the game is over. */
  readonly tone: 'act' | 'wait' | 'over';
}

/** The sentence for the table as it stands. */
export function status(snapshot: TableSnapshot): Status {
  if (!snapshot.started) return wait('Waiting until every seat is taken');
  const { view, choices } = snapshot;
  const { active, robbing } = view;
  const yours = isYourTurn(snapshot);
  const { phase } = view;
  if (snapshot.paused && phase.type !== 'over') return wait('The game is paused');
  switch (phase.type) {
    case 'first_player':
      return wait('Rolling to see who begins');
    case 'set_up_settlement':
      return yours
        ? act(`Place your ${view.placed < view.seats.length ? 'first' : 'second'} settlement`)
        : wait(`${properName(snapshot, active)} places a settlement`);
    case 'set_up_road':
      return yours
        ? act('Place a road beside your new settlement')
        : wait(`${properName(snapshot, active)} places a road`);
    case 'first_cards':
      return firstCards(snapshot, phase.choosing);
    case 'turn':
      return yours ? act(ownTurn(snapshot)) : wait(`${properName(snapshot, active)}'s turn`);
    case 'dice':
      return wait(does(snapshot, active, 'roll') + ' the dice');
    case 'special_building':
      return specialBuilding(snapshot);
    case 'interrupt':
      return interrupt(snapshot);
    case 'discard':
      return discard(snapshot, phase.due);
    case 'move_robber':
      if (!isYou(snapshot, robbing))
        return wait(`${properName(snapshot, robbing)} moves the robber`);
      return act(choices.pass ? 'Move the robber, or leave it' : 'Move the robber to another hex');
    case 'rob':
      if (!isYou(snapshot, robbing))
        return wait(`${properName(snapshot, robbing)} chooses whom to rob`);
      return act(choices.pass ? 'Choose whom to rob, or nobody' : 'Choose whom to rob');
    case 'theft':
      return wait(
        `${does(snapshot, robbing, 'take')} a card from ${nameInside(snapshot, phase.victim)}`,
      );
    case 'free_roads':
      return yours
        ? act(`Place ${counted(view.free_roads, 'free road')}, or skip`)
        : wait(`${properName(snapshot, active)} places free roads`);
    case 'draw':
      return wait(`${does(snapshot, builderOf(snapshot), 'draw')} a development card`);
    case 'trade':
      return trade(snapshot, choices.confirm.length > 0);
    case 'over':
      return { text: capitalized(outcome(snapshot, phase.winners)), tone: 'over' };
  }
}

/** `Mira wins with 10 points`, or who shares the game. */
function outcome(snapshot: TableSnapshot, winners: readonly Seat[]): string {
  const [first] = winners;
  if (first === undefined) return 'The game has ended without a winner';
  const points = counted(pointsOf(snapshot, first), 'point');
  return winners.length === 1
    ? `${does(snapshot, first, 'win')} with ${points}`
    : `${listed(winners.map((seat) => nameInside(snapshot, seat)))} share the game with ${points}`;
}

/** The points that the viewer knows of. */
export function pointsOf(snapshot: TableSnapshot, seat: Seat): number {
  const points = snapshot.view.seats[seat]?.points;
  if (!points) return 0;
  const { settlements, cities, longest_road, largest_army, victory_points } = points;
  return settlements + cities + longest_road + largest_army + victory_points;
}

function ownTurn(snapshot: TableSnapshot): string {
  const { dice, free_roads } = snapshot.view;
  const roads = free_roads > 0 ? `place ${counted(free_roads, 'free road')}, ` : '';
  if (dice) return `Your turn: ${roads}trade, build or end`;
  if (roads) return `Your turn: ${roads}or roll the dice`;
  return snapshot.choices.play.length
    ? 'Your turn: roll the dice, or play a card first'
    : 'Your turn: roll the dice';
}

function firstCards(snapshot: TableSnapshot, choosing: readonly Seat[]): Status {
  if (snapshot.choices.first_cards.length) {
    return act('Choose the settlement that brings your first cards');
  }
  const names = listed(choosing.map((seat) => properName(snapshot, seat)));
  return wait(`${names} ${choosing.length === 1 ? 'chooses' : 'choose'} the first cards`);
}

function specialBuilding(snapshot: TableSnapshot): Status {
  const builder = builderOf(snapshot);
  return isYou(snapshot, builder)
    ? act('Special building: build and buy')
    : wait(`Special building: ${properName(snapshot, builder)} may build`);
}

function interrupt(snapshot: TableSnapshot): Status {
  const asked = askedToInterrupt(snapshot);
  if (asked === null) return wait('A knight may interrupt the robber');
  const { robbing, robber } = snapshot.view;
  return isYou(snapshot, asked)
    ? act(
        `${does(snapshot, robbing, 'move')} the robber to ${hexShort(snapshot.board, robber)}: interrupt?`,
      )
    : wait(`${properName(snapshot, asked)} may interrupt the robber with a knight`);
}

function discard(snapshot: TableSnapshot, due: readonly number[]): Status {
  const viewer = viewerOf(snapshot);
  const own = viewer === null ? 0 : (due[viewer] ?? 0);
  if (own > 0) {
    const hand = snapshot.view.own ? total(snapshot.view.own.hand) : own * 2;
    return act(`A 7! Discard ${own} of your ${hand} cards`);
  }
  const late = due.flatMap((count, seat) => (count > 0 ? [properName(snapshot, seat)] : []));
  return wait(`${listed(late)} ${late.length === 1 ? 'discards' : 'discard'}`);
}

function trade(snapshot: TableSnapshot, agreed: boolean): Status {
  const { active } = snapshot.view;
  if (isYourTurn(snapshot)) {
    return agreed ? act('Choose whom to trade with') : act('Waiting for answers to your offer');
  }
  const viewer = viewerOf(snapshot);
  const open = openTrade(snapshot);
  const answer = viewer === null ? undefined : open?.answers[viewer];
  const name = properName(snapshot, active);
  if (!open) return wait(`${name} offers a trade`);
  switch (answer?.type) {
    case 'pending':
      return act(
        `${name} offers you ${cardsText(open.terms.give)} for ${cardsText(open.terms.take)}`,
      );
    case 'accepted':
      return wait(`You accept: ${name} decides`);
    case 'declined':
      return wait(`You declined: ${name} is still trading`);
    case 'countered':
      return wait(`You counter: ${name} decides`);
    default:
      return wait(`${name} offers a trade`);
  }
}

function act(text: string): Status {
  return { text: capitalized(text), tone: 'act' };
}

function wait(text: string): Status {
  return { text: capitalized(text), tone: 'wait' };
}
