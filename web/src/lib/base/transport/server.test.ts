import { afterEach, expect, it, vi } from 'vitest';

import { server } from './server';

afterEach(() => vi.unstubAllGlobals());

it('has one thing changed after the other, so that a newcomer becomes one person and not two', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return new Promise((answer) =>
      answers.push(() => answer(Response.json(path === '/api/tables' ? [] : null))),
    );
  });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };

  const renamed = server.ask({ type: 'rename', name: 'Ida' });
  const joined = server.ask({ type: 'join', table: 'calm-otter', name: 'Ida', seat: null });
  const listed = server.ask({ type: 'tables' });
  await settled();
  // What changes nothing waits for nothing.
  expect(asked).toEqual(['/api/tables', '/api/me']);

  answers[1]?.();
  await renamed;
  await settled();
  expect(asked).toHaveLength(3);
  expect(asked[2]).toBe('/api/tables/calm-otter/join');
  answers[0]?.();
  answers[2]?.();
  await Promise.all([joined, listed]);
});

it('has the next thing changed although one was refused', async () => {
  const answers = [
    new Response('{"code":"bad_name","message":"No."}', { status: 422 }),
    new Response(null, { status: 204 }),
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
  await expect(server.ask({ type: 'rename', name: '' })).rejects.toThrow('No.');
  await server.ask({ type: 'join', table: 'calm-otter', name: 'Ida', seat: null });
});
