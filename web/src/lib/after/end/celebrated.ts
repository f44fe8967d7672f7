/** The finished tables whose win was celebrated in this browser: a celebration is over when it is over. */

const KEY = 'brickwood.celebrated';
/** Whoever comes back to older ones has forgotten them as well. */
const KEPT = 50;

/** Whether this is the first time that this table's win is celebrated. From then on, it is not. */
export function isFirst(table: string): boolean {
  const known = celebrated();
  if (known.includes(table)) return false;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, table].slice(-KEPT)));
  } catch {
    // Then it is celebrated again.
  }
  return true;
}

function celebrated(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
