// What draws games other than heaps: loaded together when the first of them is looked at.

export { default as Board } from './Board.svelte';
export { default as Cards } from './Cards.svelte';
export { default as Columns } from './Columns.svelte';
export { default as LBoard } from './LBoard.svelte';
export { default as LMini } from './LMini.svelte';
export { default as Sketched } from './Sketched.svelte';
export { default as Walk } from './Walk.svelte';
export { walk } from '../editor/network';
