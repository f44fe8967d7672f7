/** The devices of whoever looks, as the server knows them. */

import { problemOf, type AnyProblem } from '../../base/problem';
import type { DeviceInfo, MyDevices } from '../../base/protocol';
import * as deviceEndpoints from '../../base/protocol/endpoints/devices';
import { request } from '../../base/transport';
import { deviceName } from './device-name';

class Devices {
  #known = $state.raw<MyDevices | null>(null);
  /** Why the last request was refused. */
  problem = $state.raw<AnyProblem | null>(null);

  /** The devices; null until the server has told. */
  readonly list: readonly DeviceInfo[] | null = $derived(this.#known?.devices ?? null);
  /** When the recovery words were made; null if there are none. */
  readonly wordsMs: number | null = $derived(this.#known?.words_ms ?? null);

  /** Until when this device is new, in milliseconds since 1970; null if it is not. */
  readonly newUntilMs: number | null = $derived.by(() => {
    const trusted = this.list?.find(({ this: here }) => here)?.trusted_ms ?? 0;
    return trusted > Date.now() ? trusted : null;
  });

  /** Asks the server. A device that has no name yet, and is this one, gets one. */
  async load(): Promise<void> {
    await this.#try(async () => {
      const known = await request(deviceEndpoints.myDevices);
      const unnamed = known.devices.find(({ name, this: here }) => here && !name);
      const name = deviceName(navigator.userAgent);
      // The only device of somebody is not kept by the server, and has no name there.
      if (unnamed && name && known.devices.length > 1) {
        await request(deviceEndpoints.nameDevice, { id: unnamed.id, body: { name } });
        unnamed.name = name;
      }
      this.#known = known;
    });
  }

  /** Names a device. */
  async name(id: string, name: string): Promise<void> {
    await this.#try(async () => {
      await request(deviceEndpoints.nameDevice, { id, body: { name } });
      await this.load();
    });
  }

  /** This device asks the others to be trusted. */
  async ask(): Promise<void> {
    await this.#try(async () => {
      await request(deviceEndpoints.askDevices);
      await this.load();
    });
  }

  /** Removes a device. */
  async remove(id: string): Promise<void> {
    await this.#try(async () => {
      await request(deviceEndpoints.removeDevice, { id });
      await this.load();
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await work();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }
}

export const devices = new Devices();
