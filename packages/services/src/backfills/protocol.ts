import type { LoggedAssessmentKind } from '@redoubt/domain';
import type { PlanFunctionSource, PlanVelocitySetSource } from '@redoubt/engine';
import type { DataSources } from '@redoubt/enrichment';
import type { SymbolTable } from '@redoubt/fql';
import type { Id, JsonObject } from '@redoubt/kernel';
import type { BackfillEntry, BackfillPiece } from '@redoubt/storage';
import type { ListHistory, ListVersion } from '../backtests/protocol.ts';
import type { ListContentMessage } from '../plans/list-content.ts';

/** An environment of the path: the functions that the set reaches there, and what they read. */
export type BackfillLevel = {
  readonly environmentId: Id;
  readonly functions: readonly PlanFunctionSource[];
  readonly symbols: SymbolTable;
  readonly lists: readonly ListHistory[];
};

/** What a thread that evaluates stored events knows of the set they are evaluated for. */
export type BackfillJob = {
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly installationKey: string;
  /** Where facts about addresses and cards come from. */
  readonly data: DataSources;
  readonly set: PlanVelocitySetSource;
  /** What is counted is kept under these; velocities of the set with another one are left alone. */
  readonly series: readonly string[];
  /** Root first; the last one is the environment of the set, whose symbols and lists are those of the set too. */
  readonly levels: readonly BackfillLevel[];
};

/** An assessment that another event is about, as it is to be found before a position. */
export type WantedSubject = {
  readonly environmentId: Id;
  readonly kind: LoggedAssessmentKind;
  readonly eventId: string;
  readonly before: number;
};

export type BackfillStepResult = {
  readonly entries: readonly BackfillEntry[];
  /** Lists that were read and did not exist yet. */
  readonly missingLists: readonly string[];
};

/** Main thread → worker: the job, then pieces of the log in order of position with what it asks for in between. */
export type BackfillMessage =
  | { readonly kind: 'job'; readonly job: BackfillJob }
  | { readonly kind: 'piece'; readonly piece: BackfillPiece }
  | { readonly kind: 'contents'; readonly contents: readonly ListContentMessage[] }
  | { readonly kind: 'counted'; readonly series: readonly string[] }
  | { readonly kind: 'subjects'; readonly bodies: readonly (JsonObject | null)[] };

/** Worker → main thread. */
export type BackfillReply =
  | { readonly kind: 'step'; readonly result: BackfillStepResult }
  | { readonly kind: 'wantsContents'; readonly versions: readonly ListVersion[] }
  /** Which series events decided by a plan were counted in, or deliberately not. */
  | { readonly kind: 'wantsCounted'; readonly planId: string }
  | { readonly kind: 'wantsSubjects'; readonly subjects: readonly WantedSubject[] };

/** What the worker asks for. */
export type BackfillQuestion = Exclude<BackfillReply, { readonly kind: 'step' }>;
