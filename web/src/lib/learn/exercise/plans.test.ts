import { describe, expect, it } from 'vitest';

import type { Action } from '../../base/protocol';
import { mainOf, placeOfPlan, sharesPlace, toldOf } from './plans';

const wool: Action = { type: 'maritime_trade', give: 'wool', take: 'ore' };
const city: Action = { type: 'build_city', at: 7 };
const roads: Action[] = [3, 4].map((at) => ({ type: 'build_road', at }));
const buy: Action = { type: 'buy_development_card' };
const end: Action = { type: 'end_turn' };

describe('a turn', () => {
  it('is known by the last thing that it builds, buys or plays', () => {
    expect(mainOf([wool, city, end])).toBe(city);
    expect(mainOf([city, wool, buy])).toBe(buy);
  });

  it('is known by its first action where it is of trades alone, or ends at once', () => {
    expect(mainOf([wool, end])).toBe(wool);
    expect(mainOf([end])).toBe(end);
  });

  it('is at a place where it has one deed, and roads are where they lead', () => {
    expect(placeOfPlan([wool, city, end])).toEqual({ kind: 'intersection', id: 7 });
    expect(placeOfPlan([...roads, end])).toEqual({ kind: 'path', id: 4 });
    expect(placeOfPlan([city, buy])).toBeNull();
    expect(placeOfPlan([wool, end])).toBeNull();
  });

  it('shares the place of a city with whatever builds it, and that of a road with what ends there', () => {
    const [at, path] = [placeOfPlan([city]), placeOfPlan(roads)];
    if (!at || !path) throw new Error('both are on the board');
    expect(sharesPlace(at, [city, buy, end])).toBe(true);
    expect(sharesPlace(at, [wool, end])).toBe(false);
    expect(sharesPlace(path, [{ type: 'build_road', at: 4 }])).toBe(true);
    expect(sharesPlace(path, [...roads, { type: 'build_road', at: 5 }])).toBe(false);
  });

  it('is told without its end, unless that is all', () => {
    expect(toldOf([wool, city, end])).toEqual([wool, city]);
    expect(toldOf([end])).toEqual([end]);
  });
});
