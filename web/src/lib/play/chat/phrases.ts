/** The phrases that everybody reads in their own language. */

import { t, type MessageId } from '../../base/language/messages';
import type { ChatLine, Phrase } from '../../base/protocol';

const PHRASES = {
  hello: 'chat.hello',
  good_luck: 'chat.goodLuck',
  well_played: 'chat.wellPlayed',
  thanks: 'chat.thanks',
  sorry: 'chat.sorry',
  thinking: 'chat.thinking',
  your_turn: 'chat.yourTurn',
  be_right_back: 'chat.beRightBack',
  wants_trade: 'chat.wantsTrade',
  no_thanks: 'chat.noThanks',
  oh_no: 'chat.ohNo',
  good_game: 'chat.goodGame',
} as const satisfies Record<Phrase, MessageId>;

/** All of them, in the order in which a game needs them. */
export const ALL_PHRASES = Object.keys(PHRASES) as Phrase[];

/** A phrase in words. */
export function phraseText(phrase: Phrase): string {
  return t(PHRASES[phrase]);
}

/** What a line says. */
export function saidText({ text }: ChatLine): string {
  return text.type === 'words' ? text.text : phraseText(text.phrase);
}

/** A line in words, with who says it. */
export function chatLine(line: ChatLine): string {
  return t('chat.says', { name: line.name, text: saidText(line) });
}
