/** Longest the rules of one event may wait for what they call (`docs/reference/deciding.md#one-request`). */
export const CALLS_WITHIN_MS = 5000;
