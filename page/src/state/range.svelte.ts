// The range that table and plot share.

import type { Coordinate, Table } from '../engine/types';
import { Resource } from './resource.svelte';
import { settings } from './settings.svelte';
import { study, type Asked } from './study.svelte';

class Range {
  readonly answer = new Resource<Table>();
  #key = '';

  /** How far the range goes if nobody says: past two periods, and past the position. */
  usual(asked: Asked | undefined): string {
    const axes = study.reading.value?.axes ?? [];
    if (study.reading.value?.board) return '5,5';
    if (axes.length !== 1) return axes.map((axis) => axis.high ?? Math.max(15, axis.low + 15)).join(',');
    const high = axes[0]!.high;
    if (high !== null) return String(high);
    const found = study.search.stale ? undefined : study.search.value;
    const cycle = found?.period && found.period <= 200 ? found.preperiod! + 2 * found.period - 1 : 0;
    const largest = Math.max(0, ...(asked?.position ?? []).map(Number).filter((n) => n <= 2000));
    return String(Math.min(Math.max(99, cycle, largest), 2000));
  }

  /** The last entries of the range: as typed, one number for all coordinates if there is only one; the usual ones if that makes no sense. */
  last(asked: Asked | undefined): number[] {
    const usual = this.usual(asked).split(',').map(Number);
    const typed = study.to.split(',').map((word) => Number(word.trim()));
    if (study.to.trim() === '' || this.wrong) return usual;
    return typed.length === 1 ? usual.map(() => typed[0]!) : typed;
  }

  /** Whether what was typed is no range. */
  get wrong(): boolean {
    return study.to.trim() !== '' && !study.to.split(',').every((word) => /^\s*-?\d{1,15}\s*$/.test(word));
  }

  /** The position that a cell of a table with two sides stands for; boards are written by their sides. */
  place(row: Coordinate, column: Coordinate): string {
    if (!study.reading.value?.board) return `${row},${column}`;
    return `${/^grid/.test(study.reading.value.start[0] ?? '') || study.reading.value.name === 'arc-kayles' ? 'grid' : ''}${row}x${column}`;
  }

  /** Asks for what is shown now, if it is not there already. */
  refresh(least = 0): void {
    const { asked } = study;
    if (!asked) return;
    const last = this.last(asked);
    if (last.length === 1 && last[0]! < least) last[0] = least;
    const question = { ...study.about('table', asked), position: [], to: last };
    const key = JSON.stringify([question, settings.native]);
    if (key === this.#key && (this.answer.value || this.answer.failure)) return;
    this.#key = key;
    void this.answer.load((signal) => study.ask(question, signal));
  }
}

export const range = new Range();
