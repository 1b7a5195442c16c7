/** Pixels of the window. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = { readonly width: number; readonly height: number };

const GAP_PX = 12;

const within = (value: number, most: number): number => Math.max(GAP_PX, Math.min(value, most - GAP_PX));

/**
 * Where a card stands beside what it points at: below it, else above, at its right or at its left; in the middle without one.
 * Always wholly inside the window, and never over what it points at unless that leaves no room on any side.
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
  const top = within(target.top, window.height - card.height);
  const right = target.left + target.width + GAP_PX;
  const beside = target.left - GAP_PX - card.width;
  if (right + card.width + GAP_PX <= window.width || beside < GAP_PX)
    return { left: within(right, window.width - card.width), top };
  return { left: beside, top };
};
