/** Pixels of the window. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = { readonly width: number; readonly height: number };

const GAP_PX = 12;

const within = (value: number, most: number): number => Math.max(GAP_PX, Math.min(value, most - GAP_PX));

/**
 * Where a card stands beside what it points at: below it, else above, else at its right; in the middle without one.
 * Always wholly inside the window.
 */
export const placeCard = (
  target: Box | null,
  card: Size,
  window: Size,
): { readonly left: number; readonly top: number } => {
  if (!target) return { left: (window.width - card.width) / 2, top: (window.height - card.height) / 2 };
  const left = within(target.left, window.width - card.width);
  const below = target.top + target.height + GAP_PX;
  if (below + card.height + GAP_PX <= window.height) return { left, top: below };
  const above = target.top - GAP_PX - card.height;
  if (above >= GAP_PX) return { left, top: above };
  return {
    left: within(target.left + target.width + GAP_PX, window.width - card.width),
    top: within(target.top, window.height - card.height),
  };
};
