// Plays a tape to the WebAssembly module, and fails where it answers otherwise than the native code did.
// Usage: node play_tape.mjs brickwood.wasm tape.json
import { readFileSync } from 'node:fs';

const [, , file, tape] = process.argv;
const { instance } = await WebAssembly.instantiate(readFileSync(file));
const { memory, input, call, output, output_len } = instance.exports;

function answerTo(text) {
  const bytes = new TextEncoder().encode(text);
  const at = input(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  call();
  return new TextDecoder().decode(new Uint8Array(memory.buffer, output(), output_len()));
}

const thinking = [];
let calls = 0;
for (const [question, expected] of JSON.parse(readFileSync(tape, 'utf8'))) {
  const begun = performance.now();
  const answer = answerTo(JSON.stringify(question));
  if (question.type === 'think') thinking.push(performance.now() - begun);
  if (answer !== expected) {
    console.error(`call ${calls} ${JSON.stringify(question)}\nnative: ${expected}\nmodule: ${answer}`);
    process.exit(1);
  }
  calls++;
}
thinking.sort((one, other) => one - other);
const at = (share) => thinking[Math.floor(share * (thinking.length - 1))].toFixed(1);
console.log(
  `${calls} calls alike, ${thinking.length} decisions: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`,
);
