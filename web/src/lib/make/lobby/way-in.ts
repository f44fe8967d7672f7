/** How others come to a table: the addresses that work for them, as far as the page knows. */

import type { Addresses } from '../../base/protocol';

/** How others come. */
export type WayIn =
  /** By one of these addresses, the likeliest first: from anywhere, or in the home network. */
  | { readonly kind: 'public' | 'home'; readonly origins: readonly [string, ...string[]] }
  /** Not at all: only this machine can. */
  | { readonly kind: 'machine'; readonly canOpen: boolean; readonly command: string }
  /** Not at all: this machine is in no network. */
  | { readonly kind: 'alone' };

/** Where the page is. */
type Here = Pick<Location, 'origin' | 'hostname'>;

/** How others come to a page that is open here; null where the server has not said. */
export function wayIn(known: Addresses | null, { origin, hostname }: Here): WayIn | null {
  if (known?.type === 'public') return { kind: 'public', origins: [known.url] };
  const urls = known?.type === 'network' ? known.urls : [];
  if (!isLoopback(hostname)) {
    // Whoever sees this page came by its address: others do so, too.
    const others = urls.filter((url) => url !== origin);
    return { kind: isPrivate(hostname) ? 'home' : 'public', origins: [origin, ...others] };
  }
  if (known?.type === 'machine') {
    return { kind: 'machine', canOpen: known.can_open, command: known.command };
  }
  const [first, ...others] = urls;
  if (first === undefined) return known && { kind: 'alone' };
  const host = new URL(first).hostname;
  return { kind: isPrivate(host) ? 'home' : 'public', origins: [first, ...others] };
}

/** Whether a host name means the machine itself. */
function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(host);
}

/** Whether a host name leads nowhere but in a home network. */
function isPrivate(host: string): boolean {
  return (
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)[\d.]+$/.test(host) ||
    /^\[f[cd][\da-f]{2}:/.test(host) ||
    /^[^.]+(\.local|\.lan|\.home\.arpa)?$/.test(host)
  );
}

/** A link in the parts that are set apart: what comes before the host, the host, and the rest. */
export function linkParts(link: string): readonly [string, string, string] {
  const { protocol, host } = new URL(link);
  const start = `${protocol}//`;
  return [start, host, link.slice(start.length + host.length)];
}
