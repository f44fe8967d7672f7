/** The service worker of this site: it keeps the page for times without a network. */

/** Null where the page was not loaded securely: it has no service worker then. */
const workers = (navigator as Partial<Navigator>).serviceWorker ?? null;

class Updates {
  /** Whether a newer page is there than the open one. Loading it is up to the visitor. */
  ready = $state(false);

  constructor() {
    let before = workers?.controller;
    workers?.addEventListener('controllerchange', () => {
      // The first one came with this very page.
      if (before) this.ready = true;
      before = workers.controller;
    });
  }

  /** Has this page kept. To be called once. */
  async start(): Promise<void> {
    if (!import.meta.env.DEV) await workers?.register(`${import.meta.env.BASE_URL}sw.js`);
  }

  /** Looks for a newer page, where this one is kept. */
  async check(): Promise<void> {
    // Not `ready`: where nothing is ever registered, it would keep every page that waits for it.
    const registration = await workers?.getRegistration();
    await registration?.update();
  }
}

export const updates = new Updates();
