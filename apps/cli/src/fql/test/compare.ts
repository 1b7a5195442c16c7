import { isJsonObject, type Json } from '@redoubt/kernel';

/** One place where an answer is not what a test expects; `undefined` where there is nothing. */
export type Difference = {
  readonly path: string;
  readonly expected: Json | undefined;
  readonly found: Json | undefined;
};

const memberPath = (path: string, key: string): string => {
  const step = /^[\w$]+$/.test(key) ? key : JSON.stringify(key);
  return path === '' ? step : `${path}.${step}`;
};

/**
 * What is expected has to be there; members of objects that are not named may be anything. Lists have the same length.
 * An empty object expects an empty object.
 */
export const differences = (expected: Json, found: Json | undefined, path = ''): readonly Difference[] => {
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    return (expected as readonly Json[]).flatMap((item, index) =>
      differences(item, (found as readonly Json[])[index], `${path}[${index}]`),
    );
  }
  if (isJsonObject(expected) && isJsonObject(found)) {
    const names = Object.keys(expected);
    if (names.length === 0 && Object.keys(found).length > 0) return [{ path, expected, found }];
    return names.flatMap((name) =>
      differences(expected[name] ?? null, Object.hasOwn(found, name) ? found[name] : undefined, memberPath(path, name)),
    );
  }
  return Object.is(expected, found) ? [] : [{ path, expected, found }];
};
