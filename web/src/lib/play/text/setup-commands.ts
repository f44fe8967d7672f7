/** Fields, set and asked about by what is typed: on the set-up page, and by the host in the waiting room. */

import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { SetupDraft } from '../../make/setup/draft.svelte';
import { fieldIn, titleOf, type Field } from './setup-words';
import { Misread } from './misread';
import { replies, reply, type Reply } from './reply';

export class FieldCommands {
  /** `fields` are those that can be set now: they depend on what is chosen. */
  constructor(
    private readonly draft: SetupDraft,
    private readonly fields: () => readonly Field[],
  ) {}

  /** Sets a field, and says what it is then and what is wrong with that. */
  set(typed: string): Reply {
    const { draft } = this;
    return understood(() => {
      const { field, rest } = fieldIn(typed, this.fields());
      draft.change(field.put(draft.setup, rest));
      return replies([this.line(field), ...this.problems()]);
    });
  }

  /** All that can be set, or what one field can be. */
  options(typed: string): Reply {
    const fields = this.fields();
    if (!typed.trim()) {
      return reply(t('textAnswers.fields', { names: listed(fields.map(titleOf)) }));
    }
    return understood(() => {
      const { field } = fieldIn(typed, fields);
      const values = field.values.length
        ? [t('textAnswers.whichValue', { names: listed(field.values, 'disjunction') })]
        : [];
      return replies([this.line(field), ...values]);
    });
  }

  /** What a field is. */
  line(field: Field): string {
    return t('textAnswers.field', { name: titleOf(field), value: field.now(this.draft.setup) });
  }

  /** What is wrong with all of it. */
  problems(): string[] {
    return this.draft.problems.map(({ text }) => text);
  }
}

function understood(answer: () => Reply): Reply {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    const meant = error.meant ? [t('textAnswers.didYouMean', { meant: error.meant })] : [];
    return { lines: [error.problem, ...meant], clause: null, isProblem: true };
  }
}
