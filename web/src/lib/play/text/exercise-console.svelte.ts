/** What is typed at a question: an answer, why, and the ways on. */

import { planText, rankText, rowText, whyText } from '../../learn/exercise/words';
import type { Answer, PosedQuestion } from '../../learn/exercise/posed.svelte';
import type { ViewModel } from '../game/view-model';
import { t } from '../../base/language/messages';
import type { Announcer } from '../table/announcer.svelte';
import { answer } from './answers';
import { sentence } from './board-words';
import type { Command } from './commands';
import { TableConsole } from './console.svelte';
import type { KnownTable } from './reader';
import { NOTHING, refusal, replies, type Reply } from './reply';

/** A question that is asked in words, with all that can be done about it. */
export interface AskedInWords {
  readonly question: PosedQuestion;
  readonly model: ViewModel;
  /** What is to be done, or what came of it. */
  readonly text: string;
  readonly onanswer: (answer: Answer) => void;
  /** Goes to the next question; null where there is none. */
  readonly onnext: (() => void) | null;
  /** Goes to the one before; null where there is none. */
  readonly onprevious: (() => void) | null;
}

/** The console of a question. Create it while a component is being set up. */
export class ExerciseConsole extends TableConsole {
  override readonly mode = 'exercise';

  constructor(
    private readonly asked: () => AskedInWords,
    announcer: Announcer,
  ) {
    super(announcer);
  }

  protected override get snapshot() {
    return this.asked().question.snapshot;
  }

  protected override defaultCommand(): Command {
    return this.asked().question.isOver ? { id: 'following' } : { id: 'status' };
  }

  protected override execute(command: Command, { places }: KnownTable): Reply {
    const { question, model, text, onnext, onprevious } = this.asked();
    switch (command.id) {
      case 'choose':
        return this.#choose(command.count);
      case 'reasons':
        return this.#reasons();
      case 'following':
        return go(onnext);
      case 'preceding':
        return go(onprevious);
      case 'status':
        return replies([sentence(text)]);
      case 'home':
      case 'again':
      case 'help':
      case 'yes':
      case 'no':
        return this.general(command);
      default: {
        const { snapshot } = question;
        const facts = { snapshot, model, places, lines: [], now_ms: snapshot.now_ms };
        return answer(command, facts) ?? NOTHING;
      }
    }
  }

  /** Answers with the choice that has a number in the list. Once all is told: how good it was, and what is better. */
  #choose(number: number): Reply {
    const { question, onanswer } = this.asked();
    if (question.isOver) return refusal(t('textAnswers.isAnswered'));
    const chosen = question.offered[number - 1];
    if (!chosen || !question.isOpen(chosen)) {
      return refusal(t('textAnswers.noChoice', { number: String(number) }));
    }
    onanswer(chosen);
    if (!question.isOver) return NOTHING;
    const better = question.best === chosen ? null : question.best;
    return replies([
      `${rankText(question)}.`,
      toldText(question, chosen),
      ...(better ? [toldText(question, better)] : []),
    ]);
  }

  /** What every answer is worth, and what speaks for it. */
  #reasons(): Reply {
    const { question } = this.asked();
    if (!question.isOver) return refusal(t('textAnswers.answerFirst'));
    return replies(question.answers.map((each) => toldText(question, each)));
  }
}

/** What an answer is worth, what follows it in the turn, and what speaks for it. */
function toldText(question: PosedQuestion, answer: Answer): string {
  return [
    `${rowText(question, answer)}.`,
    planText(question.snapshot, answer),
    whyText(question, answer),
  ]
    .filter(Boolean)
    .join(' ');
}

function go(on: (() => void) | null): Reply {
  if (!on) return refusal(t('textAnswers.noFurther'));
  on();
  return NOTHING;
}
