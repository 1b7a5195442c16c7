import type { ResourceKindName } from '@redoubt/contracts';
import type { VelocityStart } from '@redoubt/domain';
import type { EnvironmentContext } from '../context.ts';
import type { ConfigurationFile } from './configuration-file.ts';
import type { PutOptions } from './resource-kind.ts';

/** What an import is given: the files, and what becomes of resources they lack. */
export type ImportInput = {
  readonly files: readonly ConfigurationFile[];
  /** Whether what the files lack is deleted; otherwise it is left alone. */
  readonly prune: boolean;
  readonly without: readonly ResourceKindName[];
  /** Where the counts of new velocities begin. */
  readonly velocityStart: VelocityStart;
  readonly calls?: PutOptions['calls'];
  /** Where secrets are that files only name; nowhere without it. */
  readonly variable?: PutOptions['variable'];
  /** Takes files as they stand that say of themselves that they only add. */
  readonly replace?: boolean;
  /** False only tries: everything is done, checked and taken back. */
  readonly apply: boolean;
  /** Sees the environment as it will be, before that is kept or taken back; only where nothing is refused. */
  readonly look?: (joined: EnvironmentContext) => Promise<void>;
  /** Is called with how many of the resources that change are put. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Texts of resources by key, as the files were made from; others meanwhile are not overwritten. */
  readonly basedOn?: ReadonlyMap<string, string>;
  /** What the activity log and a change request call the import; the configuration of the environment where absent. */
  readonly subject?: { readonly id: string; readonly name: string };
};
