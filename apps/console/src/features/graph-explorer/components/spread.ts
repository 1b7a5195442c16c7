/** A circle in the units of the layout, its radius in pixels of the screen. */
export type Circle = { readonly x: number; readonly y: number; readonly radius: number };

/** Pixels between circles: with few there is room for the words below them. */
const gapOf = (circles: number): number => (circles <= 200 ? 16 : circles <= 500 ? 8 : 2);
/** Rounds in which circles move apart; many circles take long, and have no room all the same. */
const roundsFor = (circles: number): number => (circles <= 500 ? 60 : circles <= 1500 ? 20 : 6);
/** A wide box is used to its sides, where words are wide too. */
const MOST_STRETCH = 1.6;
/** Turns circles at one place apart, each its own way. */
const GOLDEN_ANGLE = 2.399963;

type Moving = { x: number; y: number; readonly radius: number };

/** Moves each two circles apart that are too near, once. @returns whether any were */
const moveApart = (circles: readonly Moving[], gap: number): boolean => {
  const cell = 2 * Math.max(...circles.map(({ radius }) => radius)) + gap;
  const keyOf = (column: number, row: number): number => column * 100_003 + row;
  const cells = new Map<number, number[]>();
  for (const [at, { x, y }] of circles.entries()) {
    const key = keyOf(Math.floor(x / cell), Math.floor(y / cell));
    const known = cells.get(key);
    if (known === undefined) cells.set(key, [at]);
    else known.push(at);
  }
  let isMoved = false;
  const part = (one: Moving, other: Moving, at: number): void => {
    const [dx, dy] = [other.x - one.x, other.y - one.y];
    const distance = Math.hypot(dx, dy);
    const wanted = one.radius + other.radius + gap;
    if (distance >= wanted) return;
    isMoved = true;
    const isOnePlace = distance < 1e-6;
    const [ux, uy] = isOnePlace
      ? [Math.cos(at * GOLDEN_ANGLE), Math.sin(at * GOLDEN_ANGLE)]
      : [dx / distance, dy / distance];
    const by = (wanted - distance) / 2 + 0.01;
    one.x -= ux * by;
    one.y -= uy * by;
    other.x += ux * by;
    other.y += uy * by;
  };
  for (const [at, circle] of circles.entries()) {
    const [column, row] = [Math.floor(circle.x / cell), Math.floor(circle.y / cell)];
    for (let across = -1; across <= 1; across += 1)
      for (let down = -1; down <= 1; down += 1)
        for (const next of cells.get(keyOf(column + across, row + down)) ?? []) {
          const other = circles[next];
          if (next > at && other !== undefined) part(circle, other, at);
        }
  }
  return isMoved;
};

/**
 * Places of circles, in pixels of a box that is filled to its sides, so that as few as possible cover each other. Their order
 * from left to right and top to bottom stays by and large.
 */
export const spread = (
  circles: readonly Circle[],
  box: { readonly width: number; readonly height: number },
): readonly { readonly x: number; readonly y: number }[] => {
  if (circles.length < 2 || box.width <= 0 || box.height <= 0) return circles;
  const [xs, ys] = [circles.map(({ x }) => x), circles.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scaleY = Math.min(box.height / Math.max(height, 1e-9), box.width / Math.max(width, 1e-9));
  const stretch = Math.max(1, Math.min(MOST_STRETCH, box.width / Math.max(width * scaleY, 1e-9)));
  const moving = circles.map(({ x, y, radius }): Moving => ({
    x: (x - left) * scaleY * stretch,
    y: (y - top) * scaleY,
    radius,
  }));
  const gap = gapOf(circles.length);
  for (let round = 0; round < roundsFor(circles.length) && moveApart(moving, gap); round += 1);
  return moving.map(({ x, y }) => ({ x, y }));
};
