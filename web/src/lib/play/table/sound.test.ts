import { afterEach, expect, test, vi } from 'vitest';

type Tone = Partial<Record<'onended' | 'start' | 'stop', () => void>> & {
  frequency: object;
  connect: (to: unknown) => unknown;
};

/** A device that does nothing by itself. */
class Device {
  static opened: Device[] = [];
  currentTime = 0;
  destination = {};
  suspended = false;
  tones: Tone[] = [];
  constructor() {
    Device.opened.push(this);
  }
  resume() {
    this.suspended = false;
  }
  suspend() {
    this.suspended = true;
  }
  createGain() {
    const connect = (to: unknown) => to;
    const ramp = () => undefined;
    return { connect, gain: { setValueAtTime: ramp, exponentialRampToValueAtTime: ramp } };
  }
  createOscillator() {
    const none = () => undefined;
    const connect = (to: unknown) => to;
    const tone: Tone = { frequency: {}, connect, start: none, stop: none };
    this.tones.push(tone);
    return tone;
  }
}

afterEach(() => vi.unstubAllGlobals());

test('the audio device is suspended when the last note has ended, and wakes for the next sound', async () => {
  vi.stubGlobal('AudioContext', Device);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  const { play } = await import('./sound');
  play('turn', 100);
  play('gain', 100);
  const [device] = Device.opened;
  const end = () => device?.tones.shift()?.onended?.();
  expect(device?.tones).toHaveLength(3);
  end();
  end();
  expect(device?.suspended).toBe(false);
  end();
  expect(device?.suspended).toBe(true);
  play('gain', 100);
  expect(device?.suspended).toBe(false);
  expect(Device.opened).toHaveLength(1);
});
