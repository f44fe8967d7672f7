import type { Page } from '@playwright/test';

/** A button as somebody finds it on the page. */
export interface SeenButton {
  readonly name: string;
  readonly action: string | null;
  readonly enabled: boolean;
  /** What else is said of it. */
  readonly about: string;
  readonly pressed: boolean;
}

/** A place on the board that can be picked. */
export interface SeenPlace {
  readonly id: string;
  readonly name: string;
}

/** What a person sees of a table. */
export interface Seen {
  /** All that is written. What is shown of it would take the browser a layout. */
  readonly text: string;
  readonly status: string;
  /** Whether the status asks the person to act. */
  readonly yours: boolean;
  readonly over: boolean;
  /** What the context panel is about. */
  readonly panel: string | null;
  readonly buttons: readonly SeenButton[];
  readonly places: readonly SeenPlace[];
  /** What the places are for: settlement, city, road or robber. */
  readonly piece: string | null;
  readonly notice: string | null;
}

/** Reads what is on the page now. */
export function look(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const visible = (element: Element) => element.getClientRects().length > 0;
    const status = document.querySelector('.pill');
    const places = [...document.querySelectorAll('main [data-pick]')];
    const panel = [...document.querySelectorAll('.context > section, .context > form')].find(
      visible,
    );
    return {
      text: document.querySelector('main')?.textContent ?? '',
      status: status?.textContent ?? '',
      yours: status?.classList.contains('act') ?? false,
      over: document.querySelector('.sheet') !== null,
      panel: panel?.getAttribute('aria-label') ?? null,
      buttons: [...document.querySelectorAll('main button')].filter(visible).map((button) => ({
        name: button.getAttribute('aria-label') ?? button.textContent.trim(),
        action: button.getAttribute('data-action'),
        enabled: button.getAttribute('aria-disabled') !== 'true',
        about: button.getAttribute('title') ?? '',
        pressed: button.getAttribute('aria-pressed') === 'true',
      })),
      places: places.map((place) => ({
        id: place.getAttribute('data-spot') ?? '',
        name: place.getAttribute('aria-label') ?? place.textContent.trim(),
      })),
      piece: places[0]?.getAttribute('data-pick') ?? null,
      notice: document.querySelector('[role=alert]')?.textContent ?? null,
    };
  });
}

/** Waits until something else than this can be read, or so long. */
export async function news(page: Page, was: string, ms: number): Promise<void> {
  const changed = ([before, most]: [string, number]) =>
    new Promise<void>((resolve) => {
      const isNews = () => document.querySelector('main')?.textContent !== before;
      const done = () => {
        observer.disconnect();
        clearTimeout(timer);
        resolve();
      };
      const observer = new MutationObserver(() => {
        if (isNews()) done();
      });
      const timer = setTimeout(done, isNews() ? 0 : most);
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  // The page may go elsewhere meanwhile, which is news.
  await page.evaluate(changed, [was, ms] as [string, number]).catch(() => undefined);
}

/** The place that a person with simple taste would pick. */
export function bestPlace(seen: Seen): SeenPlace | undefined {
  const worth = ({ name }: SeenPlace) => {
    if (seen.piece === 'robber') {
      const pips = Number(/(\d+) pips/.exec(name)?.[1] ?? 0);
      return name.includes('your ') ? -1 : /'s (city|settlement)/.test(name) ? 10 + pips : pips;
    }
    return Math.max(...[...name.matchAll(/(\d+) pips/g)].map((match) => Number(match[1])), 0);
  };
  return [...seen.places].sort((a, b) => worth(b) - worth(a))[0];
}

/** The piece that a person with simple taste would take up, when nothing is lit yet. */
export function pieceToBuild(seen: Seen): SeenButton | undefined {
  if (seen.places.length || seen.panel) return undefined;
  const wanted = needsRoad(seen) ? ['city', 'settlement', 'road'] : ['city', 'settlement'];
  return seen.buttons.find(
    (button) => wanted.includes(button.action ?? '') && button.enabled && !button.pressed,
  );
}

/** Whether a road would lead somewhere: there is no place for a settlement yet. */
export function needsRoad(seen: Seen): boolean {
  const settlement = seen.buttons.find((button) => button.action === 'settlement');
  return settlement !== undefined && !settlement.enabled && !settlement.about.includes('missing');
}
