/** What is typed at a table that gathers its players. */

import type { GameStore } from '../game/store.svelte';
import { openSeats, type TableSnapshot } from '../game/snapshot';
import { t } from '../language/messages';
import { awaited, seatStatus, startBlocker } from '../lobby/readiness';
import { randomName } from '../names';
import type { Seat, SeatOrder } from '../protocol';
import { tablePath } from '../router.svelte';
import { settings } from '../settings.svelte';
import { localName } from '../setup/orders';
import type { Announcer } from '../table/announcer.svelte';
import { help, helpLine } from './answers';
import { sentence } from './board-words';
import { Column } from './column.svelte';
import type { Command, Use } from './commands';
import { handOver, say } from './people';
import { PlaceNames } from './places';
import type { Known } from './reader';
import { NOTHING, refusal, replies, reply, type Reply } from './reply';

/** What the room does by its buttons, too. */
export interface Room {
  readonly store: GameStore;
  readonly join: (name: string) => Promise<string | null>;
  readonly go: (path: string) => void;
}

/** The command line of a table that gathers its players. Create it while a component is being set up. */
export class RoomConsole extends Column {
  #names: PlaceNames | null = null;

  constructor(
    private readonly room: Room,
    announcer: Announcer,
  ) {
    super(announcer);
    const { snapshot } = room.store;
    this.write('heard', [...(snapshot ? roomLines(snapshot) : []), t('textAnswers.welcome')]);
    // Who comes and goes, and what the host does with a seat.
    let known = snapshot ? seatLines(snapshot, null) : [];
    $effect(() => {
      if (!room.store.snapshot) return;
      const now = seatLines(room.store.snapshot, null);
      const changed = now.filter((line, seat) => line !== known[seat]);
      known = now;
      if (changed.length) this.say('heard', changed, null, false);
    });
  }

  override get known(): Known | null {
    const { snapshot } = this.room.store;
    if (!snapshot) return null;
    if (this.#names?.board !== snapshot.board) this.#names = new PlaceNames(snapshot.board);
    return { snapshot, places: this.#names, scene: 'room' };
  }

  protected override byItself(): Command {
    return { id: 'status' };
  }

  protected override obey(command: Command): Reply | Promise<Reply> {
    const { store, go } = this.room;
    const { snapshot } = store;
    if (!snapshot) return NOTHING;
    switch (command.id) {
      case 'status':
        return replies(roomLines(snapshot));
      case 'players':
        return replies(seatLines(snapshot, command.seat));
      case 'start':
        return start(snapshot, store);
      case 'seat':
        return arrange(snapshot, store, command.seat, command.use);
      case 'host':
        return handOver(command.seat, store);
      case 'agree':
        return agree(snapshot, store);
      case 'say':
        return say(store, snapshot, command.text);
      case 'link':
        return replies(linkLines(snapshot));
      case 'join':
        return this.#join(snapshot, command.text);
      case 'leave':
        if (!snapshot.table.yours.length) return refusal(t('textAnswers.noSeatHere'));
        this.ask(t(snapshot.host ? 'lobby.giveUpQuestion' : 'lobby.leaveQuestion'), () => {
          void store.leave().then((left) => {
            if (left) go('/');
          });
        });
        return NOTHING;
      case 'home':
        go('/');
        return NOTHING;
      case 'again':
        return this.repeat();
      case 'help':
        return command.about ? reply(helpLine(command.about)) : help('room');
      default:
        return refusal(t('textAnswers.nothingAsked'));
    }
  }

  async #join({ table }: TableSnapshot, name: string): Promise<Reply> {
    if (table.yours.length) return refusal(t('textAnswers.alreadySeated'));
    const problem = await this.room.join(name || settings.name.trim() || randomName());
    return problem ? refusal(problem) : NOTHING;
  }
}

/** What is awaited, and what stands against the beginning. */
function roomLines(snapshot: TableSnapshot): string[] {
  const hindrance = snapshot.host ? startBlocker(snapshot) : null;
  return [sentence(awaited(snapshot)), ...(hindrance ? [hindrance] : [])];
}

/** Every seat in a line, with the number by which it can be called. */
function seatLines(snapshot: TableSnapshot, seat: Seat | null): string[] {
  const host = snapshot.seats.find((info) => info.host && info.kind.type === 'human')?.name;
  return snapshot.seats
    .map((info, index) => {
      const open = info.kind.type === 'human' ? t('seats.openSeat') : t('seats.lockedSeat');
      const said = { number: String(index + 1), name: info.name ?? open };
      return t('textAnswers.roomSeat', { ...said, status: seatStatus(info, host ?? null) });
    })
    .filter((_, index) => seat === null || seat === index);
}

function start(snapshot: TableSnapshot, store: GameStore): Reply {
  if (!snapshot.host) return refusal(t('textAnswers.onlyHost'));
  const hindrance = startBlocker(snapshot);
  if (hindrance) return refusal(hindrance);
  void store.arrange({ type: 'start' });
  return NOTHING;
}

/** Gives a seat, or every open one, to a bot, to somebody else, or to nobody. */
function arrange(
  snapshot: TableSnapshot,
  store: GameStore,
  seat: Seat | null,
  use: Use,
): Reply | Promise<Reply> {
  if (!snapshot.host) return refusal(t('textAnswers.onlyHost'));
  if (seat !== null && snapshot.table.yours.includes(seat) && !isLocal(snapshot, seat)) {
    return refusal(t('textAnswers.yourSeat'));
  }
  return arrangeAll(store, seat === null ? openSeats(snapshot) : [seat], use);
}

function isLocal({ seats }: TableSnapshot, seat: Seat): boolean {
  return seats[seat]?.kind.type === 'local';
}

async function arrangeAll(store: GameStore, seats: readonly Seat[], use: Use): Promise<Reply> {
  for (const seat of seats) {
    if (!(await store.arrange({ type: 'seat', seat, to: orderFor(use, seat) }))) break;
  }
  return NOTHING;
}

function orderFor(use: Use, seat: Seat): SeatOrder {
  switch (use) {
    case 'open':
    case 'locked':
      return { type: use };
    case 'here':
      return { type: 'local', name: localName(seat) };
    default:
      return { type: 'bot', level: use };
  }
}

/** Agrees to what the host has changed. */
function agree(snapshot: TableSnapshot, store: GameStore): Reply {
  const asked = snapshot.table.yours.some((seat) => snapshot.seats[seat]?.asked);
  if (!asked || snapshot.host) return refusal(t('textAnswers.nothingToDecide'));
  void store.agree();
  return NOTHING;
}

function linkLines({ table, code }: TableSnapshot): string[] {
  const link = location.origin + tablePath(table.id);
  return [
    t('textAnswers.roomLink', { link }),
    ...(code ? [t('textAnswers.roomCode', { code })] : []),
  ];
}
