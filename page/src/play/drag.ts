// Dragging with any pointer, finger or mouse. The browser's own dragging knows only the mouse.

/** How far a pointer goes before it drags (CSS pixels): a finger that taps is never quite still. */
const SLACK = 6;

export interface Dragged {
  /** Where it began, and what is under the pointer now, by the names of the places. */
  from: string;
  to: string | undefined;
  /** How far the pointer has come. */
  x: number;
  y: number;
}

export interface Drag {
  /** Whether something can be dragged from there. */
  begins(from: string): boolean;
  moves(dragged: Dragged): void;
  drops(dragged: Dragged): void;
  /** Whatever happened, nothing is dragged any longer. */
  ends(): void;
}

const place = (target: Element | null): string | undefined => target?.closest<HTMLElement>('[data-place]')?.dataset.place;

/** An action: what has `data-place` in a picture can be dragged from and to. */
export function drag(picture: HTMLElement | SVGElement, told: Drag): { update(next: Drag): void; destroy(): void } {
  let began: { from: string; x: number; y: number; id: number } | undefined;
  let dragged: Dragged | undefined;

  const down = (event: PointerEvent): void => {
    const from = place(event.target as Element);
    if (!event.isPrimary || event.button !== 0 || from === undefined || !told.begins(from)) return;
    began = { from, x: event.clientX, y: event.clientY, id: event.pointerId };
  };
  const move = (event: PointerEvent): void => {
    if (!began || event.pointerId !== began.id) return;
    const [x, y] = [event.clientX - began.x, event.clientY - began.y];
    if (!dragged && Math.hypot(x, y) < SLACK) return;
    dragged = { from: began.from, to: place(document.elementFromPoint(event.clientX, event.clientY)), x, y };
    told.moves(dragged);
  };
  const end = (event: PointerEvent): void => {
    if (!began || event.pointerId !== began.id) return;
    const last = dragged;
    began = dragged = undefined;
    if (last) told.ends();
    if (last && event.type === 'pointerup' && last.to !== last.from) told.drops(last);
  };
  // A finger that drags does not scroll; shapes of a drawing cannot say so in their style.
  const still = (event: Event): void => {
    if (began && event.cancelable) event.preventDefault();
  };
  picture.addEventListener('touchmove', still, { passive: false });
  picture.addEventListener('pointerdown', down as EventListener);
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  return {
    update: (next) => (told = next),
    destroy: () => {
      picture.removeEventListener('touchmove', still);
      picture.removeEventListener('pointerdown', down as EventListener);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    },
  };
}
