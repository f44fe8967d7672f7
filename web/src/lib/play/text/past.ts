/** What the coach, the statistics and the analysis say of a finished game, and where they lead. Loaded on demand. */

import { findings, lookAt } from '../../after/analysis/findings';
import { properName, type TableSnapshot } from '../game/snapshot';
import { loadProblems } from '../../base/language/problems.svelte';
import { problemOf } from '../../base/problem';
import { problemText } from '../../base/problem-text';
import type { Advice, BotLevel, Seat } from '../../base/protocol';
import { playFrom, usualSeat, type From } from '../../after/replay/play-from';
import { router, tablePath } from '../../base/router.svelte';
import { findingText } from '../../after/analysis/words';
import { canStudy } from '../../base/transport/study';
import type { PastLook } from '../../after/look/past.svelte';
import { advisedSeat, PastCoach } from '../../learn/coach/past.svelte';
import { knownHands } from '../../learn/coach/hands';
import { hintText } from '../../learn/coach/words';
import { t } from '../../base/language/messages';
import { snapshotAt } from '../../after/replay/snapshots';
import { recordOf } from '../../base/transport/record';
import { levelWord } from '../../base/levels';
import { sentence } from './board-words';
import type { Command, Unit } from './commands';
import { fold } from './fold';
import { lexicon } from './lexicon';
import type { Replayed } from './replayed';
import { NOTHING, refusal, replies, reply, type Reply } from './reply';
import { Analysis, statisticsTold } from './told';
import { logTold } from './told-log';

/** A step to which one can go, with what is to be seen there. */
interface Mark {
  readonly at: number;
  readonly text: string;
}

/** What is done at the command line with what was found. */
interface Line {
  /** Says where the reader has been led. */
  readonly moved: () => Reply;
  /** Tells what takes its time. */
  readonly tell: (found: Reply) => void;
  /** Asks before something is done. */
  readonly ask: (question: string, run: () => void) => void;
}

/** Answers of one replay. */
export class Past {
  #coach: PastCoach | null = null;
  #analysis: Analysis | null = null;
  #looks: PastLook | null = null;

  constructor(
    private readonly replayed: () => Replayed,
    private readonly line: Line,
  ) {}

  answer(command: Command): Promise<Reply> | Reply {
    switch (command.id) {
      case 'hint':
        return this.#advise();
      case 'chances':
        return this.#chances();
      case 'hands':
        return this.#hands();
      case 'thoughts':
        return this.#look();
      case 'statistics': {
        const count = async () => (await this.replayed().review()).ask();
        return statisticsTold(this.#end(), [], command.topic, count);
      }
      case 'analyse':
        return this.#analyse(command.count);
      case 'next':
        return this.#lead(command, 1);
      case 'previous':
        return this.#lead(command, -1);
      case 'log':
        return logTold(this.replayed().lines, command);
      case 'note':
        return this.#note(command.text);
      case 'from':
        return this.#askFrom(command.seat, command.level);
      default:
        return NOTHING;
    }
  }

  /** Asks whether a new game shall begin here, as it leads away from the replay. */
  #askFrom(wanted: Seat | null, level: BotLevel): Reply {
    const { player, replay, record, scene } = this.replayed();
    if (scene.view.phase.type === 'over') return refusal(t('textAnswers.gameIsOver'));
    player.pause();
    const seat = wanted ?? usualSeat(scene);
    const from = { replay, record, steps: player.at, seat, level };
    this.line.ask(
      t('textAnswers.fromQuestion', { name: properName(scene, seat), level: levelWord(level) }),
      () => {
        void this.#start(from);
      },
    );
    return NOTHING;
  }

  async #start(from: From): Promise<void> {
    try {
      const { id } = await playFrom(from);
      router.go(tablePath(id));
    } catch (error) {
      await loadProblems();
      this.line.tell(refusal(problemText(problemOf(error))));
    }
  }

  /** Writes a note on the step, or takes it away by a word for none; without words, tells all notes. */
  async #note(text: string): Promise<Reply> {
    const { player, review } = this.replayed();
    const { notes } = await review();
    const isNone = lexicon().offWords.has(fold(text));
    if (text) notes.write(player.at, isNone ? '' : text);
    const shown = text ? notes.steps.filter((step) => step === player.at) : notes.steps;
    const lines = shown.map((step) =>
      t('textAnswers.noteLine', { step, note: notes.all[step] ?? '' }),
    );
    return lines.length
      ? replies(lines)
      : reply(t(text ? 'textAnswers.noNote' : 'textAnswers.noNotes'));
  }

  /** The game as it ended. */
  #end() {
    const { replay, player } = this.replayed();
    return snapshotAt(replay, player.last, 'all');
  }

  /** What the coach says to the seat that is to act, or whose cards lie open. */
  #advise(): Promise<Reply> {
    return this.#coached((advice, snapshot) => [
      advice.best ? hintText(snapshot, advice.best) : t('coach.waits'),
    ]);
  }

  /** What that seat can know of the others' hands. */
  #hands(): Promise<Reply> {
    return this.#coached(({ hands }, snapshot) =>
      knownHands(snapshot, hands).map(({ text }) => text),
    );
  }

  async #coached(
    said: (advice: Advice, snapshot: TableSnapshot) => readonly string[],
  ): Promise<Reply> {
    const { replay, record, player, scene, eyes } = this.replayed();
    this.#coach ??= new PastCoach(replay, record);
    const [at, seat] = [player.at, advisedSeat(scene, eyes)];
    await this.#coach.ask(at, seat);
    const advice = this.#coach.advice(at, seat);
    if (!advice) return refusal(t('coach.silent'));
    const { snapshot, name } = this.#coach.seen(at, seat);
    return replies([t('past.heading', { name }), ...said(advice, snapshot)]);
  }

  /** What the bot that decides next compares, and what it believes. */
  async #look(): Promise<Reply> {
    const { replay, record, player } = this.replayed();
    const heads = await import('../../after/look/look').then(({ loadLook }) => loadLook());
    const decision = heads.decisionAt(replay, player.at + 1);
    if (!decision) return refusal(t('look.nobody'));
    this.#looks ??= new heads.PastLook(replay, record);
    if (canStudy()) await this.#looks.ask(decision.step);
    const look = this.#looks.look(decision.step);
    if (!look) return refusal(t('look.silent'));
    return replies(heads.lookLines(heads.seenBy(replay, decision), decision, look));
  }

  /** Everybody's chance to win, as the line of chances tells it. */
  async #chances(): Promise<Reply> {
    const { player, review } = this.replayed();
    const known = await review();
    await known.ask();
    return replies(
      known
        .chancesAfter(player.at)
        .map(({ name, text }) => t('coach.chance', { name, chance: text })),
    );
  }

  async #analyse(count: number | null): Promise<Reply> {
    const { record, review } = this.replayed();
    const { analysis } = await review();
    this.#analysis ??= new Analysis(analysis, (id) =>
      record === null ? recordOf(id) : Promise.resolve(record),
    );
    return this.#analysis.answer(this.#end(), count, this.line.tell);
  }

  /** Goes to what was found, or begins to look for it. */
  async #lead(
    { count, unit }: { readonly count: number; readonly unit: Unit },
    way: 1 | -1,
  ): Promise<Reply> {
    const { player, review } = this.replayed();
    const { analysis } = await review();
    if (unit !== 'moment' && analysis.state !== 'done') return this.#analyse(null);
    const marks = (await this.#marks(unit)).filter(({ at }) => (at - player.at) * way > 0);
    const mark = way > 0 ? marks[count - 1] : marks.at(-count);
    if (!mark) return refusal(t('textAnswers.noneThere', { way: way > 0 ? 'on' : 'back' }));
    player.pause();
    player.go(mark.at);
    this.line.moved();
    return reply(sentence(mark.text));
  }

  /** The steps of one kind, in the order of the game. */
  async #marks(unit: Unit): Promise<Mark[]> {
    const { about, analysis, ask } = await this.replayed().review();
    const found = findings(analysis, await ask());
    return found
      .filter(({ events, luck, mistake }) => {
        if (unit === 'moment') return events.length > 0;
        return (unit === 'luck' ? luck : mistake) !== null;
      })
      .map((each) => ({ at: lookAt(each), text: findingText(about, each) }))
      .sort((a, b) => a.at - b.at);
  }
}
