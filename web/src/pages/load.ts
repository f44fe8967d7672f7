/** Loads a page with what it says. What is loaded already is not loaded again. */

import type { Area } from 'virtual:messages';

import { loadMessages } from '../lib/base/language/messages';
import { isLocal } from '../lib/base/local/id';
import type { Route } from '../lib/base/router.svelte';
import { loadHomeFirst } from '../lib/base/page/home-first';
import { STATIC } from '../lib/base/site';
import { loadLocal } from '../lib/base/transport';

async function page<Page>(load: Promise<Page>, ...areas: readonly Area[]): Promise<Page> {
  const [loaded] = await Promise.all([load, loadMessages(...areas)]);
  return loaded;
}

/** The home page, with what it shows first. */
export async function home() {
  const [{ default: Home }, first] = await Promise.all([
    page(import('./Home.svelte'), 'home'),
    loadHomeFirst(),
  ]);
  return { Home, first };
}
export const newTable = () =>
  page(
    import('../lib/make/setup/forms').then(({ NewTable }) => ({ default: NewTable })),
    'setup',
    'switches',
  );
export const table = () => page(import('./Table.svelte'), 'table');
export const replay = () =>
  page(import('./Replay.svelte'), 'table', 'narration', 'switches', 'side', 'replay');
export const review = () =>
  page(
    import('./Review.svelte'),
    ...(['table', 'switches', 'statistics', 'coach', 'replay', 'learn'] as const),
  );
export const verify = () => page(import('./Verify.svelte'), 'verify');
export const rules = () => page(import('./Rules.svelte'), 'rules', 'guide', 'switches');
export const day = () =>
  page(import('./Day.svelte'), 'table', 'switches', 'statistics', 'coach', 'learn');
export const games = () =>
  page(
    import('./Games.svelte'),
    ...(['games', 'home', 'profile', 'ratings', 'statistics', 'side'] as const),
  );
export const days = () => page(import('./Days.svelte'), 'learn');
export const learn = () => page(import('./Learn.svelte'), 'learn', 'table', 'coach');
export const editor = () => page(import('./Editor.svelte'), 'setup');
export const settings = () => page(import('./Settings.svelte'), 'preferences');
export const me = () => page(import('./Me.svelte'), 'me', 'lobby');
export const host = () =>
  page(import('./Host.svelte'), 'host', 'moderation', 'table', 'narration', 'switches');
export const takeAlong = () => page(import('./TakeAlong.svelte'), 'me');
export const unknown = () => import('./Unknown.svelte');

/** What invites to tables on every page; null without a server. */
export async function invited() {
  if (STATIC) return null;
  return (await page(import('../lib/people/lobby/Invited.svelte'), 'open', 'home')).default;
}

/** The pages that are the same whatever else their addresses name. */
export const plain = {
  new: newTable,
  rules,
  days,
  games,
  editor,
  settings,
  me,
  host,
  'take-along': takeAlong,
  unknown,
};

/**
 * The page of a table, and which table it is for: the page of the one before stays until this one is there. For one in
 * this browser it comes with what plays there.
 */
export async function tableOf(id: string) {
  if (isLocal(id)) await loadLocal();
  const { default: Table } = await table();
  return { Table, id };
}

/** Begins to load the page at an address, before anything can be drawn. */
export function prefetch({ page }: Route): void {
  const pages = { ...plain, home, table, replay, review, verify, day, learn };
  pages[page]().catch(() => undefined);
}
