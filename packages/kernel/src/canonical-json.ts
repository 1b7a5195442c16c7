import type { Json } from './json.ts';

/**
 * JSON text with sorted keys and no blanks: equal values give equal text, whatever the order they were built in.
 * Used wherever text is hashed or compared (plans, replay, audit differences). Properties that are `undefined` are left
 * out, as `JSON.stringify` does.
 */
export const canonicalJson = (value: Json | undefined): string => {
  if (value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts: string[] = [];
    for (const key of Object.keys(value).sort()) {
      const member = (value as Record<string, Json | undefined>)[key];
      if (member !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
    }
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value);
};
