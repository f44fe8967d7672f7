import { expect, it } from 'vitest';

import { titlesOf } from './titles';

const named = (...names: string[]) => names.map((name, place) => ({ id: String(place), name }));

it('tells two devices of one name apart', () => {
  const titles = titlesOf(named('Chrome · Linux', 'Phone', 'Chrome · Linux', '', ''), 'Unnamed');
  expect([...titles.values()]).toEqual([
    'Chrome · Linux',
    'Phone',
    'Chrome · Linux (2)',
    'Unnamed',
    'Unnamed (2)',
  ]);
});
