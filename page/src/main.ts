import { mount } from 'svelte';

import App from './App.svelte';
import { fromHash } from './state/address';
import { settings } from './state/settings.svelte';
import { study } from './state/study.svelte';
import './style.css';

settings.dress();
void settings.speak();

// Never empty: a first visit sees a game of Nim, solved, to be played.
const shared = fromHash(location.hash);
if (shared) study.restore(shared);
else study.open('nim', ['7', '10', '12', '5'], { view: 'play' });

mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the page works all the same, only not offline.
  navigator.serviceWorker.register('./sw.js').catch(() => undefined);
}
