/**
 * Answers of a function for what it was asked recently, between `most` and twice as many: the newer half is filled, and when it
 * is full the older one is let go.
 */
export const keepRecent = <Value>(most: number, find: (key: string) => Value): ((key: string) => Value) => {
  let newer = new Map<string, Value>();
  let older = new Map<string, Value>();
  return (key) => {
    const kept = newer.get(key);
    if (kept !== undefined || newer.has(key)) return kept as Value;
    const value = older.has(key) ? (older.get(key) as Value) : find(key);
    if (newer.size >= most) {
      older = newer;
      newer = new Map();
    }
    newer.set(key, value);
    return value;
  };
};
