import type { Id } from '@redoubt/kernel';
import type { EmbeddedAddress } from '@redoubt/storage';
import type { CasePlace } from './place.ts';

/** What a process of agents is started with. */
export type NodeOrder = {
  readonly server: EmbeddedAddress;
  readonly databaseName: string;
  readonly place: CasePlace;
  /** Queues that agents take cases from, each as often as it stands here. */
  readonly queues: readonly Id[];
  /** Names of its agents; every tenth of all manages queues. */
  readonly agents: readonly { readonly number: number }[];
  readonly seed: number;
  /** The clock of all processes: at `realMs` it was that time, and since then it runs faster by `factor`. */
  readonly time: { readonly realMs: number; readonly factor: number };
};

/** What agents did, as they were answered. */
export type CaseOperation =
  | { readonly kind: 'taken' | 'decided'; readonly caseId: Id; readonly version: number; readonly tookMs: number }
  | { readonly kind: 'undone'; readonly caseId: Id; readonly version: number }
  | { readonly kind: 'decidedInBulk'; readonly caseIds: readonly Id[] }
  | { readonly kind: 'refused'; readonly code: string };

export type NodeMessage =
  | { readonly operation: CaseOperation }
  | { readonly ready: true }
  | { readonly failed: string };
