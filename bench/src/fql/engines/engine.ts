import manifest from '../../../package.json' with { type: 'json' };
import type { BenchEvent, Clause } from '../clauses.ts';

/** Places of the clauses that held, in order. */
export type Matches = readonly number[];

export type Engine = {
  readonly name: string;
  readonly version: string;
  /** Makes the clauses ready; the time of this is not measured. */
  readonly prepare: (clauses: readonly Clause[]) => (event: BenchEvent) => Matches | Promise<Matches>;
};

/** Version of a peer; the manifest pins them. */
export const versionOf = (name: string): string =>
  Object.entries(manifest.devDependencies).find(([known]) => known === name)?.[1] ?? 'unknown';
