/** The page's own chance, which goes into the dice: the server cannot know it beforehand. */

/** So many random bytes in hexadecimal digits. */
export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
