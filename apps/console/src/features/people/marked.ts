import type { AccessAssignment, PersonRow } from '@redoubt/contracts';

/** A role that can be taken away, with whose it is. */
export type Revocable = AccessAssignment & { readonly holder: string; readonly isSelf: boolean };

/** What was given to people and groups in an environment itself, and that the caller may take away. */
export const revocableIn = (rows: readonly PersonRow[], environmentId: string): readonly Revocable[] =>
  rows.flatMap(({ assignments, name, isSelf }) =>
    assignments
      .filter(({ canWrite, environmentId: place }) => canWrite && place === environmentId)
      .map((assignment) => ({ ...assignment, holder: name, isSelf })),
  );

/** Roles that rows keep when some go: in the whole tenant, above, below, elsewhere, and through groups. */
export const keptBy = (rows: readonly PersonRow[], going: readonly Revocable[]): readonly AccessAssignment[] => {
  const gone = new Set(going.map(({ id }) => id));
  return rows.flatMap(({ assignments }) => assignments.filter(({ id, isEnded }) => !isEnded && !gone.has(id)));
};
