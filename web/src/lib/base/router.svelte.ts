/** Which page is shown, by the address. */

import type { Day } from '../learn/day/calendar';
import { address, pathIn } from './site';

/** A page. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'new' }
  | { readonly page: 'table'; readonly id: string }
  | { readonly page: 'rules' }
  /** A scene of the lessons, or the one at which somebody is. */
  | { readonly page: 'learn'; readonly scene: number | null }
  | { readonly page: 'editor' }
  | { readonly page: 'settings' }
  /** Who somebody is here: their devices and their data. */
  | { readonly page: 'me' }
  /** What whoever runs the site sees and decides. */
  | { readonly page: 'host' }
  /** This device becomes somebody who plays elsewhere already. */
  | { readonly page: 'take-along' }
  | { readonly page: 'replay'; readonly id: string | null }
  | { readonly page: 'verify'; readonly id: string | null }
  /** What can be learned from a finished table. */
  | { readonly page: 'review'; readonly id: string }
  /** The island of a day, or of today. */
  | { readonly page: 'day'; readonly day: Day | null }
  /** All islands. */
  | { readonly page: 'days' }
  /** The reader's finished games. */
  | { readonly page: 'games' }
  | { readonly page: 'unknown' };

/** The page at an address. */
export function routeOf(pathname: string): Route {
  const [, page, name] = /^\/?([\w-]*)(?:\/([^/]+))?\/?$/.exec(pathname) ?? [];
  const id = name === undefined ? null : decoded(name);
  // A link that was cut off in the middle of a sign leads nowhere.
  if (id === undefined) return { page: 'unknown' };
  switch (page) {
    case 'replay':
    case 'verify':
      return { page, id };
    case 'rules':
      return { page };
    case 't':
      if (id !== null) return { page: 'table', id };
      break;
    case 'review':
      if (id !== null) return { page, id };
      break;
    case 'learn':
      if (/^(?:[1-9]\d?)?$/.test(id ?? '')) return { page, scene: Number(id) || null };
      break;
    case 'day':
      if (id === null || /^\d{4}-\d\d-\d\d$/.test(id)) return { page, day: id };
      break;
    case 'you':
      if (id === null) return { page: 'me' };
      break;
    case '':
    case 'days':
    case 'games':
    case 'new':
    case 'editor':
    case 'settings':
    case 'me':
    case 'host':
    case 'take-along':
      if (id === null) return { page: page || 'home' };
  }
  return { page: 'unknown' };
}

/** A part of an address; undefined if it is not one. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The address of a table. */
export function tablePath(id: string): string {
  return address(`/t/${encodeURIComponent(id)}`);
}

/** The address of the island of a day, or of today. */
export function dayPath(day: Day | null = null): string {
  return address(day === null ? '/day' : `/day/${day}`);
}

/** The address of a finished table, step by step. */
export function replayPath(id: string): string {
  return address(`/replay/${encodeURIComponent(id)}`);
}

/** The address of what can be learned from a finished table. */
export function reviewPath(id: string): string {
  return address(`/review/${encodeURIComponent(id)}`);
}

/** The address at which the chance of a finished table is checked. */
export function verifyPath(id: string): string {
  return address(`/verify/${encodeURIComponent(id)}`);
}

/**
 * The address of the rules, at a clause or a switch, as an edition has them for so many players, or a table has
 * changed them.
 */
export function rulesPath(
  place: string | null = null,
  edition: string | null = null,
  players: number | null = null,
  own = '',
): string {
  const asked = [
    edition && `edition=${encodeURIComponent(edition)}`,
    players && `players=${players}`,
    own,
  ].filter(Boolean);
  const query = asked.length ? `?${asked.join('&')}` : '';
  return address(`/rules${query}${place ? `#${encodeURIComponent(place)}` : ''}`);
}

/** So many frames after going back a page has to become as tall as it was. */
const FRAMES = 120;

class Router {
  #path = $state(typeof location === 'undefined' ? '/' : pathIn(location));
  /** How far down each page was read when it was left. */
  readonly #read = new Map<string, number>();
  #y = 0;
  /** Another place of the same page is no other page. */
  readonly route: Route = $derived(routeOf(this.#path));

  /** Follows the browser's back and forward, and clicks on links within the page. */
  listen(): () => void {
    const moved = () => {
      const path = pathIn(location);
      if (path === this.#path) return;
      this.#read.set(this.#path, this.#y);
      this.#path = path;
      scrollBack(this.#read.get(path) ?? 0);
    };
    // The browser may have scrolled already when it tells that it has gone back.
    const scrolled = () => (this.#y = scrollY);
    const clicked = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const plain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !plain || link.origin !== location.origin || link.target) return;
      if (routeOf(pathIn(link)).page === 'unknown' || isWithinPage(link)) return;
      event.preventDefault();
      this.go(link.href);
    };
    addEventListener('popstate', moved);
    addEventListener('scroll', scrolled, { passive: true });
    document.addEventListener('click', clicked);
    return () => {
      removeEventListener('popstate', moved);
      removeEventListener('scroll', scrolled);
      document.removeEventListener('click', clicked);
    };
  }

  /** Goes to a page of this site, by its path or its address; `instead` of this one, no way leads back here. */
  go(to: string, instead = false): void {
    const url = to.startsWith('/') ? address(to) : to;
    this.#read.set(this.#path, scrollY);
    history[instead ? 'replaceState' : 'pushState'](null, '', url);
    this.#path = pathIn(location);
    scrollTo(0, 0);
  }
}

/** Scrolls to where a page was read, which may not be drawn yet, unless somebody scrolls it first. */
function scrollBack(y: number): void {
  const used = new AbortController();
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(
      event,
      () => {
        used.abort();
      },
      { signal: used.signal, passive: true },
    );
  }
  const scroll = (left: number) => {
    if (used.signal.aborted) return;
    scrollTo(0, y);
    if (left > 0 && Math.abs(scrollY - y) >= 1)
      requestAnimationFrame(() => {
        scroll(left - 1);
      });
    else used.abort();
  };
  requestAnimationFrame(() => {
    scroll(FRAMES);
  });
}

/** Whether a link leads to another place of the same page, which the browser does best. */
function isWithinPage(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search;
}

/** The one router. */
export const router = new Router();
