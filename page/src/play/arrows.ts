// Arrow keys on whatever is drawn: the focus goes to the nearest piece in that direction.

/** The steps of the arrow keys, to the right and down. */
export const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Which of the places lies nearest in a direction, counting what is beside it threefold; none if all lie behind. */
export function nearest(from: readonly [number, number], places: (readonly [number, number])[], [x, y]: readonly [number, number]): number | undefined {
  let best: { at: number; cost: number } | undefined;
  places.forEach((place, at) => {
    const [dx, dy] = [place[0] - from[0], place[1] - from[1]];
    const ahead = dx * x + dy * y;
    const cost = ahead + 3 * Math.abs(dx * y - dy * x);
    if (ahead > 1 && (best === undefined || cost < best.cost)) best = { at, cost };
  });
  return best?.at;
}

/** An action: arrow keys move the focus among the pieces of a picture. */
export function arrows(picture: HTMLElement): { destroy(): void } {
  const middle = (one: Element): readonly [number, number] => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const go = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key];
    if (!direction || !(event.target instanceof Element)) return;
    const pieces = [...picture.querySelectorAll<HTMLElement>('button:enabled, [tabindex="0"]')];
    const to = nearest(middle(event.target), pieces.map(middle), direction);
    if (to === undefined) return;
    event.preventDefault();
    pieces[to]!.focus();
  };
  picture.addEventListener('keydown', go);
  return { destroy: () => picture.removeEventListener('keydown', go) };
}
