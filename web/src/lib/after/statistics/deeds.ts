/** What a seat does, in words. */

import { placeShort } from '../../play/game/short-places';
import { t } from '../../base/language/messages';
import type { Action, BoardInfo } from '../../base/protocol';
import { cardName, cardsText, resourceName } from '../../base/words';

/** What is to be known of a game in which something is done. */
export interface Told {
  readonly players: readonly { readonly name: string }[];
  readonly board: BoardInfo;
}

/** What a seat does, as it stands in a list: `city on C3 north (8 forest)`. */
export function actionText({ players, board }: Told, action: Action): string {
  const name = (seat: number) => players[seat]?.name ?? '';
  const at = (kind: 'hex' | 'intersection' | 'path', id: number) => placeShort(board, { kind, id });
  switch (action.type) {
    case 'roll':
      return t('deeds.roll');
    case 'build_settlement':
      return t('deeds.settlement', { place: at('intersection', action.at) });
    case 'build_road':
      return t('deeds.road', { place: at('path', action.at) });
    case 'take_first_cards':
      return t('deeds.firstCards', { place: at('intersection', action.at) });
    case 'build_city':
      return t('deeds.city', { place: at('intersection', action.at) });
    case 'buy_development_card':
      return t('deeds.buy');
    case 'play_knight':
      return t('deeds.play', { card: cardName('knight') });
    case 'play_road_building':
      return t('deeds.play', { card: cardName('road_building') });
    case 'play_victory_point':
      return t('deeds.play', { card: cardName('victory_point') });
    case 'play_year_of_plenty':
      return t('deeds.playFor', {
        card: cardName('year_of_plenty'),
        what: cardsText(action.cards),
      });
    case 'play_monopoly':
      return t('deeds.playFor', {
        card: cardName('monopoly'),
        what: resourceName(action.resource),
      });
    case 'move_robber':
      return t('deeds.robber', { hex: at('hex', action.to) });
    case 'rob':
      return t('deeds.rob', { name: name(action.victim) });
    case 'discard':
      return t('deeds.discard', { cards: cardsText(action.cards) });
    case 'maritime_trade':
      return t('deeds.bank', {
        give: resourceName(action.give),
        take: resourceName(action.take),
      });
    case 'offer':
      return t('deeds.offer', {
        give: cardsText(action.terms.give),
        take: cardsText(action.terms.take),
      });
    case 'counter':
      // Its terms are those of the offer that it answers: who counters gives what that takes.
      return t('deeds.counter', {
        give: cardsText(action.terms.take),
        take: cardsText(action.terms.give),
      });
    case 'accept':
      return t('deeds.accept');
    case 'decline':
      return t('deeds.decline');
    case 'confirm':
      return t('deeds.confirm', { name: name(action.with) });
    case 'withdraw':
      return t('deeds.withdraw');
    case 'pass':
      return t('deeds.pass');
    case 'end_turn':
      return t('deeds.endTurn');
  }
}
