import type { Id, JsonObject } from '@redoubt/kernel';

/** Global variables of one event by the environment whose texts set them: every environment of its path, root first. */
export type LevelVariables = Readonly<Record<Id, JsonObject>>;

type Level = { readonly environmentId: Id };

/** With what a text of a level set; of a variable set twice there the last value counts. */
export const withVariables = (
  levels: readonly Level[],
  variables: LevelVariables | undefined,
  level: Level,
  set: JsonObject,
): LevelVariables =>
  Object.fromEntries(
    levels.map(({ environmentId }) => {
      const known = variables?.[environmentId] ?? {};
      return [environmentId, environmentId === level.environmentId ? { ...known, ...set } : known];
    }),
  );

/**
 * What texts of an environment read: its own variables before those of the environments above it, and none of those
 * below (`docs/language/guide.md#json-and-variables`).
 */
export const variablesSeenAt = ({ environmentId }: Level, variables: LevelVariables | undefined): JsonObject => {
  let seen: JsonObject = {};
  for (const [id, set] of Object.entries(variables ?? {})) {
    seen = { ...seen, ...set };
    if (id === environmentId) break;
  }
  return seen;
};
