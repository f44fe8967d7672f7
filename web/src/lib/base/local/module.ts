/** The rules, tables and bots as a WebAssembly module: calls in JSON, answers in JSON. */

import { ProblemError } from '../problem';
import type { Answer, Call } from '../protocol/module';

/** What the module exports: see `crates/browser/src/abi.rs`. */
interface Exports {
  memory: WebAssembly.Memory;
  input: (length: number) => number;
  call: () => void;
  output: () => number;
  output_len: () => number;
  fault: () => number;
  fault_len: () => number;
}

/** What is told with each kind of call. */
export type Calls = { [C in Call as C['type']]: Omit<C, 'type'> };

/** What the module answers to each. */
export type Answers = { [A in Answer as keyof A]: A[keyof A] };

/** There is no module. */
export class Missing extends Error {}

/** The module has failed, and knows nothing more. What is stored is not touched by that. */
class Broken extends Error {}

export class Module {
  readonly #exports: Exports;

  private constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
  }

  static async from(source: Response | PromiseLike<Response>): Promise<Module> {
    // Not streamed: a server of static files may not know the media type.
    const response = await source;
    if (!response.ok) throw new Missing();
    const bytes = await response.arrayBuffer();
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Module(instance);
  }

  /** Calls the module. */
  call<C extends Call>(call: C): Answers[C['type']] {
    const { input, output, output_len, memory } = this.#exports;
    const text = new TextEncoder().encode(JSON.stringify(call));
    // Whatever the module does may move its memory: views of it are made anew.
    const at = input(text.length);
    new Uint8Array(memory.buffer, at, text.length).set(text);
    try {
      this.#exports.call();
    } catch (error) {
      throw new Broken(this.#fault() || String(error));
    }
    const answer = JSON.parse(this.#text(output(), output_len())) as Answer;
    if ('problem' in answer) throw new ProblemError(answer.problem);
    const { type }: { type: C['type'] } = call;
    return (answer as Answers)[type];
  }

  #fault(): string {
    return this.#text(this.#exports.fault(), this.#exports.fault_len());
  }

  #text(at: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }
}
