/**
 * Where the focus goes when what had it is gone: to the first control of the same part of the page
 * that means something, else back to what opened that part, else to where the page wants it. It
 * never falls to the body, and never lands by itself on a control marked `data-landing="never"`.
 */

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, ' +
  '[data-pick][tabindex="0"]';
/** Parts of the page that somebody may work in. */
const PARTS = '[data-region], dialog, form, li, section, main';
/** Where Enter and Space press, and would press again while they are held. */
const PRESSED = 'button, summary, [role=button]';

/** What somebody used last. */
export type Modality = 'key' | 'pointer';

class Focus {
  modality: Modality = 'pointer';

  /** Pages that were left are not kept: what points out of the present one points weakly. */
  #last: WeakRef<Element> | null = null;
  /** The parts round it, innermost first. */
  #parts: readonly WeakRef<Element>[] = [];
  /** What had the focus before it went into a region. */
  readonly #openers = new WeakMap<Element, WeakRef<Element>>();
  /** Null where no page says. A function made in `setHome` would keep the page that was left. */
  #home: (() => Element | null) | null = null;
  #checks = false;

  /** Says where the focus belongs on this page when nothing else is left. */
  setHome(home: () => Element | null): () => void {
    this.#home = home;
    return () => {
      if (this.#home === home) this.#home = null;
    };
  }

  /** Watches over the focus until the function that it returns is called. */
  start(): () => void {
    const observer = new MutationObserver(() => {
      this.#checkSoon();
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'hidden', 'open', 'class'],
    });
    const entered = ({ target }: FocusEvent) => {
      if (target instanceof Element) this.#enter(target);
    };
    const typed = (event: KeyboardEvent) => {
      this.modality = 'key';
      // The focus may have gone on meanwhile: a key that is held down presses nothing else.
      const held = event.repeat && (event.key === 'Enter' || event.key === ' ');
      if (held && event.target instanceof Element && event.target.matches(PRESSED)) {
        event.preventDefault();
      }
    };
    const pointed = () => (this.modality = 'pointer');
    document.addEventListener('focusin', entered);
    addEventListener('keydown', typed, true);
    addEventListener('pointerdown', pointed, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', entered);
      removeEventListener('keydown', typed, true);
      removeEventListener('pointerdown', pointed, true);
    };
  }

  /** Whether nothing has the focus. */
  get isLost(): boolean {
    return document.activeElement === null || document.activeElement === document.body;
  }

  /** Puts the focus on the first control in a part of the page. Returns whether there is one. */
  land(part: Element | null | undefined): boolean {
    return this.to(part && landing(part));
  }

  /** Puts the focus somewhere. Returns whether it is there. */
  to(element: Element | null | undefined): boolean {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return document.activeElement === element;
  }

  /** Goes back from a region to what led into it. */
  leave(region: Element): void {
    if (this.to(this.#openerOf(region)) || this.to(this.#home?.())) return;
    this.#rest();
  }

  #enter(target: Element): void {
    const before = this.#last?.deref();
    const parts = this.#parts.map((part) => part.deref());
    for (const region of ancestors(target, '[data-region], dialog')) {
      if (before?.isConnected && !parts.includes(region) && !region.contains(before)) {
        this.#openers.set(region, new WeakRef(before));
      }
    }
    this.#last = new WeakRef(target);
    this.#parts = ancestors(target, PARTS).map((part) => new WeakRef(part));
  }

  #checkSoon(): void {
    if (this.#checks) return;
    this.#checks = true;
    // What has just been put away is often put back before the next frame is drawn.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        this.#checks = false;
        this.#check();
      });
    });
  }

  #check(): void {
    // The browser takes the focus off what is disabled or hidden some time after it has drawn.
    const { activeElement } = document;
    const isGone = this.isLost || (activeElement !== null && !isUsable(activeElement));
    const last = this.#last?.deref();
    if (!this.#last || !isGone || (last && isUsable(last))) return;
    const open = document.querySelector('dialog:modal');
    if (open && this.land(open)) return;
    for (const each of this.#parts) {
      const part = each.deref();
      if (!part) continue;
      if (part.matches('main')) break;
      if (isShown(part) && this.land(part)) return;
      if (this.to(this.#openerOf(part))) return;
    }
    if (this.to(this.#home?.())) return;
    this.#rest();
  }

  /** Puts the focus on what the page is about. It comes there by itself, so the page stays where it is. */
  #rest(): void {
    heading()?.focus({ preventScroll: true });
  }

  #openerOf(region: Element): Element | null {
    const opener = this.#openers.get(region)?.deref();
    return opener ? again(opener) : null;
  }
}

/** The first control in a part of the page that means something. */
function landing(part: Element): Element | null {
  const inner = part.matches('dialog') ? (part.querySelector('.body') ?? part) : part;
  const shown = (selector: string) =>
    [...inner.querySelectorAll(selector)].filter(
      (element) => isUsable(element) && !element.matches('[data-landing=never]'),
    );
  const controls = shown(FOCUSABLE);
  const enabled = controls.find((control) => control.getAttribute('aria-disabled') !== 'true');
  const dialog = part.matches('dialog') ? inner : null;
  return shown('[data-landing=first]')[0] ?? enabled ?? controls[0] ?? dialog;
}

/** The same control, also where it has been drawn again since. */
function again(element: Element): Element | null {
  if (element.matches('[data-landing=never]')) return null;
  if (isUsable(element)) return element;
  const action = element.getAttribute('data-action');
  const found = action && document.querySelector(`[data-action="${CSS.escape(action)}"]`);
  return found && isUsable(found) ? found : null;
}

/** What a page is about, where nothing else can have the focus. */
function heading(): HTMLElement | null {
  const main = document.querySelector('main');
  const found = main?.querySelector('h1') ?? main?.querySelector('h2') ?? main ?? null;
  found?.setAttribute('tabindex', '-1');
  return found;
}

function ancestors(element: Element, selector: string): Element[] {
  const found = element.closest(selector);
  return found
    ? [found, ...(found.parentElement ? ancestors(found.parentElement, selector) : [])]
    : [];
}

function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}

function isUsable(element: Element): boolean {
  return isShown(element) && !element.matches(':disabled');
}

/** The focus of this page. */
export const focus = new Focus();
