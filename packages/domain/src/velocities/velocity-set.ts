import type { DefinedSources } from './velocity-sources.ts';

/** The text of one velocity; its name stands in the text, after AS. */
export type VelocityText = { readonly id: string; readonly code: string };

/**
 * Where the windows of an environment's velocities begin: `aligned` on a whole unit, so that they span up to one unit
 * more, as rules brought along expect; `sliding` exactly their length ago, to the second.
 */
export const VELOCITY_WINDOW_MODES = ['aligned', 'sliding'] as const;
export type VelocityWindowMode = (typeof VELOCITY_WINDOW_MODES)[number];
export const DEFAULT_VELOCITY_WINDOW_MODE: VelocityWindowMode = 'aligned';

/**
 * What a velocity set says: which events it takes, and what it counts of them
 * (`docs/reference/deciding.md#velocity-sets`).
 */
export type VelocitySetDefinition = {
  readonly condition: string;
  readonly velocities: readonly VelocityText[];
  /**
   * What FROM means by names of assessments that customers defined, settled when the text was published: a name that is
   * given to something else later changes no count. Absent where no such name is used.
   */
  readonly sources?: DefinedSources;
};

/**
 * Where the counts of a published set begin: with everything the log holds, or with the first event after publication
 * (`docs/reference/deciding.md#velocity-sets`).
 */
export const VELOCITY_STARTS = ['withHistory', 'fromNow'] as const;
export type VelocityStart = (typeof VELOCITY_STARTS)[number];
