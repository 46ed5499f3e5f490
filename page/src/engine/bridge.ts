// The engine in WebAssembly: a question in, an answer out, both JSON. See wasm/src/lib.rs.

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  prepare(bytes: number): number;
  ask(): number;
  answer(): number;
  /** Only the whole engine has rules compiled, and calls them through its table. */
  __indirect_function_table: WebAssembly.Table;
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

/** After so long (ms) the engine of numbers leaves a rule that is worth compiling to the whole one. */
const PATIENCE = 1000;

export function bridge(module: WebAssembly.Module, tell?: (told: Told) => void): Ask {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let [began, last] = [0, 0];
  /** Places in the engine's table that rules have left. */
  let free: number[] = [];
  const page = {
    step(place: number, bytes: number, done: number): boolean {
      const now = performance.now();
      if (tell && now - last >= SILENCE) {
        last = now;
        tell({ unit: decoder.decode(new Uint8Array(exports.memory.buffer, place, bytes)), done });
      }
      return now - began > PATIENCE;
    },
    // A rule as a module beside the engine, in the same memory; 0 where the browser does not allow it, and it is interpreted.
    instantiate(place: number, bytes: number): number {
      const table = exports.__indirect_function_table;
      try {
        const compiled = new WebAssembly.Module(new Uint8Array(exports.memory.buffer, place, bytes));
        const { rule } = new WebAssembly.Instance(compiled, { engine: exports }).exports;
        const at = free.pop() ?? table.grow(1);
        table.set(at, rule);
        return at;
      } catch {
        return 0;
      }
    },
    forget(at: number): void {
      exports.__indirect_function_table.set(at, null);
      free.push(at);
    },
  };
  const start = (): Exports => {
    free = [];
    return new WebAssembly.Instance(module, { page }).exports as Exports;
  };
  let exports = start();
  return (question) => {
    const bytes = encoder.encode(question);
    began = last = performance.now();
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
