import { expect, it } from 'vitest';

import { hexLabel, intersectionLabel, pathLabel, placeName } from './labels';
import { testScene } from './test-scene';

const scene = testScene();

it('reads the names of places out', () => {
  expect(placeName('c3n')).toBe('C3 north');
  expect(placeName('a1se')).toBe('A1 south-east');
});

it('says of every intersection what lies round it, who holds it, and whether it can be picked', () => {
  for (const [id, at] of scene.board.intersections.entries()) {
    const label = intersectionLabel(scene, id, false);
    expect(label).toMatch(/^Corner [A-E]\d [a-z-]+: .+; (0 pips|1 pip|[2-9] pips|1\d pips); /);
    if (at.harbor) expect(label).toContain('harbor');
  }
  const own = scene.view.seats[0]?.settlements[0] ?? -1;
  expect(intersectionLabel(scene, own, false)).toContain('your settlement');
  const city = scene.view.seats.findIndex((seat) => seat.cities.length > 0);
  const built = scene.view.seats[city]?.cities[0] ?? -1;
  expect(intersectionLabel(scene, built, false)).toMatch(/city$/);
  const taken = new Set(scene.view.seats.flatMap((seat) => [...seat.settlements, ...seat.cities]));
  const free = scene.board.intersections.findIndex((_, id) => !taken.has(id));
  expect(intersectionLabel(scene, free, true)).toMatch(/empty, legal$/);
});

it('says of every path where it leads', () => {
  const labels = scene.board.paths.map((_, id) => pathLabel(scene, id, true));
  expect(new Set(labels).size).toBe(labels.length);
  const own = scene.view.seats[0]?.roads[0] ?? -1;
  expect(pathLabel(scene, own, false)).toMatch(/your road$/);
});

it('says where the robber is', () => {
  expect(hexLabel(scene, scene.view.robber)).toContain('robber here');
  const free = scene.view.robber === 0 ? 1 : 0;
  expect(hexLabel(scene, free)).not.toContain('robber');
});
