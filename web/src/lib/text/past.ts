/** What the coach, the statistics and the analysis say of a finished game, and where they lead. It is loaded when somebody asks. */

import { findings } from '../analysis/findings';
import { recordOf } from '../analysis/api';
import { findingText } from '../analysis/words';
import { advisedSeat, PastCoach } from '../coach/past.svelte';
import { chanceLines, hintText } from '../coach/words';
import { t } from '../language/messages';
import { snapshotAt } from '../replay/snapshots';
import { isGreat, momentText } from '../statistics/moments';
import { sentence } from './board-words';
import type { Command, Unit } from './commands';
import type { Replayed } from './replay-console.svelte';
import { NOTHING, refusal, replies, reply, type Reply } from './reply';
import { Analysis, statisticsTold } from './told';

/** A step to which one can go, with what happened there. */
interface Mark {
  readonly step: number;
  readonly text: string;
}

/** Answers of one replay. */
export class Past {
  #coach: PastCoach | null = null;
  #analysis: Analysis | null = null;

  constructor(private readonly replayed: () => Replayed) {}

  /** `moved` says where the reader has been led. `later` is told what takes its time. */
  answer(
    command: Command,
    moved: () => Reply,
    later: (found: Reply) => void,
  ): Promise<Reply> | Reply {
    switch (command.id) {
      case 'hint':
      case 'chances':
        return this.#advise(command.id);
      case 'statistics': {
        const count = async () => (await this.replayed().review()).ask();
        return statisticsTold(this.#end(), [], command.topic, count);
      }
      case 'analyse':
        return this.#analyse(command.count, later);
      case 'next':
        return this.#lead(command, 1, moved, later);
      case 'previous':
        return this.#lead(command, -1, moved, later);
      default:
        return NOTHING;
    }
  }

  /** The game as it ended. */
  #end() {
    const { replay, player } = this.replayed();
    return snapshotAt(replay, player.last, 'all');
  }

  /** What the coach says to the seat that is to act, or whose cards lie open. */
  async #advise(what: 'hint' | 'chances'): Promise<Reply> {
    const { replay, record, player, scene, eyes } = this.replayed();
    if (!(await PastCoach.canAsk())) return refusal(t('coach.silent'));
    this.#coach ??= new PastCoach(replay, record);
    const [at, seat] = [player.at, advisedSeat(scene, eyes)];
    await this.#coach.ask(at, seat);
    const advice = this.#coach.advice(at, seat);
    if (!advice) return refusal(t('coach.silent'));
    const { snapshot, name } = this.#coach.seen(at, seat);
    if (what === 'chances') {
      return replies(
        chanceLines(scene, advice).map((line) =>
          t('coach.chance', { name: line.name, chance: line.text }),
        ),
      );
    }
    const hint = advice.best ? hintText(snapshot, advice.best) : t('coach.waits');
    return replies([t('past.heading', { name }), hint]);
  }

  async #analyse(count: number | null, later: (found: Reply) => void): Promise<Reply> {
    const { record, review } = this.replayed();
    const { analysis } = await review();
    this.#analysis ??= new Analysis(analysis, (id) =>
      record === null ? recordOf(id) : Promise.resolve(record),
    );
    return this.#analysis.answer(this.#end(), count, later);
  }

  /** Goes to what was found, or begins to look for it. */
  async #lead(
    { count, unit }: { readonly count: number; readonly unit: Unit },
    way: 1 | -1,
    moved: () => Reply,
    later: (found: Reply) => void,
  ): Promise<Reply> {
    const { player, review } = this.replayed();
    const { analysis } = await review();
    if (unit !== 'moment' && analysis.state !== 'done') return this.#analyse(null, later);
    const marks = (await this.#marks(unit)).filter(({ step }) => (step - player.at) * way > 0);
    const mark = way > 0 ? marks[count - 1] : marks.at(-count);
    if (!mark) return refusal(t('textAnswers.noneThere', { way: way > 0 ? 'on' : 'back' }));
    player.pause();
    player.go(mark.step);
    moved();
    return reply(sentence(mark.text));
  }

  /** The steps of one kind, in the order of the game. */
  async #marks(unit: Unit): Promise<Mark[]> {
    const { about, analysis, ask } = await this.replayed().review();
    if (unit === 'moment') {
      const { moments } = await ask();
      return moments
        .filter(isGreat)
        .map((each) => ({ step: each.step, text: momentText(about, each) }));
    }
    return findings(analysis.choices, analysis.strokes)
      .filter(({ kind }) => kind === unit)
      .map((each) => ({ step: each.step, text: findingText(about, each) }));
  }
}
