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

/**
 * Plays a sound, as far as the browser lets a page be heard before its first click. The volume is up
 * to 100.
 */
export function play(sound: Sound, volume: number): void {
  if (volume <= 0) return;
  if (typeof AudioContext === 'undefined' || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const start = context.currentTime + 0.01;
  for (const { hertz, at, length } of NOTES[sound]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime((LOUDEST * volume) / 100, start + at);
    gain.gain.exponentialRampToValueAtTime(0.001, start + at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start + at);
    tone.stop(start + at + length);
  }
}
