/** Searches the log. Loaded on demand. */

import { lineText, type LogLine } from '../game/log-lines';
import { t } from '../../base/language/messages';
import { EVERYTHING, found, TOPICS, type Topic } from '../table/log/filter';
import { SOME_LINES } from './answers';
import { sentence } from './board-words';
import type { Command } from './commands';
import { fold } from './fold';
import { wordsOf } from './lexicon';
import { replies, reply, type Reply } from './reply';

/** The last lines of the log that have all of these words, or are of the kind that one of them names. */
export function logTold(
  lines: readonly LogLine[],
  { count, words }: Extract<Command, { id: 'log' }>,
): Reply {
  const typed = words.split(' ');
  const called = (kind: Topic) => wordsOf(`${kind}Log`).map(fold);
  const topic = TOPICS.find((kind) => called(kind).some((word) => typed.includes(word))) ?? null;
  const others = topic ? typed.filter((word) => !called(topic).includes(word)) : typed;
  const told = (topic ? found(lines, { ...EVERYTHING, topic }) : lines)
    .filter(({ undone }) => !undone)
    .map(({ parts }) => sentence(lineText(parts)))
    .filter((line) => others.every((word) => fold(line).includes(word)))
    .slice(-Math.max(1, count ?? SOME_LINES));
  return told.length ? replies(told) : reply(t('textAnswers.noSuchLine'));
}
