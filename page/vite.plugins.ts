// What the build adds: the games of the gallery as data, the list of files of the service worker, compressed twins of files.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

import { bridge, parse } from './src/engine/bridge.ts';
import type { Answers } from './src/engine/types.ts';
import { gallery } from './src/state/gallery.ts';

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

/** The service worker, so that the page works offline once loaded. */
function worker(names: string[]): string {
  const version = names.join().split('').reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 7);
  return `
const cache = 'grundy-${(version >>> 0).toString(36)}';
const files = ${JSON.stringify(['./', ...names.map((name) => `./${name}`)])};
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cache).then((open) => open.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== cache).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.includes('/api/')) return;
  // The page itself comes from the network when there is one, so that a new version is seen; all else has its
  // content in its name.
  const page = request.mode === 'navigate';
  const kept = () => caches.match(page ? './' : request, { ignoreSearch: true, ignoreVary: true });
  event.respondWith(page ? fetch(request).catch(kept) : kept().then((found) => found ?? fetch(request)));
});
`;
}

export function finish(dist: string): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    closeBundle() {
      if (!existsSync(dist)) return;
      const names = files(dist).map((path) => relative(dist, path)).filter((name) => !/\.(br|map)$|^sw\.js$|^index\.html$/.test(name));
      writeFileSync(join(dist, 'sw.js'), worker(names.sort()));
      for (const path of files(dist).filter((path) => /\.(js|css|wasm|svg)$/.test(path))) {
        const bytes = readFileSync(path);
        const small = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
        if (small.length < bytes.length) writeFileSync(`${path}.br`, small);
      }
    },
  };
}

/** `virtual:games`: the games of the gallery, as the whole engine tells them. */
export function games(engine: URL): Plugin {
  return {
    name: 'games',
    resolveId: (id) => (id === 'virtual:games' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:games') return undefined;
      const ask = bridge(new WebAssembly.Module(readFileSync(engine)));
      const all = gallery(parse(ask(JSON.stringify({ verb: 'games' }))) as Answers['games']);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(all))})`;
    },
  };
}
