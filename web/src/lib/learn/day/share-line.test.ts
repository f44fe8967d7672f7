import { expect, it } from 'vitest';

import { shareLine } from './share-line';

const DAY = '2026-11-27';
const answered = (rank: number, of = 5) => ({ answer: 'robber c3', rank, of, onTime: true });

it('what is shared names the game, the rank and the address, and no place', () => {
  const address = 'https://play.example/day/2026-11-27';
  expect(shareLine(DAY, answered(2), 12, address)).toBe(
    `Brickwood, island of the day, 27 Nov: 2nd of 5, 12-day streak 🟨🟨🟨🟨⬜ ${address}`,
  );
});

it('there is no address where nobody else could open it', () => {
  expect(shareLine(DAY, answered(1), 0, null)).toBe(
    'Brickwood, island of the day, 27 Nov: 1st of 5 🟩🟩🟩🟩🟩',
  );
});

it('the squares are as many as the answers, and fewer are full the more is better', () => {
  const squares = (rank: number, of: number) =>
    shareLine(DAY, answered(rank, of), 0, null).split(' ').at(-1);
  expect(squares(1, 3)).toBe('🟩🟩🟩');
  expect(squares(3, 3)).toBe('🟨⬜⬜');
  expect(squares(5, 6)).toBe('🟨🟨⬜⬜⬜⬜');
});
