// The words of the rule language, for the editor and for names that must not be one of them.

/** The words of the rule language. */
export const WORDS = new Set(['for', 'in', 'if', 'and', 'or', 'not', 'let', 'play', 'misere', 'normal', 'end', 'win', 'lose', 'of', 'gain', 'nothing', 'take', 'all', 'but', 'none', 'on', 'as', 'drawn', 'over', 'draw', 'again', 'strip', 'ring', 'word', 'grid', 'torus', 'hex', 'graph', 'edges', 'order', 'numbers', 'bag', 'places']);
/** Its functions and sets. */
export const NAMES = new Set(['min', 'max', 'abs', 'gcd', 'isqrt', 'bit', 'popcount', 'squares', 'divisors', 'primes', 'powers', 'fibonacci', 'triangles', 'factorials', 'near', 'ball', 'up', 'down', 'part', 'size', 'first', 'edge']);
