/** Short sounds, made on the spot: nothing is loaded for them. */

/** What can be heard. */
export type Sound = 'dice' | 'gain' | 'turn' | 'offer' | 'seven' | 'win';

interface Note {
  readonly hertz: number;
  readonly at: number;
  readonly length: number;
}

const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  dice: [0, 0.07, 0.13].map((at) => ({ hertz: 190 - at * 400, at, length: 0.05 })),
  gain: [{ hertz: 660, at: 0, length: 0.12 }],
  turn: [
    { hertz: 523, at: 0, length: 0.14 },
    { hertz: 784, at: 0.13, length: 0.22 },
  ],
  offer: [
    { hertz: 587, at: 0, length: 0.1 },
    { hertz: 587, at: 0.16, length: 0.14 },
  ],
  seven: [
    { hertz: 233, at: 0, length: 0.2 },
    { hertz: 185, at: 0.16, length: 0.32 },
  ],
  win: [523, 659, 784, 1047].map((hertz, index) => ({ hertz, at: index * 0.14, length: 0.3 })),
};

/** How loud a note is at most. */
const LOUDEST = 0.2;

let context: AudioContext | null = null;
/** How many notes have not ended yet. */
let sounding = 0;

/**
 * Plays a sound, as far as the browser lets a page be heard before its first click. The volume is up
 * to 100. Between sounds the audio device is suspended: a running one costs power all the time.
 */
export function play(sound: Sound, volume: number): void {
  if (volume <= 0) return;
  if (typeof AudioContext === 'undefined' || !navigator.userActivation.hasBeenActive) return;
  const device = (context ??= new AudioContext());
  // The time of a suspended device stands still, so that notes can be scheduled at once.
  void device.resume();
  const start = device.currentTime + 0.01;
  for (const { hertz, at, length } of NOTES[sound]) {
    const tone = device.createOscillator();
    const gain = device.createGain();
    tone.type = 'triangle';
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime((LOUDEST * volume) / 100, start + at);
    gain.gain.exponentialRampToValueAtTime(0.001, start + at + length);
    tone.connect(gain).connect(device.destination);
    sounding += 1;
    tone.onended = () => {
      sounding -= 1;
      if (sounding === 0) void device.suspend();
    };
    tone.start(start + at);
    tone.stop(start + at + length);
  }
}
