/** How the page reaches its tables: on a server, or in this browser. What can be asked is the same. */

import type {
  Addresses,
  Advice,
  AnalysisPart,
  BoardOrder,
  BoardReport,
  BotLevel,
  ClaimDevice,
  Created,
  DeviceKey,
  DeviceLink,
  DraftOrder,
  DraftReport,
  EditionInfo,
  Exercise,
  FillOrder,
  GameStatistics,
  IdentityInfo,
  JoinTable,
  KeyOwner,
  MayTell,
  Me,
  MyDevices,
  NewTable,
  NewWish,
  PasskeyInfo,
  PasskeyName,
  ProviderRequest,
  ProviderWay,
  Reconsidered,
  RecoveryWords,
  Replay,
  Seat,
  SetUpOrder,
  SiteInfo,
  SiteNow,
  TableSummary,
  Telling,
  WishInfo,
} from '../protocol';

/** Kinds of questions, each with what the question is about and what is answered. */
type Exchanges<E> = { readonly [T in keyof E]: readonly [about: object, answer: unknown] };

/** A question of some kind. */
export type Question<E extends Exchanges<E>, T extends keyof E = keyof E> = {
  [Kind in T]: { readonly type: Kind } & E[Kind][0];
}[T];

/** What is answered to a kind of question. */
export type Answer<E extends Exchanges<E>, T extends keyof E> = E[T][1];

/** What is answered anywhere. A question with a `table` goes to where that is kept. */
export interface Anywhere {
  /** The editions with their presets, the default first. */
  editions: [object, EditionInfo[]];
  /** The bots that can take a seat. */
  bots: [object, BotLevel[]];
  /** Whether such a table could be created. */
  check: [{ order: NewTable }, unknown];
  /** What a board is like that does not depend on a table's secret. */
  board: [{ order: BoardOrder }, BoardReport];
  /** What is to be said of a board that is being drawn. */
  draft: [{ order: DraftOrder }, DraftReport];
  /** The rest of a drawn board at random. */
  fill: [{ order: FillOrder }, BoardReport];
  /** Creates a table, with the caller on its first human seat. */
  create: [{ order: NewTable }, Created];
  /** The caller's tables, newest first. */
  tables: [object, TableSummary[]];
  /** A finished game, step by step. */
  replay: [{ table: string }, Replay];
  replay_record: [{ record: string }, Replay];
  /** A finished game, as text. */
  record: [{ table: string }, string];
  /** What was counted in a finished game, or in that of a record as far as it was played. */
  statistics: [{ table: string }, GameStatistics];
  statistics_of_record: [{ record: string }, GameStatistics];
  /** Takes an open seat: the first, or a certain one. */
  join: [{ table: string } & JoinTable, unknown];
  /** Sets a table up in another way, as its host, before the game begins. */
  set_up: [{ table: string; order: SetUpOrder }, unknown];
  /** Sets the same people and options up again. */
  rematch: [{ table: string }, Created];
  /** What is known of the caller. */
  me: [object, Me];
  /** Has the caller's name remembered. */
  rename: [Me, unknown];
}

/** What a server answers besides. */
export interface AtServer extends Anywhere {
  /** What the site offers besides tables. */
  site: [object, SiteInfo];
  /** What goes on at the site: tables that wait for players, games to watch, and how many want to play. */
  now: [object, SiteNow];
  /** Until when the caller wants to be told of tables, and of which there is to tell. */
  wish: [object, WishInfo];
  /** The caller wants to be told of tables for so long. */
  make_wish: [NewWish, unknown];
  /** The caller wants to be told no more. */
  end_wish: [object, unknown];
  /** Whether this page is the one that tells the caller of a table. */
  tell: [Telling, MayTell];
  /** The table that waits for players under a code. */
  code: [{ code: string }, Created];
  /** Under which addresses others reach the server. */
  addresses: [object, Addresses];
  /** Opens it to the home network. */
  open_to_home: [object, Addresses];
  /** Closes it again. */
  close_to_home: [object, Addresses];
  /** The caller's devices. */
  devices: [object, MyDevices];
  /** Makes a secret with which another device becomes the caller. */
  link_device: [object, DeviceLink];
  /** Whose a key is. */
  look_at_key: [{ key: DeviceKey }, KeyOwner];
  /** Makes this device that of the owner of a key. */
  claim_device: [{ claim: ClaimDevice }, unknown];
  /** Names one of the caller's devices. */
  name_device: [{ id: string; name: string }, unknown];
  /** Removes one of the caller's devices. */
  remove_device: [{ id: string }, unknown];
  /** Makes new recovery words. */
  new_words: [object, RecoveryWords];
  /** Deletes everything that is stored about the caller. */
  delete_me: [object, unknown];
  /** The caller's passkeys. */
  passkeys: [object, PasskeyInfo[]];
  /** Begins to make a passkey. */
  begin_passkey: [PasskeyName, PublicKeyCredentialCreationOptionsJSON];
  /** Keeps the passkey that the browser has made. */
  keep_passkey: [{ credential: object }, PasskeyInfo];
  /** Begins to come back by a passkey. */
  ask_for_passkey: [object, PublicKeyCredentialRequestOptionsJSON];
  /** Makes this device that of the person whose passkey the browser has shown. */
  prove_passkey: [{ credential: object }, unknown];
  rename_passkey: [{ id: string } & PasskeyName, unknown];
  remove_passkey: [{ id: string }, unknown];
  /** Since when the provider knows the caller; empty if it does not. */
  identities: [object, IdentityInfo[]];
  /** From now on, the provider brings nobody back as the caller. */
  forget_provider: [object, unknown];
  /** Begins to be known by the provider, or to come back by it. */
  ask_provider: [ProviderRequest, ProviderWay];
}

/** What is told of records and positions, by this browser or a server. */
export interface Study {
  /** What the coach advises a seat after so many steps of a record. */
  advise: [{ record: string; steps: number; seat: Seat }, Advice];
  /** A decision of the viewer of a view, between some actions; all of them in notation. */
  exercise: [{ view: string; answers: string[] }, Exercise];
  /** The choice that a step of a record was, from 1, again: with reasons, it is played on, which takes a while. */
  reconsider: [{ record: string; step: number; reasons: boolean }, Reconsidered];
}

/** What this browser answers besides. */
export interface InBrowser extends Anywhere, Study {
  /**
   * What the next steps of a record were worth: to all, or as far as some seats decided them. A server tells all of them,
   * one after the other.
   */
  analyse: [{ record: string; from: number; count: number; seats?: Seat[] }, AnalysisPart];
  /** Forgets a game for good. */
  delete: [{ table: string }, unknown];
}

/** What a line to a table needs of a WebSocket. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
};

/** A way to tables. */
export interface Transport<E extends Anywhere & Exchanges<E> = Anywhere> {
  /** Asks something. Whatever goes wrong is a `ProblemError`. */
  ask<T extends keyof E>(question: Question<E, T>): Promise<Answer<E, T>>;
  /** Opens a line to a table. */
  connect(table: string): Socket;
}
