// Which lesson is open; none while games are studied. `#lesson=3` is the third, `#lesson=` the list of all.

export interface LessonRoute {
  /** The lesson, by its name in the address; nothing for the list. */
  id: string;
  /** The step, counted from 0. */
  step: number;
}

export function lessonOf(hash: string): LessonRoute | undefined {
  const all = new URLSearchParams(hash.replace(/^#/, ''));
  const id = all.get('lesson');
  if (id === null) return undefined;
  const step = /^\d{1,3}$/.test(all.get('step') ?? '') ? Math.max(Number(all.get('step')) - 1, 0) : 0;
  return { id, step };
}

export const lessonHash = ({ id, step }: LessonRoute): string => `#${new URLSearchParams({ lesson: id, ...(/^\d+$/.test(id) && { step: String(step + 1) }) })}`;

class Route {
  lesson = $state.raw<LessonRoute | undefined>(lessonOf(location.hash));

  /** Takes an address, if it is one of a lesson. */
  take(hash: string): boolean {
    this.lesson = lessonOf(hash);
    return this.lesson !== undefined;
  }

  open(id = '', step = 0): void {
    this.lesson = { id, step };
    history.pushState(null, '', lessonHash(this.lesson));
  }

  /** Back to the game whose address is given. */
  leave(hash: string): void {
    this.lesson = undefined;
    history.pushState(null, '', hash);
  }
}

export const route = new Route();
