/** How a part of a chart that is a resource looks: as on the board. */

import { RESOURCE_TERRAIN, TERRAIN } from '../../play/art/palette';
import type { Resource } from '../protocol';

/** The custom properties of a part; none for what is no resource. */
export function groundStyle(resource: Resource | undefined): string | undefined {
  if (resource === undefined) return undefined;
  const { fill, ink, text } = TERRAIN[RESOURCE_TERRAIN[resource]];
  return [`--fill:${fill}`, `--line:${ink}`, `color:${text}`].join(';');
}
