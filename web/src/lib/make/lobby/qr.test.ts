import { expect, it } from 'vitest';

import { pictureOf } from './qr';

it('draws a picture with a margin, and the three corners that cameras look for', () => {
  const { size, path } = pictureOf('https://example.org/t/amber-otter-42-k7q2m');
  expect(size).toBeGreaterThan(20 + 8);
  // The outer rings of the corners: seven dots wide, behind four of margin.
  const far = size - 4 - 7;
  for (const ring of ['M4 4h7v1h-7z', `M${far} 4h7v1h-7z`, `M4 ${far}h7v1h-7z`]) {
    expect(path).toContain(ring);
  }
  expect(path).not.toMatch(/M[0-3] /);
});

it('draws other links otherwise', () => {
  expect(pictureOf('https://example.org/t/a').path).not.toBe(
    pictureOf('https://example.org/t/b').path,
  );
});
