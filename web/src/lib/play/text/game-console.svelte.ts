/**
 * What is typed at a table, and what the table says: one column of lines, in which everything stands
 * that the page's voice says.
 */

import { hasCoach } from '../../learn/coach/allowed';
import { loadMessages, t } from '../../base/language/messages';
import type { Seat } from '../../base/protocol';
import { settings } from '../../base/settings.svelte';
import type { TableSession } from '../table/session.svelte';
import { replayPath, router, verifyPath } from '../../base/router.svelte';
import { answer, isSearch } from './answers';
import { OF_MODERATION, type Command, type CommandId } from './commands';
import { TableConsole } from './console.svelte';
import { downloadRecord, handOver, takeSeat } from './people';
import { perform, type Performed } from './perform';
import type { KnownTable } from './reader';
import { NOTHING, refusal, replies, type Question, type Reply } from './reply';
import type { Analysis } from './told';

/** What the console needs of the page. */
export interface Page {
  /** Shows a clause of the rules. */
  readonly showRule: (clause: string) => void;
  readonly rematch: () => void;
}

/** How long the answer to what was typed before is waited for. */
const PATIENCE_MS = 4000;

/** The console of a game. Create it while a component is being set up. */
export class GameConsole extends TableConsole {
  override readonly mode = 'game';

  /** Whom the robber is to rob once it has been moved: `rob c4 mira` is two steps. */
  #victim: Seat | null = null;
  #analysis: Analysis | null = null;

  constructor(
    private readonly session: TableSession,
    private readonly page: Page,
  ) {
    super(session.announcer);
    // What was said before is what is awaited.
    const awaited = session.controller.model?.status.text;
    this.write('heard', [...(awaited ? [awaited] : []), t('textAnswers.welcome')]);
    $effect(() => {
      this.#followPlan();
    });
    $effect(() => () => this.#analysis?.stop());
    // What a button would show beside the board is said, and stands in the column.
    $effect(() => {
      const { notice } = session;
      if (!notice) return;
      session.closeNotice();
      const last = this.entries.at(-1);
      // The page's voice may have said it already.
      if (last?.lines.some((line) => notice.text.startsWith(line))) return;
      this.tell(refusal(notice.text, notice.clause));
    });
  }

  override get hidden(): readonly CommandId[] {
    return this.session.chat.people ? [] : OF_MODERATION;
  }

  protected override get snapshot() {
    return this.session.store.snapshot;
  }

  protected override async run(text: string): Promise<void> {
    if (!(await this.#isIdle())) {
      this.tell(refusal(t('textAnswers.busy')));
      return;
    }
    await super.run(text);
    this.#ask();
  }

  protected override async execute(asked: Command, known: KnownTable): Promise<Reply> {
    return (await this.#loaded(asked)) ?? this.#execute(asked, known);
  }

  /** What an empty line means: the answer that comes first to hand, else what is awaited. */
  protected override defaultCommand(): Command {
    const question = this.session.controller.model?.confirmation;
    if (question) return { id: question.careful ? 'no' : 'yes' };
    return { id: 'status' };
  }

  /** What is said to a command by what is loaded for it; null where nothing is. */
  #loaded(command: Command): Promise<Reply | null> {
    return this.loaded(async () => {
      if (command.id === 'agree' || command.id === 'against') {
        return this.#asking((await import('./decide')).decide(command, this.session.store));
      }
      const { id } = command;
      if (id === 'mute' || id === 'unmute' || id === 'avoid' || id === 'report') {
        return this.aboutPeople(command, this.session);
      }
      return (await this.#advice(command)) ?? this.#told(command);
    });
  }

  /** What a whole game comes to, or what is looked for in its log; null to everything else. */
  async #told(command: Command): Promise<Reply | null> {
    const { snapshot, log, lines } = this.session.store;
    if (isSearch(command)) return (await import('./told-log')).logTold(lines, command);
    if (!snapshot || !(command.id === 'statistics' || command.id === 'analyse')) return null;
    const [told] = await Promise.all([import('./told'), loadMessages('statistics', 'side')]);
    if (command.id === 'statistics') return told.statisticsTold(snapshot, log, command.topic);
    this.#analysis ??= new told.Analysis();
    return this.#analysis.answer(snapshot, command.count, (found) => this.tell(found));
  }

  /** What the coach says to a command, where it is asked and may help; null to everything else. */
  async #advice(command: Command): Promise<Reply | null> {
    const { snapshot } = this.session.store;
    const isAsked = ['hint', 'worth', 'chances', 'hands'].includes(command.id);
    const helps = snapshot !== null && hasCoach(snapshot);
    if (!isAsked && !(command.id === 'best' && helps)) return null;
    const loaded = Promise.all([import('./advice'), loadMessages('coach')]);
    const [{ advised }] = await loaded;
    return helps ? advised(command, this.session.store) : refusal(t('coach.notHere'));
  }

  #execute(command: Command, known: KnownTable): Reply | Promise<Reply> {
    const { controller, store } = this.session;
    const { model } = controller;
    if (!model) return NOTHING;
    const asked = model.confirmation !== null;
    switch (command.id) {
      case 'yes':
        if (!asked) return refusal(t('textAnswers.nothingAsked'));
        controller.confirm();
        return NOTHING;
      case 'no':
        this.#victim = null;
        return controller.cancel()
          ? replies([t('textAnswers.cancelled')])
          : refusal(t('textAnswers.nothingAsked'));
      case 'rule':
        this.page.showRule(command.text.toUpperCase());
        return NOTHING;
      case 'rematch':
        if (!model.ranking) return refusal(t('textAnswers.gameRunsOn'));
        this.page.rematch();
        return NOTHING;
      case 'replay':
      case 'verify':
      case 'record':
        return this.#finished(command.id);
      case 'endGame':
        if (model.ranking) return refusal(t('textAnswers.gameIsOver'));
        if (!known.snapshot.table.yours.length) return refusal(t('textAnswers.noSeatHere'));
        this.ask(t('textAnswers.finishQuestion'), () => {
          void store.do('endGame', true);
        });
        return NOTHING;
      case 'host':
        return handOver(command.seat, store);
      case 'join':
        return takeSeat(this.session, command.text);
      case 'home':
      case 'again':
      case 'help':
        return this.general(command);
    }
    const { lines } = store;
    const said = answer(command, { ...known, model, lines, now_ms: store.time.now() });
    if (said) return said;
    // Any other command answers a pending question with no.
    if (asked) controller.cancel();
    if (command.id === 'rob') this.#victim = command.hex === null ? null : command.victim;
    const acting = { snapshot: known.snapshot, model, caution: settings };
    return this.#perform(perform(command, acting) ?? NOTHING);
  }

  /** Does what a command wants, or asks first. */
  #perform(performed: Performed): Reply {
    const { controller } = this.session;
    if ('lines' in performed) return performed;
    if ('offer' in performed) controller.trading.offer(performed.offer);
    else if ('ask' in performed) {
      this.ask(performed.ask, () => {
        controller.want(performed.intent);
      });
    } else {
      controller.want(performed.intent);
      return performed.answer ?? NOTHING;
    }
    return NOTHING;
  }

  /** An answer; a question is asked. */
  #asking(said: Reply | Question): Reply {
    if (!('ask' in said)) return said;
    this.ask(said.ask, said.run);
    return NOTHING;
  }

  /** What can be looked into once a game is over. */
  #finished(what: 'replay' | 'verify' | 'record'): Reply {
    if (!this.session.controller.model?.ranking) return refusal(t('textAnswers.gameRunsOn'));
    const { id } = this.session;
    if (what === 'record') downloadRecord(id);
    else router.go(what === 'replay' ? replayPath(id) : verifyPath(id));
    return NOTHING;
  }

  /** Asks what stands to be confirmed. */
  #ask(): void {
    const question = this.session.controller.model?.confirmation;
    if (!question) return;
    const { title, detail, where } = question;
    const full = detail && !/[.!?]$/u.test(detail) ? `${detail}.` : detail;
    const named = where && !title.includes(where);
    const text = named
      ? t('textAnswers.questionWhere', { title, detail: full, where })
      : t('textAnswers.question', { title, detail: full });
    this.say('question', [text.replace(/ {2,}/gu, ' ')], null, true);
  }

  /** Robs whom the player has named, once the robber is there. */
  #followPlan(): void {
    const { snapshot, isSettled } = this.session.store;
    const victim = this.#victim;
    if (!snapshot || victim === null || !isSettled) return;
    if (snapshot.choices.victims.includes(victim)) {
      this.#victim = null;
      this.session.controller.do('rob', victim);
    } else if (!snapshot.choices.robber.length) this.#victim = null;
  }

  /** Waits until the table has answered all that was asked of it. Returns whether it has. */
  async #isIdle(): Promise<boolean> {
    const patience = new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
    return Promise.race([this.session.store.settled().then(() => true), patience]);
  }
}
