/**
 * Keeps the files of the page, so that it opens without a network. Pages come from the network first;
 * files whose names change with their contents never come twice. The server's API is not touched.
 *
 * A new version takes over at once, but an open page stays what it is: it has its code already, and
 * what it loads later is found in the cache of the version before.
 */

/** Written by the build: this version, and the files that it consists of. */
declare const __VERSION__: string;
declare const __FILES__: readonly string[];

const scope = self as unknown as ServiceWorkerGlobalScope;

const PREFIX = 'brickwood-';
const CACHE = PREFIX + __VERSION__;
/** The page, which serves every address. */
const PAGE = './';
/** Files whose names change with their contents. */
const ASSETS = 'assets/';
/** How many versions are kept: this one, and the one that open pages may have. */
const KEPT = 2;
/** How long the network may take for a page. */
const PATIENCE_MS = 4000;

scope.addEventListener('install', (event) => {
  event.waitUntil(install());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== 'GET' || path === null || /^(api|docs)(\/|$)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (path.startsWith(ASSETS) || __FILES__.includes(path)) event.respondWith(file(request));
});

/** Leads to the table that a notification is about. */
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

async function show(address: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => url === address) ?? null;
  await (page ? page.focus() : scope.clients.openWindow(address));
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const missing = await takeKnown(cache);
  // One after the other: a server has limits for each address, and open pages go first.
  for (const path of missing) {
    await cache.add(new Request(path, { cache: path.startsWith(ASSETS) ? 'default' : 'no-cache' }));
  }
  await scope.skipWaiting();
}

/**
 * Takes over what is there already, and returns the paths of all other files: most files of a new
 * version are those of the version before, or of an attempt that was cut off.
 */
async function takeKnown(cache: Cache): Promise<string[]> {
  const missing = await Promise.all(
    __FILES__.map(async (path) => {
      if (!path.startsWith(ASSETS)) return path;
      if (await cache.match(path)) return null;
      const known = await caches.match(path);
      if (known) await cache.put(path, known);
      return known ? null : path;
    }),
  );
  return missing.filter((path) => path !== null);
}

async function takeOver(): Promise<void> {
  // In the order in which they were made.
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const others = versions.filter((name) => name !== CACHE);
  await Promise.all(others.slice(0, others.length + 1 - KEPT).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The page from the network; or the kept one, where the network has none or is too slow. */
async function page(request: Request): Promise<Response> {
  const kept = () => caches.open(CACHE).then((cache) => cache.match(PAGE));
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const fetched = fetch(request).catch(() => null);
  const first = await Promise.race([fetched, late]);
  // What stands before a server that is down answers in its own words.
  if (first && first.status < 500) return first;
  return (await kept()) ?? (await fetched) ?? Response.error();
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? (await fetch(request));
}

/** An address within the site; null elsewhere. */
function pathOf(url: string): string | null {
  const root = scope.registration.scope;
  return url.startsWith(root) ? url.slice(root.length).replace(/[?#].*$/, '') : null;
}
