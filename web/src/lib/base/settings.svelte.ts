/** What the player has chosen for this browser. It is kept in the browser's own storage. */

import type { SpeechLevel } from '../play/game/announce';
import type { BotLevel } from './protocol';

/** How the page is lit. */
export type Theme = 'system' | 'light' | 'dark';
/** When a pick on the board asks for a yes: on touch screens, always, or never. */
export type ConfirmMode = 'touch' | 'always' | 'never';

/** How much moves. What the system says about motion counts all the same. */
export type Motion = 'off' | 'fast' | 'normal';

/** How a table is shown: as a picture of its board, or in words. */
export type View = 'board' | 'text';

interface Values {
  name: string;
  /** The code of the language; empty where the browser's preference holds. */
  language: string;
  level: BotLevel;
  theme: Theme;
  confirm: ConfirmMode;
  /** Whether colors are as far apart as they can be. */
  contrast: boolean;
  motion: Motion;
  shortcuts: boolean;
  /** The keys that are not the usual ones, as they were kept: `readKeys` tells which hold. */
  keys: Readonly<Record<string, string>>;
  view: View;
  /** How much of what happens is said aloud. */
  speech: SpeechLevel;
  sound: boolean;
  /** How loud sounds are, up to 100. */
  volume: number;
  /** Whether the system tells the player of a turn while the page is hidden. */
  notify: boolean;
  /** Whether the page rolls where nothing else can be done. */
  autoRoll: boolean;
  /** Whether an offer that the hand cannot pay is declined by the page. */
  autoDecline: boolean;
  /** Whether the page ends the player's special building when nothing can be built. */
  autoPass: boolean;
  /** Whether the page lets every robber be while the player holds no knight. */
  autoLetBe: boolean;
}

const KEY = 'brickwood.settings';

const DEFAULTS: Values = {
  name: '',
  language: '',
  level: 'medium',
  theme: 'system',
  confirm: 'touch',
  contrast: false,
  motion: 'normal',
  shortcuts: true,
  keys: {},
  view: 'board',
  speech: 'normal',
  sound: true,
  volume: 60,
  notify: false,
  autoRoll: false,
  autoDecline: true,
  autoPass: true,
  autoLetBe: true,
};

class Settings implements Values {
  name = $state(DEFAULTS.name);
  language = $state(DEFAULTS.language);
  level = $state(DEFAULTS.level);
  theme = $state(DEFAULTS.theme);
  confirm = $state(DEFAULTS.confirm);
  contrast = $state(DEFAULTS.contrast);
  motion = $state(DEFAULTS.motion);
  shortcuts = $state(DEFAULTS.shortcuts);
  keys = $state.raw(DEFAULTS.keys);
  view = $state(DEFAULTS.view);
  speech = $state(DEFAULTS.speech);
  sound = $state(DEFAULTS.sound);
  volume = $state(DEFAULTS.volume);
  notify = $state(DEFAULTS.notify);
  autoRoll = $state(DEFAULTS.autoRoll);
  autoDecline = $state(DEFAULTS.autoDecline);
  autoPass = $state(DEFAULTS.autoPass);
  autoLetBe = $state(DEFAULTS.autoLetBe);

  /** Whether the pointer is a finger, whose aim is worse than a mouse's. */
  coarse = $state(false);

  /** Whether a pick on the board only selects, and a yes is asked for. */
  get confirms(): boolean {
    return this.confirm === 'always' || (this.confirm === 'touch' && this.coarse);
  }

  /** Whether the system asks for more contrast. */
  #wantsContrast = $state(false);

  /** Reads what is kept, and keeps and applies every change. To be called once, in an effect root. */
  start(): void {
    Object.assign(this, read());
    this.#readAddress();
    const contrast = matchMedia('(prefers-contrast: more)');
    this.#wantsContrast = contrast.matches;
    contrast.addEventListener('change', () => {
      this.#wantsContrast = contrast.matches;
    });
    const coarse = matchMedia('(pointer: coarse)');
    this.coarse = coarse.matches;
    coarse.addEventListener('change', () => {
      this.coarse = coarse.matches;
    });
    $effect.root(() => {
      $effect(() => {
        write(this.#values());
      });
      $effect(() => {
        const { dataset } = document.documentElement;
        if (this.theme === 'system') delete dataset.theme;
        else dataset.theme = this.theme;
      });
      $effect(() => {
        document.documentElement.dataset.motion = this.motion;
      });
      $effect(() => {
        const { dataset } = document.documentElement;
        if (!this.contrast && !this.#wantsContrast) {
          delete dataset.contrast;
          return;
        }
        dataset.contrast = 'more';
        // Few want it, and without it the page is as it was.
        import('../../contrast.css').catch(() => undefined);
      });
    });
  }

  /** A link can choose the view. It does so once: the address keeps nothing of it. */
  #readAddress(): void {
    const address = new URL(location.href);
    const view = address.searchParams.get('view');
    if (view !== 'text' && view !== 'board') return;
    this.view = view;
    address.searchParams.delete('view');
    history.replaceState(history.state, '', address);
  }

  #values(): Values {
    return {
      name: this.name,
      language: this.language,
      level: this.level,
      theme: this.theme,
      confirm: this.confirm,
      contrast: this.contrast,
      motion: this.motion,
      shortcuts: this.shortcuts,
      keys: this.keys,
      view: this.view,
      speech: this.speech,
      sound: this.sound,
      volume: this.volume,
      notify: this.notify,
      autoRoll: this.autoRoll,
      autoDecline: this.autoDecline,
      autoPass: this.autoPass,
      autoLetBe: this.autoLetBe,
    };
  }
}

function read(): Partial<Values> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(DEFAULTS).flatMap(([key, value]) =>
        kept[key] !== null && typeof kept[key] === typeof value ? [[key, kept[key]]] : [],
      ),
    );
  } catch {
    // Storage may be forbidden or spoilt; the page works without it.
    return {};
  }
}

function write(values: Values): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // As above.
  }
}

/** The one set of settings. */
export const settings = new Settings();
