/** Passkeys: what the browser does with an authenticator, and what the server keeps of it. */

import { t } from '../../base/language/messages';
import type { PasskeyInfo } from '../../base/protocol';
import * as deviceEndpoints from '../../base/protocol/endpoints/devices';
import { Requests } from '../../base/requests.svelte';
import { request } from '../../base/transport';
import { deviceName } from './device-name';
import { devices } from './devices.svelte';

/** Why no passkey was made or shown, which no server can say. */
export type Unused = 'cancelled' | 'already';

/** Whether the browser knows passkeys as servers and pages tell them each other. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** What became of asking the browser: a credential for the server, or why there is none. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | Unused> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential : 'cancelled';
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Browsers do not tell a refusal from a wait that was too long.
    return error.name === 'InvalidStateError' ? 'already' : 'cancelled';
  }
}

/** Comes back by a passkey. Returns why that did not work, if the server was not asked. */
export async function comeBack(): Promise<Unused | null> {
  const options = await request(deviceEndpoints.askForPasskey);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const shown = await asked(() => navigator.credentials.get({ publicKey }));
  if (typeof shown === 'string') return shown;
  await request(deviceEndpoints.comeBackByPasskey, { body: shown.toJSON() });
  return null;
}

/** The passkeys of whoever looks. */
class Passkeys {
  /** None until the server has told. */
  list = $state.raw<readonly PasskeyInfo[] | null>(null);
  /** Why there is no new passkey, although one was wanted. */
  unused = $state<Unused | null>(null);
  /** The passkey that was made last. */
  made = $state.raw<PasskeyInfo | null>(null);
  readonly requests = new Requests();

  async load(): Promise<void> {
    await this.#try(() => Promise.resolve());
  }

  /** Makes one more. */
  async add(): Promise<void> {
    await this.#try(async () => {
      const name = deviceName(navigator.userAgent) || t('passkeys.unnamed');
      const options = await request(deviceEndpoints.beginPasskey, { body: { name } });
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = await asked(() => navigator.credentials.create({ publicKey }));
      if (typeof made === 'string') {
        this.unused = made;
        return;
      }
      this.made = await request(deviceEndpoints.keepPasskey, { body: made.toJSON() });
      // Whoever was nobody here until now has a device.
      void devices.load();
    });
  }

  /** Returns whether it was done. */
  rename(id: string, name: string): Promise<boolean> {
    return this.#try(() => request(deviceEndpoints.renamePasskey, { id, body: { name } }));
  }

  async remove(id: string): Promise<void> {
    await this.#try(() => request(deviceEndpoints.removePasskey, { id }));
  }

  #try(work: () => Promise<unknown>): Promise<boolean> {
    return this.requests.run(async () => {
      this.unused = null;
      this.made = null;
      await work();
      this.list = await request(deviceEndpoints.myPasskeys);
    });
  }
}

export const passkeys = new Passkeys();
