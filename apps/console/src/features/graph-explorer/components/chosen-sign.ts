/** Heads the boxes of the list, and stands in the circle of a chosen item. */
export const CHOSEN_SIGN = '✓';
