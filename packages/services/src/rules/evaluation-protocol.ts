import type { Evaluation } from '@redoubt/contracts';
import type { Catalogue, RuleSource } from '@redoubt/fql';
import type { Json } from '@redoubt/kernel';

/** A list as the worker keeps it: content by hash, so that it is sent once. */
export type ListContentMessage = {
  readonly hash: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** One evaluation, as plain data. */
export type EvaluationJob = {
  readonly source: RuleSource;
  readonly catalogue: Catalogue;
  /** Lists the text may name, by the hash of their content. */
  readonly lists: readonly { readonly name: string; readonly hash: string }[];
  readonly payload: Json;
  readonly nowMs: number;
  readonly correlationId: string;
  readonly seed: number;
};

/** Main thread → worker. */
export type EvaluationRequest = {
  readonly id: number;
  readonly job: EvaluationJob;
  /** Contents this worker has not been sent before. */
  readonly contents: readonly ListContentMessage[];
};

/** Worker → main thread: once when it is ready, then one answer per request. */
export type EvaluationReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly evaluation: Evaluation }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
