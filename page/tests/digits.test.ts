import { expect, test } from 'vitest';

import { formulas, persian, persianProse, persianTexts } from '../src/texts/digits';

test('prose has Persian digits, formulas and rules keep theirs', () => {
  expect(persianProse('توده‌های 5، 4 و 1')).toBe('توده‌های ۵، ۴ و ۱');
  expect(persianProse('کدی مانند 0.77، عبارتی مانند take 1..3')).toBe('کدی مانند 0.77، عبارتی مانند take 1..3');
  expect(persianProse('صفحهٔ 3x4 و (n in 0..20) و 34 از 52')).toBe('صفحهٔ 3x4 و (n in 0..20) و ۳۴ از ۵۲');
  expect(persianProse('\u20660 ⊕ 2 = 2\u2069 و {n} و 7')).toBe('\u20660 ⊕ 2 = 2\u2069 و {n} و ۷');
});

test('numbers have Persian separators', () => {
  expect(persian('1,234')).toBe('۱٬۲۳۴');
  expect(persianTexts({ a: ['1'], b: { c: '2' } })).toEqual({ a: ['۱'], b: { c: '۲' } });
});

test('a formula runs from left to right', () => {
  expect(formulas('بگذارید x ⊕ s، یعنی')).toBe('بگذارید \u2066x\u00a0⊕\u00a0s\u2069، یعنی');
  expect(formulas('۰ ⊕ ۲ ⊕ ۱ = ۳.')).toBe('\u2066۰\u00a0⊕\u00a0۲\u00a0⊕\u00a0۱\u00a0=\u00a0۳\u2069.');
  expect(formulas('جمع s است')).toBe('جمع s است');
});
