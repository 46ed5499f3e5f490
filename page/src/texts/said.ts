// What the engine says, in the reader's language where there are words for it.

export interface Said {
  text: string;
  /** Whether it is no longer the engine's English. */
  translated: boolean;
}

/** A formula or a move reads from left to right in any language. */
export const isolate = (text: string): string => `\u2066${text}\u2069`;
