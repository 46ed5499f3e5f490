// Modules that the build makes; see vite.plugins.ts.

declare module 'virtual:games' {
  const games: import('./state/gallery').Shown[];
  export default games;
}
