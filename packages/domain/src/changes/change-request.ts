/** What became of a change that a second person has to approve. */
export const CHANGE_STATES = ['open', 'approved', 'rejected', 'withdrawn'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Open requests an environment keeps; each may hold an uploaded list. */
export const MAX_OPEN_CHANGES = 100;
