// Viridis (Smith and van der Walt 2015): equal steps look equal, and grow lighter.

const VIRIDIS = ['#440154', '#482475', '#414487', '#355f8d', '#2a788e', '#21918c', '#22a884', '#44bf70', '#7ad151', '#bddf26', '#fde725'];

const channels = (hex: string): number[] => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** How bright a colour is to the eye, as the guidelines for contrast define it. */
function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** The colour for a share of the largest value, from 0 to 1, and the ink that is read best on it: one of two always has 4.5:1. */
export function viridis(share: number): { fill: string; ink: string } {
  const at = Math.min(Math.max(share, 0), 1) * (VIRIDIS.length - 1);
  const index = Math.min(Math.floor(at), VIRIDIS.length - 2);
  const [low, high] = [channels(VIRIDIS[index]!), channels(VIRIDIS[index + 1]!)];
  const mixed = low.map((c, i) => Math.round(c + (high[i]! - c) * (at - index)));
  return { fill: `rgb(${mixed.join(' ')})`, ink: luminance(mixed) > 0.179 ? '#000000' : '#ffffff' };
}
