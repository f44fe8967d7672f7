/** The pause before a part that failed to load is requested again. */
const AGAIN_MS = 2000;

/** Loads a part that a table needs, and retries until it is there: the server may be down for a while. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((go) => setTimeout(go, AGAIN_MS));
    }
  }
}
