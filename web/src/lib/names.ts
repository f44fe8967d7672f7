/** Names for those who have not chosen one. */

const FIRST = [
  'Amber',
  'Brisk',
  'Calm',
  'Dapper',
  'Gentle',
  'Jolly',
  'Keen',
  'Lucky',
  'Merry',
  'Sunny',
];
const SECOND = [
  'Otter',
  'Heron',
  'Puffin',
  'Marten',
  'Badger',
  'Plover',
  'Beaver',
  'Wren',
  'Seal',
  'Hare',
];

/** A friendly name. */
export function randomName(random: () => number = Math.random): string {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  return `${pick(FIRST)} ${pick(SECOND)}`;
}
