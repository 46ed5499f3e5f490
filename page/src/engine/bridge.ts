// The engine in WebAssembly: a question in, an answer out, both JSON. See wasm/src/lib.rs.

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  prepare(bytes: number): number;
  ask(): number;
  answer(): number;
}

/** Where long work is: so many of a unit are done. */
export interface Step {
  unit: string;
  done: number;
}

/** A word about a question: where its work is, or how many others come first. */
export type Told = Step | { ahead: number };

/** Asks the engine; the text of the question in, the text of the answer out. */
export type Ask = (question: string) => string;

/** Between two words about where the work is (ms). */
const SILENCE = 250;

export function bridge(module: WebAssembly.Module, tell?: (told: Told) => void): Ask {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let last = performance.now();
  const page = {
    step(place: number, bytes: number, done: number): void {
      const now = performance.now();
      if (!tell || now - last < SILENCE) return;
      last = now;
      tell({ unit: decoder.decode(new Uint8Array(exports.memory.buffer, place, bytes)), done });
    },
  };
  const start = (): Exports => new WebAssembly.Instance(module, { page }).exports as Exports;
  let exports = start();
  return (question) => {
    const bytes = encoder.encode(question);
    try {
      const place = exports.prepare(bytes.length);
      // The memory may have grown, so its view is taken anew each time.
      new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
      const length = exports.ask();
      return decoder.decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
    } catch (trap) {
      // After a trap, such as memory running out, nothing in the instance can be trusted.
      exports = start();
      const message = `the engine ran out of memory or failed: ${trap instanceof Error ? trap.message : trap}`;
      return JSON.stringify({ error: { kind: 'limit', message, hint: 'ask for a smaller position' } });
    }
  };
}

/** Long whole numbers; strings and fractions come along so that their digits are left alone. */
const LONG = /"(?:[^"\\]|\\.)*"|-?\d+[.eE][-+\d.eE]*|-?\d{16,}/g;

/** Reads an answer; whole numbers above 2^53 become bigint instead of losing digits. */
export function parse(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(LONG, (token) =>
    /^"|[.eE]/.test(token) || Number.isSafeInteger(Number(token)) ? token : `"\\u0000${token}"`,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('\0') ? BigInt(value.slice(1)) : value,
  );
}
