// Digits in prose. Persian prose has its own; formulas, rules and what stands between isolates keep theirs.

const PERSIAN = '۰۱۲۳۴۵۶۷۸۹';
/** What is no prose: isolates, places to fill, and words with Latin letters or the signs of rules. */
const CODE = /\u2066[^\u2069]*\u2069|\{[^}]*\}|[A-Za-z0-9_.,=<>|&*/^()[\]-]*[A-Za-z_=<>|&*/^()[\]][A-Za-z0-9_.,=<>|&*/^()[\]-]*|\d+(?:\.\.?|x)\d+/g;

/** Whole numbers with Persian digits and separators. */
export const persian = (number: string): string => number.replace(/\d/g, (digit) => PERSIAN[Number(digit)]!).replace(/,/g, '٬');

/** A text of prose with Persian digits. */
export function persianProse(text: string): string {
  let done = '';
  let last = 0;
  const plain = (part: string): string => part.replace(/\d+(?:,\d{3})*/g, persian);
  for (const code of text.matchAll(CODE)) {
    done += plain(text.slice(last, code.index)) + code[0];
    last = code.index + code[0].length;
  }
  return done + plain(text.slice(last));
}

/** All texts of a language. */
export function persianTexts<T>(texts: T): T {
  if (typeof texts === 'string') return persianProse(texts) as T;
  if (Array.isArray(texts)) return texts.map(persianTexts) as T;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, persianTexts(value as unknown)])) as T;
}

/** What a formula is made of, and the signs that join its parts. */
const FORMULA = /[A-Za-z0-9۰-۹*{}(),.]+(?: ?[⊕=+<>→] ?[A-Za-z0-9۰-۹*{}(),.]*[A-Za-z0-9۰-۹*{}()])+/g;

/** Formulas run from left to right in a text that does not, and short ones stay on one line. */
export const formulas = (text: string): string =>
  text.replace(FORMULA, (formula) => `\u2066${formula.length <= 24 ? formula.replaceAll(' ', '\u00a0') : formula}\u2069`);
