/** Copying a text, also where the page was not loaded securely and has no clipboard. */

/** Copies a text. Returns whether that was possible. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Browsers still do this for pages without https. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Outside of an open dialog, nothing can be selected.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

/** Which key copies what is selected on a system; null where there are no keys. */
export function copyKeys(platform: string, hasKeys: boolean): string | null {
  if (!hasKeys) return null;
  return /mac/i.test(platform) ? '⌘C' : 'Ctrl+C';
}
