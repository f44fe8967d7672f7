/** What people have to decide about each other during a game, at one moment. */

import { isOpen, type TableSnapshot } from '../game/snapshot';
import type { TimeLeft } from '../game/time-left';
import type { OpenRemedy, Remedy, Seat, SeatInfo, SeatRequest } from '../../base/protocol';

/** What can be done about one who is here and does not act. */
export type Delay = Exclude<Remedy, 'remove'>;

/** Something that can be done, and how many have voted for it; null where the viewer alone decides. */
interface Offered {
  readonly remedy: Delay;
  readonly votes: number | null;
  readonly needed: number;
}

/** What there is to decide. */
export interface Decisions {
  /** Whether a bot plays for the viewer, who is here. */
  readonly replaced: boolean;
  readonly requests: readonly (Pick<SeatRequest, 'id' | 'seat' | 'name'> & {
    /** Whether the viewer is asked, and has not agreed yet. */
    readonly decides: boolean;
    readonly agreed: number;
    readonly asked: number;
    /** How long the one who held the seat can come back. */
    readonly waits: number;
  })[];
  /** The vote to end the game: who has yet to agree, and whether that is up to the viewer. */
  readonly ending: {
    readonly by: readonly Seat[];
    readonly missing: readonly Seat[];
    readonly decides: boolean;
  } | null;
  /** The votes to remove a player. */
  readonly removals: readonly {
    readonly seat: Seat;
    readonly by: readonly Seat[];
    readonly needed: number;
    /** Whether the viewer has a vote, and has not voted yet. */
    readonly decides: boolean;
  }[];
  /** The seats that the viewer may take again. */
  readonly claims: readonly Seat[];
  /** Who is away, and for how long until a bot plays for them. */
  readonly absent: readonly { readonly seat: Seat; readonly left: number }[];
  /** For whom everybody waits, and what can be done about it. */
  readonly idle: {
    readonly seat: Seat;
    readonly waited: number;
    readonly remedies: readonly Offered[];
  } | null;
}

/** Since when each seat has been without its player, by the server's time. */
export type Gone = ReadonlyMap<Seat, number>;

/** Who is away at this moment: those of `before`, and whoever has gone since. */
export function goneAt({ seats, started, now_ms }: TableSnapshot, before: Gone): Gone {
  const isGone = ({ kind, name, present, away }: SeatInfo) =>
    kind.type === 'human' && name !== null && !present && !away;
  return new Map(
    seats.flatMap((info, seat) =>
      started && isGone(info) ? [[seat, before.get(seat) ?? now_ms] as const] : [],
    ),
  );
}

/** What there is to decide at that time of the server, where some are away. */
export function pendingDecisions(
  snapshot: TableSnapshot,
  now_ms: number,
  gone: Gone = new Map(),
): Decisions {
  const passed = Math.max(0, now_ms - snapshot.now_ms);
  const { yours, claims } = snapshot.table;
  const over = snapshot.view.phase.type === 'over';
  return {
    replaced: !over && yours.some((seat) => snapshot.seats[seat]?.replaced),
    requests: snapshot.seating.requests.map(({ id, seat, name, decide, yes, waits_ms }) => ({
      id,
      seat,
      name,
      decides: decide.some((each) => yours.includes(each) && !yes.includes(each)),
      agreed: yes.length,
      asked: decide.length,
      waits: Math.max(0, (waits_ms ?? 0) - passed),
    })),
    ending: over ? null : ending(snapshot, passed),
    removals: over ? [] : removals(snapshot, passed),
    claims: over || yours.length ? [] : claims.filter((seat) => isOpenAt(snapshot, seat)),
    absent: over || snapshot.paused ? [] : absent(snapshot, now_ms, gone),
    idle: over || snapshot.paused ? null : idle(snapshot, passed),
  };
}

function absent(
  { options, table }: TableSnapshot,
  now_ms: number,
  gone: Gone,
): Decisions['absent'] {
  if (options.absence !== 'bot') return [];
  return [...gone].flatMap(([seat, since]) => {
    const left = since + 1000 * options.grace_s - now_ms;
    return left > 0 && !table.yours.includes(seat) ? [{ seat, left }] : [];
  });
}

function ending(snapshot: TableSnapshot, passed: number): Decisions['ending'] {
  const vote = snapshot.seating.ending;
  if (!vote || vote.left_ms <= passed) return null;
  const { by, missing } = vote;
  return { by, missing, decides: missing.some((seat) => snapshot.table.yours.includes(seat)) };
}

function removals(snapshot: TableSnapshot, passed: number): Decisions['removals'] {
  const { yours } = snapshot.table;
  const votes = snapshot.seating.votes.filter(
    ({ remedy, left_ms }) => remedy === 'remove' && left_ms > passed,
  );
  return votes.map(({ seat, by, needed }) => {
    const decides = yours.length > 0 && ![seat, ...by].some((each) => yours.includes(each));
    return { seat, by, needed, decides };
  });
}

function isOpenAt(snapshot: TableSnapshot, seat: Seat): boolean {
  const info = snapshot.seats[seat];
  return info !== undefined && isOpen(info);
}

function idle(snapshot: TableSnapshot, passed: number): Decisions['idle'] {
  const open = snapshot.seating.remedies.filter(({ in_ms }) => in_ms <= passed);
  const waited = snapshot.seats.map(({ waited_ms }, seat) => ({
    seat,
    waited: (waited_ms ?? 0) + passed,
    remedies: open.flatMap((each) => (each.seat === seat ? offered(snapshot, each, passed) : [])),
  }));
  const longest = waited
    .filter(({ remedies }) => remedies.length)
    .sort((a, b) => b.waited - a.waited)[0];
  return longest ?? null;
}

function offered(snapshot: TableSnapshot, { seat, remedy }: OpenRemedy, passed: number): Offered[] {
  if (remedy === 'remove') return [];
  const vote = snapshot.seating.votes.find(
    (each) => each.left_ms > passed && each.seat === seat && each.remedy === remedy,
  );
  return [{ remedy, votes: vote?.by.length ?? null, needed: vote?.needed ?? 0 }];
}

/** The viewer's clock while it runs, and how often they can still take a minute more. */
export function ownClock(
  snapshot: TableSnapshot,
): { readonly clock: TimeLeft; readonly extensions: number } | null {
  if (snapshot.paused || snapshot.view.phase.type === 'over') return null;
  for (const seat of snapshot.table.yours) {
    const info = snapshot.seats[seat];
    if (!info?.running || info.left_ms === null) continue;
    const clock = { left_ms: info.left_ms, running: true, at_ms: snapshot.now_ms };
    return { clock, extensions: info.extensions };
  }
  return null;
}
