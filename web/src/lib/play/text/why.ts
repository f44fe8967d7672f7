/** Why something cannot be done, or not there: the server's reason, or what stands in the way. */

import type { ActionButton, HeldCard, PrimaryButton } from '../game/actions';
import { placeShort } from '../game/short-places';
import { person, viewerOf, type TableSnapshot } from '../game/snapshot';
import type { ViewModel } from '../game/view-model';
import { t } from '../../base/language/messages';
import type { Piece } from '../../base/words';
import { reply, type Reply } from './reply';
import type { Aim } from './commands';
import { ownerOf, waysFrom } from './reach';
import { liesOn, standsBeside } from './threats';

/** Where the rules say what keeps a piece from a place. */
const CLAUSES = { far: 'BLD-05', taken: 'BLD-08', close: 'BLD-09', city: 'BLD-11' } as const;

/** Why something cannot be done, or that it can. */
export function why(
  snapshot: TableSnapshot,
  model: Pick<ViewModel, 'actions' | 'primary' | 'heldCards'>,
  aim: Aim,
  at: number | null,
): Reply {
  if (aim === 'settlement' || aim === 'road' || aim === 'city') {
    const anywhere = buttonOf(model, aim);
    if (at !== null) return whyThere(snapshot, anywhere, aim, at);
    return because(anywhere, legalPlaces(snapshot, aim).length > 0);
  }
  if (aim === 'development_card' || aim === 'trade') return because(buttonOf(model, aim));
  if (aim === 'end_turn') {
    const { primary } = model;
    return because(primary.kind === 'end_turn' ? primary : { ...primary, enabled: false });
  }
  return because(model.heldCards.find(({ card }) => card === aim));
}

/** Where a piece can be built now. */
export function legalPlaces({ choices }: TableSnapshot, piece: Piece): readonly number[] {
  return { road: choices.roads, settlement: choices.settlements, city: choices.cities }[piece];
}

/** Why a piece cannot be built at a place. */
export function whyThere(
  snapshot: TableSnapshot,
  anywhere: ActionButton | undefined,
  piece: Piece,
  at: number,
): Reply {
  const kind = piece === 'road' ? 'path' : 'intersection';
  const place = placeShort(snapshot.board, { kind, id: at });
  if (legalPlaces(snapshot, piece).includes(at)) {
    return reply(t('textAnswers.possibleThere', { piece, place }));
  }
  const obstacle = piece === 'road' ? onPath(snapshot, at) : onCorner(snapshot, piece, at);
  if (obstacle) return obstacle;
  if (anywhere?.why) return because(anywhere);
  return piece === 'city'
    ? reply(t('textAnswers.noOwnSettlement', { place }), CLAUSES.city)
    : reply(t('textAnswers.notConnected', { piece, place }), CLAUSES.far);
}

function onPath(snapshot: TableSnapshot, at: number): Reply | null {
  const taken = liesOn(snapshot, at);
  return taken ? reply(taken, CLAUSES.far) : null;
}

function onCorner(snapshot: TableSnapshot, piece: Piece, at: number): Reply | null {
  const owner = ownerOf(snapshot, at);
  if (owner !== null && (piece === 'settlement' || owner !== viewerOf(snapshot))) {
    const place = placeShort(snapshot.board, { kind: 'intersection', id: at });
    return reply(
      t('textAnswers.standsThere', { ...person(snapshot, owner), place }),
      CLAUSES.taken,
    );
  }
  if (piece !== 'settlement') return null;
  const beside = standsBeside(snapshot, at);
  if (beside) return reply(beside, CLAUSES.close);
  const own = snapshot.view.seats[viewerOf(snapshot) ?? -1]?.roads ?? [];
  const reached = waysFrom(snapshot.board, at).some(({ over }) => own.includes(over));
  const place = placeShort(snapshot.board, { kind: 'intersection', id: at });
  if (reached || snapshot.view.turn === 0) return null;
  return reply(t('textAnswers.notConnected', { piece, place }), CLAUSES.taken);
}

/** What a button says of itself. */
export function because(
  button: ActionButton | PrimaryButton | HeldCard | undefined,
  enabled = button && 'enabled' in button ? button.enabled : button?.playable,
): Reply {
  if (!button) return reply(t('textAnswers.notHeld'));
  if (enabled) return reply(t('textAnswers.possible'));
  return reply(button.why ?? t('textAnswers.notNow'), button.clause);
}

function buttonOf(
  { actions }: Pick<ViewModel, 'actions'>,
  id: ActionButton['id'],
): ActionButton | undefined {
  return actions.find((button) => button.id === id);
}
