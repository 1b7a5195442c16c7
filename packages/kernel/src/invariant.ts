/** Throws when something the code itself guarantees does not hold: a bug, never a caller's mistake. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}
