/** What can wait: it is loaded once the page is there and the browser has nothing else to do. */

/** A browser that knows no idle time waits so long after the page is there. */
const SOON_MS = 300;

let idle: Promise<void> | null = null;

/** Done once the page is there and the browser is idle for the first time. */
function isIdle(): Promise<void> {
  return (idle ??= (async () => {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => {
        addEventListener('load', resolve, { once: true });
      });
    await new Promise<void>((resolve) => {
      if ('requestIdleCallback' in globalThis) {
        requestIdleCallback(() => {
          resolve();
        });
      } else setTimeout(resolve, SOON_MS);
    });
  })());
}

/** Loads something then. */
export async function whenIdle<T>(load: () => Promise<T>): Promise<T> {
  await isIdle();
  return load();
}
