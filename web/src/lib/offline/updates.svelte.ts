/** The service worker of this site: it keeps the page for times without a network. */

class Updates {
  /** Whether a newer page is there than the open one. Loading it is up to the visitor. */
  ready = $state(false);
  #registration: ServiceWorkerRegistration | null = null;

  /** To be called once. A page that was not loaded securely has no service worker. */
  async start(): Promise<void> {
    const workers = (navigator as Partial<Navigator>).serviceWorker;
    if (!workers || import.meta.env.DEV) return;
    let before = workers.controller;
    workers.addEventListener('controllerchange', () => {
      // The first one came with this very page.
      if (before) this.ready = true;
      before = workers.controller;
    });
    this.#registration = await workers.register(`${import.meta.env.BASE_URL}sw.js`);
  }

  /** Looks for a newer page. */
  async check(): Promise<void> {
    await this.#registration?.update();
  }
}

export const updates = new Updates();
