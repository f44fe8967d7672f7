/** What is typed in the replay of a finished game. */

import type { LogLine } from '../game/log-lines';
import type { PlayerPanel } from '../game/player-panels';
import { properName, type TableSnapshot } from '../game/snapshot';
import { t } from '../language/messages';
import type { Player } from '../replay/player.svelte';
import type { Eyes } from '../replay/snapshots';
import { placeLabels } from '../game/labels';
import { router, verifyPath } from '../router.svelte';
import type { Announcer } from '../table/announcer.svelte';
import { answer, help, helpLine } from './answers';
import { sentence } from './board-words';
import type { Command } from './commands';
import { Console } from './console.svelte';
import { downloadRecord } from './people';
import type { Known } from './reader';
import { NOTHING, refusal, replies, reply, type Reply } from './reply';

/** A replay, where it stands. */
export interface Replayed {
  readonly player: Player;
  readonly scene: TableSnapshot;
  readonly seats: readonly PlayerPanel[];
  /** The log up to the step. */
  readonly lines: readonly LogLine[];
  /** What the step was. */
  readonly text: string;
  /** Looks at the cards of one seat, or of everybody. */
  readonly look: (eyes: Eyes) => void;
}

/** The console of a replay. Create it while a component is being set up. */
export class ReplayConsole extends Console {
  override readonly mode = 'replay';

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
    return { id: 'next', count: 1, turns: false };
  }

  protected override execute(command: Command, { places }: Known): Reply {
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
        if (!player.playing) player.toggle();
        return NOTHING;
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
        router.go('/');
        return NOTHING;
      case 'again':
        return this.repeat();
      case 'help':
        return command.about ? reply(helpLine(command.about)) : help('replay');
      default: {
        const labels = placeLabels(scene, []);
        const told = { ...NOBODY, seats, labels };
        const facts = { snapshot: scene, places, lines, now_ms: scene.now_ms };
        return answer(command, { ...facts, model: told }) ?? NOTHING;
      }
    }
  }

  #move({ count, turns }: { count: number; turns: boolean }, way: 1 | -1): Reply {
    const { player } = this.replayed();
    if (turns) for (let turn = 0; turn < count; turn++) player.turn(way);
    else player.step(way * count);
    return this.#moved();
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

/** Nobody plays in a replay, and nothing can be done. */
const NOBODY = {
  status: { text: '', tone: 'wait' },
  rolled: null,
  actions: [],
  primary: { kind: 'end_turn', label: '', enabled: false, why: null, clause: null },
  hand: [],
  heldCards: [],
} as const;
