import type { UsedApi } from '@redoubt/contracts';

const fits = (pattern: string, path: string): boolean => {
  const [wanted, found] = [pattern.split('/'), path.split('/')];
  return wanted.length === found.length && wanted.every((part, index) => part.startsWith(':') || part === found[index]);
};

/**
 * Finds the API that takes calls of an address: as the table of endpoints names it, or the own address of an assessment,
 * whose names stand in the place of parameters.
 */
export const usedApis = (apis: readonly UsedApi[]): ((path: string) => UsedApi | undefined) => {
  const known = new Map(apis.flatMap((used) => used.paths.map((path) => [path, used] as const)));
  const found = new Map<string, UsedApi | undefined>(known);
  return (path) => {
    if (!found.has(path)) found.set(path, [...known].find(([pattern]) => fits(pattern, path))?.[1]);
    return found.get(path);
  };
};
