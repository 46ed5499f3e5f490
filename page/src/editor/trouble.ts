// An error in the editor: the characters underlined, and under them the message.

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

export interface Trouble {
  from: number;
  to: number;
  message: string;
}

export const setTrouble = StateEffect.define<Trouble | undefined>();

class Note extends WidgetType {
  constructor(readonly line: { from: number; to: number }, readonly column: number, readonly width: number, readonly message: string) {
    super();
  }
  override eq(other: Note): boolean {
    return other.line.to === this.line.to && other.column === this.column && other.width === this.width && other.message === this.message;
  }
  toDOM(view: EditorView): HTMLElement {
    const note = document.createElement('div');
    note.className = 'rule-note';
    note.textContent = `${' '.repeat(this.column)}${'^'.repeat(this.width)}`;
    // The message is read out from below the editor; here it would be read twice.
    note.setAttribute('aria-hidden', 'true');
    // Under a line that is wrapped the carets would point at other characters; the underline has to do.
    view.requestMeasure({
      read: () => (view.coordsAtPos(this.line.from)?.top ?? 0) !== (view.coordsAtPos(this.line.to, -1)?.top ?? 0),
      write: (wrapped: boolean) => (note.hidden = wrapped),
    });
    return note;
  }
}

export const trouble = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(now, transaction) {
    let next = now.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setTrouble)) continue;
      const found = effect.value;
      if (!found) {
        next = Decoration.none;
        continue;
      }
      const { doc } = transaction.state;
      const from = Math.min(found.from, doc.length);
      const line = doc.lineAt(from);
      const to = Math.min(Math.max(found.to, from), line.to);
      const note = new Note({ from: line.from, to: line.to }, from - line.from, Math.max(to - from, 1), found.message);
      const under = Decoration.widget({ widget: note, block: true, side: 1 }).range(line.to);
      const marked = to > from ? [Decoration.mark({ class: 'rule-trouble' }).range(from, to)] : [];
      next = Decoration.set([...marked, under], true);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
