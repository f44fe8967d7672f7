/** What the host changes about a table that waits, by the fields of the set-up page. It is loaded for hosts alone. */

import type { TableSnapshot } from '../game/snapshot';
import { t } from '../../base/language/messages';
import { changeOf, islandWords, setupOf } from '../../make/lobby/setup-of';
import type { EditionInfo, SiteFeatures } from '../../base/protocol';
import { SetupDraft } from '../../make/setup/draft.svelte';
import { siteFeatures } from '../../base/offer';
import { ask, editions as askEditions } from '../../base/transport';
import { FieldCommands } from './setup-commands';
import type { Field } from './setup-words';
import type { Reply } from './reply';
import { fieldsOf } from './setup-fields';

/** Reads and sets the fields of tables. */
export class Change {
  private constructor(
    private readonly editions: readonly EditionInfo[],
    private readonly features: SiteFeatures | null,
  ) {}

  static async load(): Promise<Change> {
    return new Change(...(await Promise.all([askEditions(), siteFeatures()])));
  }

  /** What can be set at a table as it is. */
  fieldsOf(snapshot: TableSnapshot): readonly Field[] {
    const { editions, features } = this;
    const about = { editions, last: null, isOpen: true, features };
    const fields = fieldsOf(about, setupOf(snapshot));
    return snapshot.table.board?.type === 'random' ? [...fields, dealAgain(snapshot)] : fields;
  }

  /** Tells of a field, or changes the table by it. */
  async answer(snapshot: TableSnapshot, id: 'set' | 'options', text: string): Promise<Reply> {
    const draft = new SetupDraft(setupOf(snapshot));
    const form = new FieldCommands(draft, () => this.fieldsOf(snapshot));
    try {
      if (id === 'options') return form.options(text);
      const before = draft.setup;
      const said = form.set(text);
      if (said.isProblem) return said;
      if (draft.problems.length) return { ...said, isProblem: true };
      // Only the field for that leaves all of it as it was.
      const deal = draft.setup === before ? snapshot.table.deal : null;
      const order = changeOf(draft.setup, deal);
      const done = await draft.try(() => ask({ type: 'set_up', table: snapshot.table.id, order }));
      return done ? said : { lines: form.problems(), clause: null, isProblem: true };
    } finally {
      draft.stop();
    }
  }
}

/** Another random island, in the place of the one that was dealt. */
function dealAgain(snapshot: TableSnapshot): Field {
  return {
    names: [t('setupPanel.dealAgain')],
    values: [],
    now: () => islandWords(snapshot),
    put: (setup) => setup,
  };
}
