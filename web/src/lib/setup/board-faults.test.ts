import { expect, test } from 'vitest';

import { faultText } from './board-faults';

test('a fault is said with its line and its place', () => {
  const fault = { line: 2, column: 4, fault: { type: 'missing_number', hex: 'B1' } } as const;
  expect(faultText(fault)).toBe('Line 2: B1 needs a number.');
});

test('a fault of the whole board has no line', () => {
  const fault = { line: null, column: null, fault: { type: 'no_robber' } } as const;
  expect(faultText(fault)).toBe('The robber has no place: mark a hex with a star.');
});
