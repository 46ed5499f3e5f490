// The range that table and plot share.

import type { Coordinate, Table } from '../engine/types';
import { cellText, tableOf, usual } from './questions';
import { Resource } from './resource.svelte';
import { settings } from './settings.svelte';
import { study, type Asked } from './study.svelte';

class Range {
  readonly answer = new Resource<Table>();
  #key = '';

  /** Whether the game has no table at all. */
  get none(): boolean {
    return study.reading.value?.table === null;
  }

  /** Where the table ends that is shown if nobody says. */
  get usual(): string {
    const shown = this.answer.value;
    if (study.to.trim() === '' && shown && !this.answer.stale) return [shown.rows, shown.columns].flatMap((all) => all.slice(-1)).join(',');
    return (this.#usual(study.asked) ?? study.reading.value?.table?.to ?? []).join(',');
  }

  #usual(asked: Asked | undefined): number[] | undefined {
    return usual(study.reading.value, study.search.stale ? undefined : study.search.value, asked?.position ?? []);
  }

  /** The last entries of the range: as typed, one number for all coordinates if there is only one; the usual ones if that makes no sense. */
  last(asked: Asked | undefined): number[] | undefined {
    if (study.to.trim() === '' || this.wrong) return this.#usual(asked);
    const typed = study.to.split(',').map((word) => Number(word.trim()));
    const sides = study.reading.value?.table?.to.length ?? 1;
    return typed.length === 1 ? Array<number>(sides).fill(typed[0]!) : typed;
  }

  /** Whether what was typed is no range. */
  get wrong(): boolean {
    if (study.to.trim() === '') return false;
    const words = study.to.split(',');
    const sides = study.reading.value?.table?.to.length ?? 1;
    return (words.length !== 1 && words.length !== sides) || !words.every((word) => /^\s*-?\d{1,15}\s*$/.test(word));
  }

  /** The position that a cell stands for. */
  place(row: Coordinate, column?: Coordinate): string {
    return cellText(study.reading.value?.table, row, column);
  }

  /** A cell was clicked: in a sum it takes the place of the first component, and the others stay. */
  pick(place: string): void {
    study.go([place, ...(study.asked?.position.slice(1) ?? [])]);
  }

  /** Nobody looks at the table any longer, so it need not be worked out. */
  leave(): void {
    this.answer.stop();
    if (this.answer.stale) this.#key = '';
  }

  /** Asks for what is shown now, if it is not there already. */
  refresh(): void {
    const { asked } = study;
    if (!asked) return;
    if (this.none) {
      this.#key = '';
      return this.answer.clear();
    }
    const question = tableOf(study.about('table', asked), this.last(asked));
    const key = JSON.stringify([question, settings.native]);
    if (key === this.#key && (this.answer.value || this.answer.failure || this.answer.halted)) return;
    this.#key = key;
    void this.answer.load((signal, tell) => study.ask(question, signal, tell));
  }
}

export const range = new Range();
