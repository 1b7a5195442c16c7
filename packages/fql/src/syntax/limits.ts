/** Longest text that is read at all, in UTF-16 units; one clause of 500 full lines is about half of it. */
export const MAX_TEXT_LENGTH = 100_000;

/**
 * Deepest nesting of a text, counting every operator, call and bracket on the way down. `and`/`or` chains count once.
 * Bounds the recursion of every later pass, whatever the text.
 */
export const MAX_NESTING_DEPTH = 300;
