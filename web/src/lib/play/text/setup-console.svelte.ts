/** What is typed on the set-up page. */

import { t } from '../../base/language/messages';
import type { SetupDraft } from '../../make/setup/draft.svelte';
import type { Setup, Who } from '../../make/setup/orders';
import { withSeats } from '../../make/setup/setup';
import type { Announcer } from '../table/announcer.svelte';
import { botChoice } from '../../base/levels';
import { sentence } from './board-words';
import type { Command, Use } from './commands';
import { Console } from './console.svelte';
import { FieldCommands } from './setup-commands';
import type { Field } from './setup-words';
import type { KnownSetup } from './reader';
import { NOTHING, refusal, replies, type Reply } from './reply';

/** What the console needs of the page. */
export interface SetupPage {
  readonly draft: SetupDraft;
  /** What can be set now. */
  readonly fields: () => readonly Field[];
  /** In what the rules differ from the edition. */
  readonly summary: () => string;
  /** Opens the table. What is wrong stands in the draft then. */
  readonly create: () => Promise<void>;
}

/** The console of the set-up page. Create it while a component is being set up. */
export class SetupConsole extends Console<KnownSetup> {
  override readonly mode = 'setup';

  readonly #form: FieldCommands;

  constructor(
    private readonly page: SetupPage,
    announcer: Announcer,
  ) {
    super(announcer);
    this.#form = new FieldCommands(page.draft, page.fields);
    this.write('heard', [...this.#status(), t('textAnswers.welcome')]);
  }

  override get known(): KnownSetup {
    const { draft, fields } = this.page;
    return { mode: 'setup', fields: fields(), seats: draft.setup.seats.length };
  }

  protected override defaultCommand(): Command {
    return { id: 'status' };
  }

  protected override execute(command: Command): Promise<Reply> | Reply {
    switch (command.id) {
      case 'set':
        return this.#form.set(command.text);
      case 'options':
        return this.#form.options(command.text);
      case 'seat':
        return this.#arrange(command.seat, command.use);
      case 'status':
        return replies(this.#status());
      case 'start':
        return this.#start();
      default:
        return this.general(command);
    }
  }

  /** Gives a seat, or all but one's own, to a bot, to somebody else, or to nobody. */
  #arrange(seat: number | null, use: Use): Reply {
    const { draft } = this.page;
    const { setup } = draft;
    const own = setup.seats.findIndex(({ who }) => who === 'human');
    if (seat === own) return refusal(t('textAnswers.yourSeat'));
    const seats = setup.seats.map((each, index) =>
      index === seat || (seat === null && index !== own) ? { ...each, who: whoOf(use) } : each,
    );
    draft.change(withSeats(setup, seats));
    return replies([...this.#seats(), ...this.#form.problems()]);
  }

  async #start(): Promise<Reply> {
    await this.page.create();
    const found = this.#form.problems();
    return found.length ? { lines: found, clause: null, isProblem: true } : NOTHING;
  }

  /** What is chosen, as far as it is told without being asked for. */
  #status(): string[] {
    const { fields, summary } = this.page;
    // The kind of game, the name, the seats, and the points.
    const first = fields()
      .slice(0, FIRST)
      .map((field) => this.#form.line(field));
    return [...first, ...this.#seats(), sentence(summary()), ...this.#form.problems()];
  }

  #seats(): string[] {
    const { seats } = this.page.draft.setup;
    const own = seats.findIndex(({ who }) => who === 'human');
    return seats.map((seat, index) =>
      t('textAnswers.field', {
        name: t('setup.seat', { number: index + 1 }),
        value: index === own ? t('setup.seatYou') : whoText(seat),
      }),
    );
  }
}

const FIRST = 4;

function whoOf(use: Use): Who {
  switch (use) {
    case 'open':
      return 'human';
    case 'here':
      return 'local';
    default:
      return use;
  }
}

function whoText({ who }: Setup['seats'][number]): string {
  switch (who) {
    case 'human':
      return t('setup.seatByLink');
    case 'local':
      return t('setup.seatHere');
    case 'locked':
      return t('setup.seatLocked');
    default:
      return botChoice(who);
  }
}
