import { expect, test } from 'vitest';

import { typeset } from '../../../../plugins/messages/typography';
import { switches } from '../../../../../docs/rules/editions.json';
import { t } from '../../base/language/messages';
import { FIRST_PLAYER, HOUSE_RULES, SET_UP, SWITCHES, VARIANTS, type Explained } from './options';

const words = ({ id, clause, title, sentence }: Explained) => ({
  id,
  clause,
  title: t(title),
  sentence: t(sentence),
});

const set = (text: string) => typeset(text, 'en');

test('the rules are worded as the code of the rules words them', () => {
  const found = {
    edition: SWITCHES,
    variant: VARIANTS,
    set_up: [FIRST_PLAYER, SET_UP],
    house_rule: HOUSE_RULES,
  };
  for (const [kind, options] of Object.entries(found)) {
    const here = options.map((option) => ({
      ...words(option),
      options: option.choices.map(({ value, label }) => ({ id: String(value), words: t(label) })),
    }));
    const there = switches
      .filter((each) => each.kind === kind)
      .map(({ id, clause, title, sentence, options: choices }) => ({
        id: kind === 'variant' ? `variants.${id}` : id,
        clause,
        title: set(title),
        sentence: set(sentence),
        options: choices.map((choice) => ({ ...choice, words: set(choice.words) })),
      }));
    expect(here).toEqual(there);
  }
});
