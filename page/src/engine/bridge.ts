// The engine in WebAssembly: a question in, an answer out, both JSON. See wasm/src/lib.rs.

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  prepare(bytes: number): number;
  ask(): number;
  answer(): number;
}

/** Asks the engine; the text of the question in, the text of the answer out. */
export type Ask = (question: string) => string;

export function bridge(module: WebAssembly.Module): Ask {
  let exports = new WebAssembly.Instance(module).exports as Exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
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
      exports = new WebAssembly.Instance(module).exports as Exports;
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
