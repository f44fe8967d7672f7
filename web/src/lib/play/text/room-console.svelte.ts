/** What is typed in the waiting room. */

import type { GameStore } from '../game/store.svelte';
import { openSeats, type TableSnapshot } from '../game/snapshot';
import { t } from '../../base/language/messages';
import { loadProblems } from '../../base/language/problems.svelte';
import { addressBook } from '../../make/lobby/addresses.svelte';
import { awaited, seatStatus, startBlocker } from '../../make/lobby/readiness';
import { problemText } from '../../base/problem-text';
import type { Seat, SeatOrder } from '../../base/protocol';
import { router, tablePath } from '../../base/router.svelte';
import { localName } from '../../make/setup/orders';
import type { TableSession } from '../table/session.svelte';
import { sentence } from './board-words';
import type { Change } from './setup-change';
import { OF_MODERATION, type Command, type CommandId, type Use } from './commands';
import { TableConsole } from './console.svelte';
import { handOver, say, takeSeat } from './people';
import { lexicon } from './lexicon';
import type { KnownTable } from './reader';
import { NOTHING, refusal, replies, type Reply } from './reply';

/** The console of the waiting room. Create it while a component is being set up. */
export class RoomConsole extends TableConsole {
  override readonly mode = 'room';

  #change: Change | null = null;

  constructor(private readonly session: TableSession) {
    super(session.announcer);
    const { store } = session;
    const { snapshot } = store;
    this.write('heard', [...(snapshot ? roomLines(snapshot) : []), t('textAnswers.welcome')]);
    // Who comes and goes, and what the host does with a seat.
    let known = snapshot ? seatLines(snapshot, null) : [];
    $effect(() => {
      if (!store.snapshot) return;
      const now = seatLines(store.snapshot, null);
      const changed = now.filter((line, seat) => line !== known[seat]);
      known = now;
      if (changed.length) this.say('heard', changed, null, false);
    });
    // So that the line can be completed.
    if (snapshot?.host) this.#loadChange().catch(() => undefined);
  }

  override get known(): KnownTable | null {
    const known = super.known;
    return known && { ...known, fields: this.#change?.fieldsOf(known.snapshot) ?? [] };
  }

  async #loadChange(): Promise<Change> {
    const { Change } = await import('./setup-change');
    this.#change ??= await Change.load();
    return this.#change;
  }

  /** Changes the set-up, or tells of it. */
  #set(snapshot: TableSnapshot, id: 'set' | 'options', text: string): Reply | Promise<Reply> {
    if (!snapshot.host) return refusal(t('textAnswers.onlyHost'));
    return this.loaded(async () => (await this.#loadChange()).answer(snapshot, id, text));
  }

  override get hidden(): readonly CommandId[] {
    return this.session.chat.people ? [] : OF_MODERATION;
  }

  protected override get snapshot() {
    return this.session.store.snapshot;
  }

  protected override defaultCommand(): Command {
    return { id: 'status' };
  }

  protected override execute(command: Command, { snapshot }: KnownTable): Reply | Promise<Reply> {
    const { store } = this.session;
    switch (command.id) {
      case 'status':
        return replies(roomLines(snapshot));
      case 'players':
        return replies(seatLines(snapshot, command.seat));
      case 'start':
        return start(snapshot, store);
      case 'seat':
        return arrange(snapshot, store, command.seat, command.use);
      case 'set':
      case 'options':
        return this.#set(snapshot, command.id, command.text);
      case 'host':
        return handOver(command.seat, store);
      case 'agree':
        return agree(snapshot, store);
      case 'say': {
        const { said, answer } = say(snapshot, command.text);
        if (said) void store.do('say', said);
        return answer;
      }
      case 'mute':
      case 'unmute':
      case 'avoid':
      case 'report':
        return this.aboutPeople(command, this.session);
      case 'link':
        return addressBook.load().then(() => replies(linkLines(snapshot)));
      case 'letIn':
        return letIn(snapshot);
      case 'join':
        return takeSeat(this.session, command.text);
      case 'leave':
        if (!snapshot.table.yours.length) return refusal(t('textAnswers.noSeatHere'));
        this.ask(t(snapshot.host ? 'lobby.giveUpQuestion' : 'lobby.leaveQuestion'), () => {
          void store.do('leave').then((left) => {
            if (left) router.go('/');
          });
        });
        return NOTHING;
      default:
        return this.general(command);
    }
  }
}

/** What the table waits for, and why the host cannot start yet. */
function roomLines(snapshot: TableSnapshot): string[] {
  const hindrance = snapshot.host ? startBlocker(snapshot) : null;
  return [sentence(awaited(snapshot)), ...(hindrance ? [hindrance] : [])];
}

/** Every seat in a line, with the number by which it can be called. */
function seatLines(snapshot: TableSnapshot, seat: Seat | null): string[] {
  return snapshot.seats
    .map((info, index) => {
      const open = info.kind.type === 'human' ? t('seats.openSeat') : t('seats.lockedSeat');
      const said = { number: String(index + 1), name: info.name ?? open };
      return t('textAnswers.roomSeat', { ...said, status: seatStatus(snapshot, index) });
    })
    .filter((_, index) => seat === null || seat === index);
}

function start(snapshot: TableSnapshot, store: GameStore): Reply {
  if (!snapshot.host) return refusal(t('textAnswers.onlyHost'));
  const hindrance = startBlocker(snapshot);
  if (hindrance) return refusal(hindrance);
  void store.do('start');
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
    if (!(await store.do('seat', seat, orderFor(use, seat)))) break;
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

/** How others come to the table, or what lets them in. */
function linkLines({ table, code }: TableSnapshot): string[] {
  const way = addressBook.wayIn;
  switch (way?.kind) {
    case undefined:
      return [t('connection.unreachable')];
    case 'home':
    case 'public': {
      const [first, ...others] = way.origins.map((origin) => origin + tablePath(table.id));
      return [
        t('textAnswers.roomLink', { link: first ?? '' }),
        ...(code ? [t('textAnswers.roomCode', { code })] : []),
        ...others.map((link) => t('textAnswers.roomOtherLink', { link })),
      ];
    }
    case 'alone':
      return [t('share.noNetwork')];
    case 'machine': {
      const command = lexicon().names.letIn;
      return [
        t('share.onlyThisMachine'),
        way.canOpen
          ? t('textAnswers.roomLetIn', { command })
          : t('share.startWith', { command: way.command }),
      ];
    }
  }
}

/** Opens the server to the home network. */
async function letIn(snapshot: TableSnapshot): Promise<Reply> {
  await addressBook.load();
  const closed = addressBook.wayIn;
  if (closed?.kind !== 'machine') return replies(linkLines(snapshot));
  if (await addressBook.open()) return replies(linkLines(snapshot));
  await loadProblems();
  const { problem } = addressBook;
  const why = problem ? `${problemText(problem)} ` : '';
  return refusal(why + t('share.startWith', { command: closed.command }));
}
