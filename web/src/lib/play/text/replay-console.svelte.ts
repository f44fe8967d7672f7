/** What is typed in the replay of a finished game. */

import { properName } from '../game/snapshot';
import { loadMessages, t } from '../../base/language/messages';
import { placeLabels } from '../game/labels';
import { speedNear } from '../../after/replay/speeds';
import { router, verifyPath } from '../../base/router.svelte';
import type { Announcer } from '../table/announcer.svelte';
import { answer, isSearch } from './answers';
import { sentence } from './board-words';
import type { Command } from './commands';
import { TableConsole } from './console.svelte';
import type { Past } from './past';
import { downloadRecord } from './people';
import type { KnownTable } from './reader';
import type { Replayed } from './replayed';
import { NOTHING, refusal, replies, reply, type Reply } from './reply';

/** The console of a replay. Create it while a component is being set up. */
export class ReplayConsole extends TableConsole {
  override readonly mode = 'replay';

  #past: Past | null = null;

  constructor(
    private readonly replayed: () => Replayed,
    announcer: Announcer,
  ) {
    super(announcer);
    this.write('heard', [...this.#status(), t('textAnswers.welcome')]);
  }

  protected override get snapshot() {
    return this.replayed().scene;
  }

  protected override defaultCommand(): Command {
    return { id: 'next', count: 1, unit: 'step' };
  }

  protected override execute(command: Command, known: KnownTable): Promise<Reply> | Reply {
    if (!isLoaded(command)) return this.#execute(command, known);
    return this.loaded(async () => {
      const [{ Past }] = await Promise.all([
        import('./past'),
        loadMessages('coach', 'statistics', 'side'),
      ]);
      this.#past ??= new Past(this.replayed, {
        moved: () => this.#moved(),
        tell: (found) => {
          this.tell(found);
        },
        ask: (question, run) => {
          this.ask(question, run);
        },
      });
      return this.#past.answer(command);
    });
  }

  #execute(command: Command, { places }: KnownTable): Reply {
    const { player, scene, lines, seats, look } = this.replayed();
    const { id } = scene.table;
    switch (command.id) {
      case 'next':
        return this.#move(command, 1);
      case 'previous':
        return this.#move(command, -1);
      case 'step':
        player.pause();
        player.go(command.count);
        return this.#moved();
      case 'play':
        if (command.count !== null) player.speed = speedNear(command.count);
        if (!player.playing) player.toggle();
        return NOTHING;
      case 'speed':
        return this.#speed(command.count ?? player.speed);
      case 'faster':
        return this.#speed(player.speed * 2);
      case 'slower':
        return this.#speed(player.speed / 2);
      case 'pause':
        player.pause();
        return this.#moved();
      case 'eyes': {
        const { seat } = command;
        look(seat ?? 'all');
        const name = seat === null ? t('replay.everybody') : properName(scene, seat);
        return reply(t('textAnswers.looksAt', { name }));
      }
      case 'status':
        return replies(this.#status());
      case 'record':
        if (!id) return refusal(t('textAnswers.noTable'));
        downloadRecord(id);
        return NOTHING;
      case 'verify':
        if (!id) return refusal(t('textAnswers.noTable'));
        router.go(verifyPath(id));
        return NOTHING;
      case 'home':
      case 'again':
      case 'help':
      case 'yes':
      case 'no':
        return this.general(command);
      default: {
        const labels = placeLabels(scene, []);
        const told = { ...NOBODY, seats, labels };
        const facts = { snapshot: scene, places, lines, now_ms: scene.now_ms };
        return answer(command, { ...facts, model: told }) ?? NOTHING;
      }
    }
  }

  #move({ count, unit }: Extract<Command, { id: 'next' | 'previous' }>, way: 1 | -1): Reply {
    const { player } = this.replayed();
    if (unit === 'turn') for (let turn = 0; turn < count; turn++) player.turn(way);
    else player.step(way * count);
    return this.#moved();
  }

  #speed(wanted: number): Reply {
    const { player } = this.replayed();
    player.speed = speedNear(wanted);
    return reply(t('textAnswers.speed', { count: player.speed }));
  }

  /** Where that leads. The replay says its step by itself. */
  #moved(): Reply {
    this.write('answer', this.#status());
    return NOTHING;
  }

  #status(): string[] {
    const { player, text } = this.replayed();
    return [t('replay.where', { step: player.at, last: player.last }), sentence(text)];
  }
}

/** Whether what answers is loaded when somebody asks. */
function isLoaded(command: Command): boolean {
  if (command.id === 'next' || command.id === 'previous') {
    return command.unit !== 'step' && command.unit !== 'turn';
  }
  return (
    isSearch(command) ||
    ['hint', 'chances', 'hands', 'statistics', 'analyse', 'note', 'thoughts', 'from'].includes(
      command.id,
    )
  );
}

/** Nobody plays in a replay, and nothing can be done. */
const NOBODY = {
  status: { text: '', tone: 'wait' },
  rolled: null,
  actions: [],
  primary: { kind: 'end_turn', label: '', enabled: false, why: null, clause: null },
  hand: [],
  heldCards: [],
} as const;
