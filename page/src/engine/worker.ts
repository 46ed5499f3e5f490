// Runs the engine beside the page, so that the page never freezes.

import { bridge, type Ask } from './bridge';

let ask: Ask | undefined;

// An answer is a text; a word about where the work is, is not.
self.onmessage = (event: MessageEvent<WebAssembly.Module | string>) => {
  if (typeof event.data === 'string') {
    self.postMessage(ask ? ask(event.data) : '');
  } else {
    ask = bridge(event.data, (told) => self.postMessage(told));
  }
};
