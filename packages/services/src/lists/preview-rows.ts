/** Rows a preview shows (`decisioning.md` §5.1). */
export const PREVIEW_ROWS = 20;
