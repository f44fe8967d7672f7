/** Answers to what is asked of the table. They change nothing. */

import type { PlaceLabels } from '../board/targets';
import { lineText, type LogLine } from '../game/log-lines';
import { placeShort } from '../game/short-places';
import { person, viewerOf, type TableSnapshot } from '../game/snapshot';
import { robberTargets } from '../game/targets';
import { clockText, leftAt } from '../game/time-left';
import { sideText, type OpenBargain } from '../game/trade';
import { offerCard, suggestionCards } from '../game/offers';
import type { ViewModel } from '../game/view-model';
import { listed } from '../../base/language/format';
import { isMessage, t } from '../../base/language/messages';
import { cardsText, type Piece } from '../../base/words';
import {
  bankLines,
  boardRows,
  harborLines,
  hexesWith,
  hexesWithToken,
  hexLine,
  placeLines,
  sentence,
  siteLines,
} from './board-words';
import type { CommandMode } from '../intent/commands';
import { COMMANDS_OF, type Command, type CommandId } from './commands';
import { lexicon } from './lexicon';
import { usage } from './parse';
import type { PlaceNames } from './places';
import { replies, reply, type Reply } from './reply';
import { threats } from './threats';
import { because, legalPlaces, why } from './why';

/** What answers need of a table's model. */
export type Told = Pick<
  ViewModel,
  'status' | 'seats' | 'labels' | 'rolled' | 'actions' | 'primary' | 'heldCards'
>;

/** What answers are drawn from. */
export interface Facts {
  readonly snapshot: TableSnapshot;
  readonly model: Told;
  readonly places: PlaceNames;
  readonly lines: readonly LogLine[];
  /** The server's time. */
  readonly now_ms: number;
}

/** What the help asks about, to show how. */
const EXAMPLES = {
  game: 'offer',
  room: 'seat',
  replay: 'next',
  exercise: 'choose',
  setup: 'seat',
} as const;
/** How many lines of the log are told. */
export const SOME_LINES = 5;
const SOME_SITES = 5;

/** The answer to a command that only asks; null for one that does something. */
export function answer(command: Command, facts: Facts): Reply | null {
  const { snapshot, model, lines } = facts;
  switch (command.id) {
    case 'status':
      return replies([sentence(model.status.text), ...rolled(model)]);
    case 'last':
      return lastLines(lines, 1);
    case 'log':
      return lastLines(lines, command.count ?? SOME_LINES);
    case 'hand':
      return replies(handLines(model, snapshot));
    case 'players':
      return replies(
        playerLines(model).filter((_, seat) => command.seat === null || command.seat === seat),
      );
    case 'reserves':
      return replies(bankLines(snapshot));
    case 'clock':
      return replies(clockLines(facts));
    case 'costs':
      return replies(costLines(snapshot));
    case 'offers':
      return replies(offerLines(snapshot));
    case 'board':
      return rows(snapshot, command.row);
    case 'scan':
      return scan(command.what, facts);
    case 'harbors':
      return replies(harborLines(snapshot));
    case 'legal':
      return legal(facts, command.piece);
    case 'best':
      return some(
        siteLines(snapshot, viewerOf(snapshot), command.count ?? SOME_SITES),
        t('textAnswers.noSites'),
      );
    case 'threats':
      return some(threats(snapshot), t('textAnswers.noThreats'));
    case 'why':
      return why(snapshot, model, command.aim, command.at);
    default:
      return null;
  }
}

function some(lines: readonly string[], none: string): Reply {
  return lines.length ? replies(lines) : reply(none);
}

function rolled({ rolled }: Told): string[] {
  return rolled === null ? [] : [t('textAnswers.rolled', { count: rolled })];
}

/** Whether lines of the log are looked for. */
export function isSearch(command: Command): command is Extract<Command, { id: 'log' }> {
  return command.id === 'log' && command.words !== '';
}

/** The last lines. Those that have certain words are told by what is loaded for them. */
function lastLines(lines: readonly LogLine[], count: number): Reply {
  const told = lines.filter(({ undone }) => !undone).slice(-Math.max(1, count));
  return some(
    told.map(({ parts }) => sentence(lineText(parts))),
    t('textAnswers.nothingYet'),
  );
}

/** What the reader holds. */
function handLines(model: Told, snapshot: TableSnapshot): string[] {
  const { own } = snapshot.view;
  if (!own) return [t('textAnswers.noHand')];
  const count = own.hand.reduce((sum, each) => sum + each, 0);
  const cards = model.heldCards.map(({ name, count: held, fresh }) =>
    t('textAnswers.heldCard', { name, count: held, fresh: fresh ? 'yes' : 'no' }),
  );
  return [
    t('textAnswers.handCards', { count, cards: cardsText(own.hand) }),
    ...(cards.length ? [t('textAnswers.handDevelopment', { cards: listed(cards) })] : []),
  ];
}

/** Every player in a line, with the number by which they can be called. */
function playerLines({ seats }: Told): string[] {
  return seats.map(({ seat, label }) => sentence(`${seat + 1}: ${label}`));
}

function clockLines({ snapshot, model, now_ms }: Facts): string[] {
  const clocks = model.seats.flatMap(({ seat, clock }) => {
    if (!clock) return [];
    const time = clockText(leftAt(clock, now_ms));
    const runs = clock.running ? 'yes' : 'no';
    return [t('textAnswers.clock', { ...person(snapshot, seat), time, runs })];
  });
  const limit = snapshot.clock;
  const game = limit
    ? [
        t('textAnswers.timeLimit', {
          time: clockText(leftAt({ ...limit, at_ms: snapshot.now_ms }, now_ms)),
        }),
      ]
    : [];
  const all = [...clocks, ...game];
  return all.length ? all : [t('textAnswers.noClock')];
}

/** What everything costs. */
function costLines({ table: { costs } }: TableSnapshot): string[] {
  return (['road', 'settlement', 'city', 'development_card'] as const).map((what) =>
    t('textAnswers.cost', { what, cards: cardsText(costs[what]) }),
  );
}

/** What is offered and suggested now. */
export function offerLines(snapshot: TableSnapshot): string[] {
  const open = offerCard(snapshot);
  const told: string[] = [];
  if (open) {
    const { give, get } = open.bargain;
    const cards = { give: cardsText(give), get: cardsText(get), name: open.name };
    const side = open.own ? 'own' : open.yours ? 'asked' : 'other';
    told.push(t('textAnswers.offer', { ...cards, side }));
    for (const row of open.rows) {
      const counter = row.counter
        ? { takes: cardsText(row.counter.takes), gives: cardsText(row.counter.gives) }
        : { takes: '', gives: '' };
      const who = person(snapshot, row.seat);
      told.push(t('textAnswers.offerAnswer', { ...who, answer: row.answer, ...counter }));
    }
  }
  for (const { kind, name, bargain } of suggestionCards(snapshot)) {
    told.push(t('textAnswers.suggestion', { kind, name, ...sides(bargain) }));
  }
  return told.length ? told : [t('textAnswers.noOffers')];
}

function sides(bargain: OpenBargain): { give: string; get: string } {
  return {
    give: sideText(bargain.give, bargain.anyGive),
    get: sideText(bargain.get, bargain.anyGet),
  };
}

function rows(snapshot: TableSnapshot, name: string | null): Reply {
  const all = boardRows(snapshot);
  const wanted = name === null ? all : all.filter((row) => row.name === name);
  return some(
    wanted.flatMap(({ hexes }) => hexes.map(({ text }) => sentence(text))),
    t('textAnswers.noRow', { rows: listed(all.map((row) => row.name)) }),
  );
}

function scan(what: Extract<Command, { id: 'scan' }>['what'], facts: Facts): Reply {
  const { snapshot, model, places } = facts;
  if (typeof what === 'number') {
    const hexes = hexesWithToken(snapshot, what);
    const none = t('textAnswers.noToken', { number: String(what) });
    return some(
      hexes.map((id) => hexLine(snapshot, id)),
      none,
    );
  }
  if (typeof what === 'string') {
    return replies(hexesWith(snapshot, what).map((id) => hexLine(snapshot, id)));
  }
  return replies(
    placeLines(places, ({ kind, id }) => labelOf(model.labels, kind, id), snapshot, what),
  );
}

function labelOf(labels: PlaceLabels, kind: keyof PlaceLabels, id: number): string {
  return labels[kind](id);
}

function legal({ snapshot, model }: Facts, piece: Piece | null): Reply {
  const { choices } = snapshot;
  if (piece === null) {
    if (choices.robber.length) return placesLine(snapshot, 'robber', 'hex', robberTargets(choices));
    if (choices.first_cards.length) {
      return placesLine(snapshot, 'settlement', 'intersection', choices.first_cards);
    }
    const lines = (['settlement', 'city', 'road'] as const).flatMap((each) =>
      legalPlaces(snapshot, each).length ? legal({ snapshot, model } as Facts, each).lines : [],
    );
    return some(lines, t('textAnswers.nothingLegal'));
  }
  const ids = legalPlaces(snapshot, piece);
  if (!ids.length)
    return because(
      model.actions.find(({ id }) => id === piece),
      false,
    );
  return placesLine(snapshot, piece, piece === 'road' ? 'path' : 'intersection', ids);
}

function placesLine(
  snapshot: TableSnapshot,
  what: Piece | 'robber',
  kind: 'hex' | 'intersection' | 'path',
  ids: readonly number[],
): Reply {
  const places = listed(ids.map((id) => placeShort(snapshot.board, { kind, id })));
  return reply(t('textAnswers.legal', { what, count: ids.length, places }));
}

/** What can be typed. */
export function help(mode: CommandMode, hidden: readonly CommandId[] = []): Reply {
  const { names } = lexicon();
  const shown = COMMANDS_OF[mode].filter((id) => !hidden.includes(id));
  return replies([
    t('textAnswers.help', { commands: listed(shown.map((id) => names[id])) }),
    t('textAnswers.helpMore', { example: `${names.help} ${names[EXAMPLES[mode]]}` }),
  ]);
}

/** How a command is typed, and what it does. */
export function helpLine(id: CommandId): string {
  const name = `textHelp.${id}` as const;
  return isMessage(name) ? `${usage(id)}: ${t(name)}` : usage(id);
}
