/** Rows a preview shows (`docs/reference/deciding.md#lists`). */
export const PREVIEW_ROWS = 20;
