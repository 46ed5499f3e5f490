// What each lesson shows and asks, in the order of the documents that the lessons follow.

import { heaps, just, whole, type Lesson } from './model';

const TAKE = 'n -> n-k for k in 1..3';
const OTHER = 'n -> n-k for k in {1,3,4}';
const SQUARES = 'n -> n-s for s in squares(n)';
const TWO_OR_FIVE = 'n -> n-k for k in {2,5}';
const LOOPY = '(n in 0..4) -> down: n-1 | up: n+1 if n > 1';
/** Two games side by side: g = 0 is the game, g = 1 a Nim heap. */
const beside = (set: string): string => `(g in 0..1, n) -> (g, n-k) for k in ${set} if g = 0 | (g, i) for i in 0..n-1 if g = 1`;

export const LESSONS: readonly Lesson[] = [
  {
    id: '1',
    steps: [
      { figure: { view: 'play', rules: TAKE, position: ['8'] } },
      { figure: { view: 'strip', rules: TAKE, position: ['8'], to: 12, outcomes: true } },
      { exercise: { kind: 'who', rules: TAKE, make: heaps(1, 4, 23), rounds: 3 } },
      { exercise: { kind: 'move', rules: TAKE, make: heaps(1, 5, 22), rounds: 3 } },
      { figure: { view: 'strip', rules: OTHER, position: ['10'], to: 16, outcomes: true } },
      { exercise: { kind: 'who', rules: OTHER, make: heaps(1, 5, 20), rounds: 3 } },
    ],
  },
  {
    id: '2',
    steps: [
      { figure: { view: 'graph', rules: TAKE, position: ['6'], outcomes: true } },
      { exercise: { kind: 'label', rules: 'n -> n-k for k in 1..2', make: just('6'), rounds: 1 } },
      { figure: { view: 'graph', rules: 'king', position: ['2,2'], outcomes: true } },
      { exercise: { kind: 'label', rules: 'king', make: just('2,2'), rounds: 1 } },
      { exercise: { kind: 'move', rules: 'king', make: (random) => [`${whole(random, 1, 6)},${whole(random, 1, 6)}`], rounds: 2 } },
    ],
  },
  {
    id: '3',
    steps: [
      { figure: { view: 'play', rules: 'nim', position: ['3', '4', '5'] } },
      { figure: { view: 'columns', rules: 'nim', position: ['7', '10', '12', '5'] } },
      { exercise: { kind: 'sum', rules: 'nim', make: heaps(3, 1, 15), rounds: 3 } },
      { figure: { view: 'columns', rules: 'nim', position: ['5', '6', '3'] } },
      { exercise: { kind: 'move', rules: 'nim', make: heaps(3, 1, 9), rounds: 2 } },
    ],
  },
  {
    id: '4',
    steps: [
      { figure: { view: 'mex', rules: TWO_OR_FIVE, position: ['5'] } },
      { exercise: { kind: 'mex', rules: SQUARES, make: heaps(1, 4, 28), rounds: 3 } },
      { figure: { view: 'strip', rules: SQUARES, position: ['25'], to: 28 } },
      { exercise: { kind: 'mex', rules: TWO_OR_FIVE, make: heaps(1, 5, 24), rounds: 2 } },
    ],
  },
  {
    id: '5',
    steps: [
      { figure: { view: 'play', rules: SQUARES, position: ['5', '4', '1'] } },
      { figure: { view: 'balance', rules: beside('1..3'), position: ['0,7', '1,1'] } },
      { exercise: { kind: 'balance', rules: beside('{2,5}'), make: (random) => [`0,${whole(random, 4, 16)}`], rounds: 2 } },
      { exercise: { kind: 'sum', rules: SQUARES, make: heaps(3, 2, 14), rounds: 2 } },
      { exercise: { kind: 'move', rules: TAKE, make: heaps(3, 2, 9), rounds: 2 } },
    ],
  },
  {
    id: '6',
    steps: [
      { figure: { view: 'play', rules: 'kayles', position: ['7'] } },
      { figure: { view: 'mex', rules: 'kayles', position: ['4'] } },
      { exercise: { kind: 'mex', rules: 'kayles', make: heaps(1, 3, 7), rounds: 2 } },
      { figure: { view: 'play', rules: 'cram', position: ['3x4'] } },
      { exercise: { kind: 'move', rules: 'kayles', make: heaps(1, 4, 11), rounds: 2 } },
    ],
  },
  {
    id: '7',
    steps: [
      { figure: { view: 'play', rules: 'nim', play: 'misere', position: ['1', '2', '3'] } },
      { exercise: { kind: 'who', rules: 'nim', play: 'misere', make: (random) => Array<string>(whole(random, 1, 6)).fill('1'), rounds: 2 } },
      { exercise: { kind: 'move', rules: 'nim', play: 'misere', make: heaps(3, 1, 5), rounds: 2 } },
      { figure: { view: 'strip', rules: TAKE, play: 'misere', position: ['8'], to: 13 } },
      { figure: { view: 'play', rules: 'growing-nim', position: ['2', '3'] } },
    ],
  },
  {
    id: '8',
    steps: [
      { figure: { view: 'graph', rules: LOOPY, position: ['2'] } },
      { exercise: { kind: 'label', rules: LOOPY, make: just('3'), rounds: 1 } },
      { figure: { view: 'play', rules: LOOPY, position: ['2'] } },
      { figure: { view: 'play', rules: 'lgame', position: ['nMM./.OM./.OM./.OOn'] } },
    ],
  },
  {
    id: '9',
    steps: [
      { figure: { view: 'play', rules: 'ends', position: ['0,4'] } },
      { exercise: { kind: 'move', rules: 'ends', lets: { a: '[4,1,7,2,9,5]' }, make: (random) => [`${whole(random, 0, 1)},${whole(random, 4, 6)}`], rounds: 2 } },
    ],
  },
  {
    id: '10',
    steps: [
      { figure: { view: 'strip', rules: 'kayles', position: ['12'], to: 47 } },
      { figure: { view: 'period', rules: 'kayles', position: ['12'] } },
      { exercise: { kind: 'who', rules: OTHER, make: heaps(1, 100, 9999), rounds: 2 } },
      { figure: { view: 'period', rules: 'crosses', position: ['9'] } },
      { figure: { view: 'period', rules: 'grundy', position: ['20'] } },
    ],
  },
  {
    id: '11',
    steps: [
      { figure: { view: 'play', rules: 'take-1-2-3', position: ['9'] } },
      { figure: { view: 'strip', rules: 's-nim', lets: { S: '{2,5}' }, position: ['10'], to: 14 } },
      { figure: { view: 'play', rules: 'castles', position: ['19,none'] } },
      { problems: true },
    ],
  },
];
