// Colours for the rule language: enough to see words, numbers and comments apart.

import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';

import { NAMES, WORDS } from './words';

const mark = (name: string) => Decoration.mark({ class: `rule-${name}` });
const marks = { comment: mark('comment'), number: mark('number'), word: mark('word'), name: mark('name'), sign: mark('sign'), picture: mark('picture') };

/** The parts that are coloured. What stands between quotes is a picture, whatever it holds: `##` there is no comment. */
export const PARTS = /"[^"]*"?|#.*|->|\.\.|[|&]|[A-Za-z_][A-Za-z_0-9]*|\d+/g;

const decorator = new MatchDecorator({
  regexp: PARTS,
  decoration: ([text]) => {
    if (text!.startsWith('"')) return marks.picture;
    if (text!.startsWith('#')) return marks.comment;
    if (/^\d/.test(text!)) return marks.number;
    if (WORDS.has(text!)) return marks.word;
    if (NAMES.has(text!)) return marks.name;
    return /^[A-Za-z_]/.test(text!) ? null : marks.sign;
  },
});

export const highlight = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = decorator.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
