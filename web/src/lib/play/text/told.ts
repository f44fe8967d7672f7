/** What a whole game comes to, in sentences: what its end and its analysis show. It is loaded when somebody asks. */

import type { MessageArguments } from 'virtual:messages';

import { costOf, findings, mostChanged, type Finding } from '../../after/analysis/findings';
import { Progress } from '../../after/analysis/progress.svelte';
import { choiceRows } from '../../after/analysis/rows';
import { findingText } from '../../after/analysis/words';
import type { Row } from '../../base/charts/best';
import { aboutGame } from '../../after/end/about';
import { resultTitle } from '../../after/end/result';
import { SOURCES } from '../../after/end/sources';
import { ranking, type RankingRow } from '../game/ranking';
import type { TableSnapshot } from '../game/snapshot';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import { loadProblems } from '../../base/language/problems.svelte';
import { problemOf } from '../../base/problem';
import { problemText } from '../../base/problem-text';
import type { GameStatistics, LogEntry } from '../../base/protocol';
import { percent } from '../../after/statistics/figures';
import { rowsIn, rowsMissed, rowsOut } from '../../after/statistics/flow';
import type { GameWithStatistics } from '../../after/statistics/game';
import { luckText } from '../../after/statistics/luck';
import { eventsOf, eventText } from '../../after/statistics/moments';
import { timeRows } from '../../after/statistics/time';
import { tradeRows } from '../../after/statistics/trades';
import { countThrows, diceStatistics, type DiceSource } from '../../after/statistics/dice';
import { unusualText, verdictText } from '../../after/statistics/words';
import { ask } from '../../base/transport';
import { recordOf } from '../../base/transport/record';
import { sentence } from './board-words';
import { TOPICS, type Topic } from './commands';
import { lexicon } from './lexicon';
import { NOTHING, refusal, replies, reply, type Reply } from './reply';

type Told = Pick<GameWithStatistics, 'players' | 'board'>;

/** So many choices and strokes of luck are told, unless more are asked for. */
const SOME = 5;

/**
 * Numbers of a finished game: its result, or what is asked about; what can be known of them while it goes on.
 * What one asks for is an announcement: so the whole is not told at once.
 */
export async function statisticsTold(
  snapshot: TableSnapshot,
  log: readonly LogEntry[],
  topic: Topic | null,
  count: (table: string) => Promise<GameStatistics> = (table) => ask({ type: 'statistics', table }),
): Promise<Reply> {
  const ranked = ranking(snapshot);
  if (!ranked) {
    const thrown = countThrows(log.flatMap(({ events }) => events));
    return replies([...diceLines(thrown, snapshot.table.rules.dice), t('told.later')]);
  }
  if (!topic) return replies(resultLines(snapshot, ranked));
  try {
    const statistics = await count(snapshot.table.id);
    return replies(topicLines(snapshot, statistics, topic));
  } catch (error) {
    await loadProblems();
    return refusal(problemText(problemOf(error)));
  }
}

/** The costliest choices and the greatest luck of a game: they are searched for while the reader goes on. */
export class Analysis {
  constructor(
    private readonly progress = new Progress(),
    private readonly record: typeof recordOf = recordOf,
  ) {}

  /** What is found, or how far the search is. `later` is told what it has found when it is done. */
  answer(snapshot: TableSnapshot, count: number | null, later: (told: Reply) => void): Reply {
    if (!ranking(snapshot)) return refusal(t('textAnswers.gameRunsOn'));
    const { progress } = this;
    if (progress.state === 'done') return this.#found(snapshot, count);
    if (progress.state === 'running') {
      return reply(t('analysis.running', { part: percent(progress.part) }));
    }
    void progress
      .run(() => this.record(snapshot.table.id))
      .then(() => {
        later(this.#found(snapshot, count));
      });
    return reply(t('told.analyzing'));
  }

  /** Searches no more: nobody reads any more. */
  stop(): void {
    this.progress.stop();
  }

  #found(snapshot: TableSnapshot, count: number | null): Reply {
    const { state, choices, strokes, summaries } = this.progress;
    switch (state) {
      case 'done': {
        const game = aboutGame(snapshot);
        const found = findings({ choices, strokes, summaries });
        return replies([
          sentence(t('analysis.unit')),
          ...seatLines(game, choiceRows(summaries)),
          ...findingLines(game, found, count ?? SOME),
        ]);
      }
      case 'failed':
        return refusal(t('analysis.failed'));
      default:
        return NOTHING;
    }
  }
}

function diceLines(thrown: readonly number[], source: DiceSource): string[] {
  const statistics = diceStatistics(thrown, source);
  return [verdictText(statistics, source), unusualText(statistics)].filter((line) => line !== '');
}

/** Who has won, by what, and what else can be asked for. */
function resultLines(snapshot: TableSnapshot, ranked: readonly RankingRow[]): string[] {
  const { names, topicNames } = lexicon();
  return [
    t('told.result', {
      result: resultTitle(ranked),
      turns: t('endSheet.afterTurns', { count: snapshot.view.turn }),
    }),
    ...ranked.map(pointsLine),
    t('told.more', {
      commands: listed(TOPICS.map((each) => `${names.statistics} ${topicNames[each]}`)),
    }),
  ];
}

/** One part of what the end of a game shows. */
function topicLines(snapshot: TableSnapshot, statistics: GameStatistics, asked: Topic): string[] {
  const game = aboutGame(snapshot);
  const { dice, seats, trades } = statistics;
  switch (asked) {
    case 'dice':
      return diceLines(dice.sums, game.dice);
    case 'luck': {
      const luck = game.players.flatMap(({ name }, seat) => {
        const of = seats[seat]?.luck;
        return of ? [t('told.player', { name, what: luckText(of) })] : [];
      });
      return topic('luck', luck);
    }
    case 'resources':
      return [
        ...topic('in', seatLines(game, rowsIn(seats, 'all'))),
        ...topic('out', seatLines(game, rowsOut(seats, 'all'))),
        ...topic('missed', seatLines(game, rowsMissed(seats, 'all'))),
      ];
    case 'trades':
      return topic('trades', [
        ...seatLines(game, tradeRows(statistics)),
        ...(trades.length ? [] : [t('trades.nobody')]),
      ]);
    case 'time': {
      const times = seatLines(game, timeRows(statistics));
      return times.length ? topic('time', times) : [t('thinking.unknown')];
    }
    case 'moments': {
      const great = eventsOf(statistics).flatMap((event) => {
        const last = event.at(-1);
        return last ? [at(last, eventText(game, event))] : [];
      });
      return topic('moments', great);
    }
  }
}

/** The costliest choices and the greatest luck, so many of each. */
function findingLines(game: Told, found: readonly Finding[], count: number): string[] {
  if (!found.length) return [t('analysis.none')];
  const greatest = (kind: 'mistake' | 'luck') =>
    found
      .filter((each) => each[kind] !== null)
      .sort((a, b) => weightOf(b) - weightOf(a))
      .slice(0, count)
      .map((each) => at(each, findingText(game, each)));
  return [...topic('costliest', greatest('mistake')), ...topic('luckiest', greatest('luck'))];
}

/** How much a finding changed the chance to win. */
function weightOf({ luck, mistake }: Finding): number {
  return Math.max(
    mistake ? costOf(mistake.choice) : 0,
    luck ? Math.abs(mostChanged(luck).change) : 0,
  );
}

/** Lines under what they are about; nothing where there are none. */
function topic(
  about: MessageArguments<string>['told.topic']['about'],
  lines: readonly string[],
): string[] {
  return lines.length ? [t('told.topic', { about }), ...lines] : [];
}

/** Rows of figures, a line for each seat. What is zero is left out. */
function seatLines({ players }: Told, rows: readonly Row[]): string[] {
  return players.flatMap(({ name }, seat) => {
    const figures = rows.flatMap(({ label, values, format = String }) => {
      const value = values[seat] ?? null;
      return value ? [t('told.figure', { label, value: format(value) })] : [];
    });
    const what = figures.length ? listed(figures, 'unit') : t('charts.none');
    return rows.length ? [t('told.player', { name, what })] : [];
  });
}

/** Where somebody's points come from. */
function pointsLine({ name, you, points, sources }: RankingRow): string {
  const parts = SOURCES.filter(({ key }) => sources[key]).map(({ key, label }) =>
    t('told.figure', { label: t(label), value: sources[key] }),
  );
  const who = you ? 'you' : 'other';
  return t('told.points', { who, name, count: points, sources: listed(parts, 'unit') });
}

/** What happened, and when. */
function at({ turn, step }: { turn: number; step: number }, what: string): string {
  const when = turn ? t('charts.turn', { turn }) : t('charts.setUp');
  return t('told.moment', { when, step, what: sentence(what) });
}
