/** Which messages are to be read in a text of the page. */
import { readdirSync, readFileSync } from 'node:fs';

const CATALOGS = new URL('../src/messages/en/', import.meta.url);

/** Messages whose arguments are plain texts: others can read in too many ways. */
const SIMPLE = /^(?:[^{}<>#']|\{\w+\})*$/;

/** The text of every English message, once. */
function texts() {
  const files = readdirSync(CATALOGS, { recursive: true }).filter((name) => name.endsWith('.json'));
  const catalogs = files.map((file) => JSON.parse(readFileSync(new URL(file, CATALOGS), 'utf8')));
  return [...new Set(catalogs.flatMap((messages) => Object.values(messages)))];
}

/** The messages that a line of the text consists of, sorted. */
export function messagesIn(text) {
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const all = texts();
  const whole = all.filter((message) => lines.has(message));
  const left = [...lines].filter((line) => !whole.includes(line));
  const filled = all.filter((message) => {
    const written = message.split(/\{\w+\}/);
    // Without words of its own, it would be any line.
    if (!SIMPLE.test(message) || !written.some((part) => /\p{L}{4}/u.test(part))) return false;
    const parts = written.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('.+')}$`, 'u');
    return left.some((line) => pattern.test(line));
  });
  return [...whole, ...filled].sort();
}
