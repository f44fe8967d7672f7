import { afterEach, expect, it, vi } from 'vitest';

import { copyKeys, copyText } from './copy';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page that was not loaded securely: what is selected is copied, where the browser lets it. */
function plainPage(allowed: boolean) {
  let copied = '';
  const field = { value: '', style: {}, select: vi.fn(), remove: vi.fn() };
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('HTMLElement', Function);
  vi.stubGlobal('document', {
    activeElement: null,
    body: { append: vi.fn() },
    createElement: () => field,
    execCommand: (command: string) => {
      if (command !== 'copy' || !field.select.mock.calls.length || !allowed) return false;
      copied = field.value;
      return true;
    },
  });
  return { field, copied: () => copied };
}

it('copies by the clipboard where there is one', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('a')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('a');
});

it('copies without https, too, and leaves nothing behind', async () => {
  const page = plainPage(true);
  expect(await copyText('http://192.168.1.24:7878/t/a')).toBe(true);
  expect(page.copied()).toBe('http://192.168.1.24:7878/t/a');
  expect(page.field.remove).toHaveBeenCalledOnce();
});

it('says where nothing can be copied, and by which keys a person does it', async () => {
  const page = plainPage(false);
  expect(await copyText('a')).toBe(false);
  expect(page.field.remove).toHaveBeenCalledOnce();
  expect(copyKeys('Win32', true)).toBe('Ctrl+C');
  expect(copyKeys('MacIntel', true)).toBe('⌘C');
  expect(copyKeys('iPhone', false)).toBeNull();
});
