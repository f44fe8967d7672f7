import { expect, it } from 'vitest';

import { hexLabel, intersectionLabel, pathLabel, placeName } from './labels';
import { testSnapshot } from './test-snapshot';

const snapshot = testSnapshot();

it('reads the names of places out', () => {
  expect(placeName('c3n')).toBe('C3 north');
  expect(placeName('a1se')).toBe('A1 south-east');
});

it('says of every intersection what lies round it, who holds it, and whether it can be picked', () => {
  for (const [id, at] of snapshot.board.intersections.entries()) {
    const label = intersectionLabel(snapshot, id, false);
    expect(label).toMatch(/^Corner [A-E]\d [a-z-]+: .+; (0 pips|1 pip|[2-9] pips|1\d pips); /);
    if (at.harbor) expect(label).toContain('harbor');
  }
  const own = snapshot.view.seats[0]?.settlements[0] ?? -1;
  expect(intersectionLabel(snapshot, own, false)).toContain('your settlement');
  const city = snapshot.view.seats.findIndex((seat) => seat.cities.length > 0);
  const built = snapshot.view.seats[city]?.cities[0] ?? -1;
  expect(intersectionLabel(snapshot, built, false)).toMatch(/city$/);
  const taken = new Set(
    snapshot.view.seats.flatMap((seat) => [...seat.settlements, ...seat.cities]),
  );
  const free = snapshot.board.intersections.findIndex((_, id) => !taken.has(id));
  expect(intersectionLabel(snapshot, free, true)).toMatch(/empty, legal$/);
});

it('says of every path where it leads', () => {
  const labels = snapshot.board.paths.map((_, id) => pathLabel(snapshot, id, true));
  expect(new Set(labels).size).toBe(labels.length);
  const own = snapshot.view.seats[0]?.roads[0] ?? -1;
  expect(pathLabel(snapshot, own, false)).toMatch(/your road$/);
});

it('says where the robber is', () => {
  expect(hexLabel(snapshot, snapshot.view.robber)).toContain('robber here');
  const free = snapshot.view.robber === 0 ? 1 : 0;
  expect(hexLabel(snapshot, free)).not.toContain('robber');
});
