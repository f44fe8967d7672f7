import { beforeEach, expect, it, vi } from 'vitest';

import type { DeviceInfo, DeviceNews } from '../../base/protocol';

const asked = vi.hoisted(() => ({ news: null as unknown, sent: [] as unknown[] }));

vi.mock('../../base/transport', () => ({
  request: (_: unknown, given?: unknown) => {
    if (given) asked.sent.push(given);
    return Promise.resolve(asked.news);
  },
}));

const NONE: DeviceNews = { newcomers: [], removed_from: null };

const phone: DeviceInfo = {
  id: 'b',
  name: 'Phone',
  came_ms: 2,
  seen_ms: 2,
  trusted_ms: 3,
  asks: false,
  this: false,
};

/** The news as a page that has just been loaded has them. */
async function loaded(told: DeviceNews) {
  vi.resetModules();
  const { deviceNews } = await import('./news.svelte');
  asked.news = told;
  await deviceNews.load();
  return deviceNews;
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  asked.sent = [];
});

it('tells of a device that has come until somebody has answered', async () => {
  const news = await loaded({ ...NONE, newcomers: [phone] });
  expect(news.any).toBe(true);
  asked.news = NONE;
  await news.answer('b', 'known');
  expect(asked.sent).toEqual([{ id: 'b', body: { answer: 'known' } }]);
  expect(news.any).toBe(false);
});

it('says that this device was removed until that was read, on whichever page', async () => {
  const removed: DeviceNews = { ...NONE, removed_from: { name: 'Eva' } };
  const news = await loaded(removed);
  expect(news.removedFrom?.name).toBe('Eva');
  news.closeRemoved();
  expect(news.any).toBe(false);
  expect((await loaded(removed)).any).toBe(false);
  // Whoever has come back meanwhile is told if it happens again.
  await loaded(NONE);
  expect((await loaded(removed)).any).toBe(true);
});
