/** The phrases that everybody reads in their own language. */

import type { ChatLine, Phrase } from '../protocol';

export const PHRASES: Readonly<Record<Phrase, string>> = {
  hello: 'Hello!',
  good_luck: 'Good luck!',
  well_played: 'Well played!',
  thanks: 'Thank you!',
  sorry: 'Sorry!',
  thinking: 'Let me think.',
  your_turn: 'Your turn.',
  be_right_back: 'Be right back.',
  wants_trade: 'Anybody want to trade?',
  no_thanks: 'No, thank you.',
  oh_no: 'Oh no!',
  good_game: 'Good game!',
};

/** All of them, in the order in which a game needs them. */
export const ALL_PHRASES = Object.keys(PHRASES) as Phrase[];

/** What a line says. */
export function saidText({ text }: ChatLine): string {
  return text.type === 'words' ? text.text : PHRASES[text.phrase];
}
