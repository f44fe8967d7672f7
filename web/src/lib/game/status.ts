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
  type Scene,
} from './scene';

/** What the status says. */
export interface Status {
  readonly text: string;
  /** Whether the viewer is to act, somebody else is, or the game is over. */
  readonly tone: 'act' | 'wait' | 'over';
}

/** The sentence for the table as it stands. */
export function status(scene: Scene): Status {
  if (!scene.started) return wait('Waiting until every seat is taken');
  const { view, choices } = scene;
  const { active, robbing } = view;
  const yours = isYourTurn(scene);
  const { phase } = view;
  if (scene.paused && phase.type !== 'over') return wait('The game is paused');
  switch (phase.type) {
    case 'first_player':
      return wait('Rolling for who begins');
    case 'set_up_settlement':
      return yours
        ? act(`Place your ${view.placed < view.seats.length ? 'first' : 'second'} settlement`)
        : wait(`${properName(scene, active)} places a settlement`);
    case 'set_up_road':
      return yours
        ? act('Place a road beside your new settlement')
        : wait(`${properName(scene, active)} places a road`);
    case 'first_cards':
      return firstCards(scene, phase.choosing);
    case 'turn':
      return yours ? act(ownTurn(scene)) : wait(`${properName(scene, active)}'s turn`);
    case 'dice':
      return wait(does(scene, active, 'roll') + ' the dice');
    case 'special_building':
      return specialBuilding(scene);
    case 'interrupt':
      return interrupt(scene);
    case 'discard':
      return discard(scene, phase.due);
    case 'move_robber':
      if (!isYou(scene, robbing)) return wait(`${properName(scene, robbing)} moves the robber`);
      return act(choices.pass ? 'Move the robber, or leave it' : 'Move the robber to another hex');
    case 'rob':
      if (!isYou(scene, robbing)) return wait(`${properName(scene, robbing)} chooses whom to rob`);
      return act(choices.pass ? 'Choose whom to rob, or nobody' : 'Choose whom to rob');
    case 'theft':
      return wait(`${does(scene, robbing, 'take')} a card from ${nameInside(scene, phase.victim)}`);
    case 'free_roads':
      return yours
        ? act(`Place ${counted(view.free_roads, 'free road')}, or skip`)
        : wait(`${properName(scene, active)} places free roads`);
    case 'draw':
      return wait(`${does(scene, builderOf(scene), 'draw')} a development card`);
    case 'trade':
      return trade(scene, choices.confirm.length > 0);
    case 'over':
      return { text: capitalized(outcome(scene, phase.winners)), tone: 'over' };
  }
}

/** `Mira wins with 10 points`, or who shares the game. */
function outcome(scene: Scene, winners: readonly Seat[]): string {
  const [first] = winners;
  if (first === undefined) return 'The game has ended without a winner';
  const points = counted(pointsOf(scene, first), 'point');
  return winners.length === 1
    ? `${does(scene, first, 'win')} with ${points}`
    : `${listed(winners.map((seat) => nameInside(scene, seat)))} share the game with ${points}`;
}

/** The points that the viewer knows of. */
export function pointsOf(scene: Scene, seat: Seat): number {
  const points = scene.view.seats[seat]?.points;
  if (!points) return 0;
  const { settlements, cities, longest_road, largest_army, victory_points } = points;
  return settlements + cities + longest_road + largest_army + victory_points;
}

function ownTurn(scene: Scene): string {
  const { dice, free_roads } = scene.view;
  const roads = free_roads > 0 ? `place ${counted(free_roads, 'free road')}, ` : '';
  if (dice) return `Your turn: ${roads}trade, build or end`;
  if (roads) return `Your turn: ${roads}or roll the dice`;
  return scene.choices.play.length
    ? 'Your turn: roll the dice, or play a card first'
    : 'Your turn: roll the dice';
}

function firstCards(scene: Scene, choosing: readonly Seat[]): Status {
  if (scene.choices.first_cards.length) {
    return act('Choose the settlement that brings your first cards');
  }
  const names = listed(choosing.map((seat) => properName(scene, seat)));
  return wait(`${names} ${choosing.length === 1 ? 'chooses' : 'choose'} the first cards`);
}

function specialBuilding(scene: Scene): Status {
  const builder = builderOf(scene);
  return isYou(scene, builder)
    ? act('Special building: build and buy')
    : wait(`Special building: ${properName(scene, builder)} may build`);
}

function interrupt(scene: Scene): Status {
  const asked = askedToInterrupt(scene);
  if (asked === null) return wait('A knight may interrupt the robber');
  const { robbing, robber } = scene.view;
  return isYou(scene, asked)
    ? act(
        `${does(scene, robbing, 'move')} the robber to ${hexShort(scene.board, robber)}: interrupt?`,
      )
    : wait(`${properName(scene, asked)} may interrupt the robber with a knight`);
}

function discard(scene: Scene, due: readonly number[]): Status {
  const viewer = viewerOf(scene);
  const own = viewer === null ? 0 : (due[viewer] ?? 0);
  if (own > 0) {
    const hand = scene.view.own ? total(scene.view.own.hand) : own * 2;
    return act(`A 7! Discard ${own} of your ${hand} cards`);
  }
  const late = due.flatMap((count, seat) => (count > 0 ? [properName(scene, seat)] : []));
  return wait(`${listed(late)} ${late.length === 1 ? 'discards' : 'discard'}`);
}

function trade(scene: Scene, agreed: boolean): Status {
  const { active } = scene.view;
  if (isYourTurn(scene)) {
    return agreed ? act('Choose whom to trade with') : act('Your offer stands: wait for answers');
  }
  const viewer = viewerOf(scene);
  const open = openTrade(scene);
  const answer = viewer === null ? undefined : open?.answers[viewer];
  const name = properName(scene, active);
  if (!open) return wait(`${name} offers a trade`);
  switch (answer?.type) {
    case 'pending':
      return act(
        `${name} offers you ${cardsText(open.terms.give)} for ${cardsText(open.terms.take)}`,
      );
    case 'accepted':
      return wait(`You accept: ${name} decides`);
    case 'declined':
      return wait(`You decline: ${name} goes on trading`);
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
