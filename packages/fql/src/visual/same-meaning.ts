/** Members of syntax nodes that say where something stands, not what it means. `steps` says what `path` says. */
const PLACES = new Set(['from', 'to', 'nameSpan', 'operatorSpan', 'keySpan', 'aliasSpan', 'path']);

/** Nodes whose names are compared without regard to letter case; those of variables are not. */
const CASELESS = new Set<unknown>(['name', 'member']);

const bare = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(bare);
  if (typeof node !== 'object' || node === null) return node;
  const { kind } = node as { readonly kind?: unknown };
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !PLACES.has(key))
      .map(([key, value]) => [
        key,
        key === 'name' && typeof value === 'string' && CASELESS.has(kind) ? value.toLowerCase() : bare(value),
      ]),
  );
};

/** Whether two pieces of syntax say the same, wherever they stand and however names of functions are spelt. */
export const sameMeaning = (a: unknown, b: unknown): boolean => JSON.stringify(bare(a)) === JSON.stringify(bare(b));
