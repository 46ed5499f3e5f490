import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes the service worker with the list of what was built, so that the page works offline once loaded. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.map'));
      const files = ['./', './icon.svg', './manifest.webmanifest', ...built.map((name) => `./${name}`)];
      const version = built.join().split('').reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 7);
      const source = `
const cache = 'grundy-${(version >>> 0).toString(36)}';
const files = ${JSON.stringify(files.filter((name) => name !== './index.html'))};
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
  const kept = () => caches.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
  event.respondWith(request.mode === 'navigate'
    ? fetch(request).catch(kept)
    : kept().then((found) => found ?? fetch(request)));
});
`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), offline()],
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: { include: ['tests/**/*.test.ts'] },
});
