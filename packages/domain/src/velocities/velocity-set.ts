/** The text of one velocity; its name stands in the text, after AS. */
export type VelocityText = { readonly id: string; readonly code: string };

/** What a velocity set says: which events it takes, and what it counts of them (`entities.md` §12). */
export type VelocitySetDefinition = { readonly condition: string; readonly velocities: readonly VelocityText[] };

/**
 * Where the counts of a published set begin: with everything the log holds, or with the first event after publication
 * (`decisioning.md` §3.1).
 */
export const VELOCITY_STARTS = ['withHistory', 'fromNow'] as const;
export type VelocityStart = (typeof VELOCITY_STARTS)[number];
