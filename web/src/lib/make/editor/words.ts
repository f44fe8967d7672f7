/** What lies at a place of a draft, and what is wrong with it, in words. */

import { t } from '../../base/language/messages';
import { listed } from '../../base/language/format';
import type { BoardDeviation, DraftFault, DraftReport, Side } from '../../base/protocol';
import { harborText, terrainName } from '../../base/words';
import { coastOfHarbor, harborAtCoast, robberOf, type Draft, type Spot, type Tool } from './draft';
import { FRAMES } from './frame';

/** `A1`, or `A1, north-west coast`. */
export function placeName({ frame }: Pick<Draft, 'frame'>, { kind, id }: Spot): string {
  const { hexNames, coasts } = FRAMES[frame];
  if (kind === 'hex') return hexNames[id] ?? '';
  const coast = coasts[id];
  return coast ? coastName(hexNames[coast.hex] ?? '', coast.side) : '';
}

function coastName(hex: string, side: Side): string {
  return t('editor.coast', { hex, side });
}

/** `hills, 6, robber`. */
export function contentText(draft: Draft, { kind, id }: Spot): string {
  if (kind === 'coast') {
    const harbor = harborAtCoast(draft, id);
    return harbor ? harborText(harbor.kind) : t('editor.noHarbor');
  }
  const { terrain = null, token = null } = draft.hexes[id] ?? {};
  const parts = [terrain ? terrainName(terrain) : t('editor.noTerrain')];
  if (token !== null) parts.push(String(token));
  else if (terrain && terrain !== 'desert') parts.push(t('editor.noNumber'));
  if (robberOf(draft) === id) parts.push(t('editor.robber'));
  return listed(parts, 'unit');
}

/** What is wrong with a place, each with where it is. */
export interface Finding {
  readonly spot: Spot | null;
  /** Which harbor is to blame; null where none is. */
  readonly harbor: number | null;
  readonly text: string;
}

/** Everything that is wrong. */
export function findingsOf(draft: Draft, report: DraftReport | null): Finding[] {
  return (report?.faults ?? []).flatMap((fault) => finding(draft, fault) ?? []);
}

function finding(draft: Draft, fault: DraftFault): Finding | null {
  if (fault.type === 'wrong_number') {
    const spot = { kind: 'hex', id: fault.hex } as const;
    const text = t('editor.wrongNumber', { hex: placeName(draft, spot) });
    return { spot, harbor: null, text };
  }
  const harbor = draft.harbors[fault.harbor];
  if (!harbor) return null;
  const id = coastOfHarbor(draft, harbor);
  const place = coastName(FRAMES[draft.frame].hexNames[harbor.hex] ?? '', harbor.side);
  const spot = id < 0 ? null : ({ kind: 'coast', id } as const);
  const text =
    fault.type === 'inland_harbor' ? t('editor.inland', { place }) : t('editor.crowded', { place });
  return { spot, harbor: fault.harbor, text };
}

/** A piece of the box: `hills`, `number 6`, `2-to-1 wool harbor`. */
export function pieceName(piece: BoardDeviation | Tool): string {
  switch (piece.type) {
    case 'terrain':
      return terrainName(piece.terrain);
    case 'token':
      return t('editor.number', { number: piece.token });
    case 'harbor':
      return harborText(piece.kind);
    case 'robber':
      return t('editor.robber');
    case 'eraser':
      return t('editor.eraser');
  }
}
