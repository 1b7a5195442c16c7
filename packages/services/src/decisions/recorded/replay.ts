import type { EnrichmentData, FactKind } from '@redoubt/enrichment';
import { compilingPlan } from '@redoubt/engine';
import { knownLanguage, LANGUAGE_VERSION } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { Database, EventRecord } from '@redoubt/storage';
import { changedData } from '../../enrichment/data-versions.ts';
import type { ListIndex } from '../../plans/list-index.ts';
import { addContents, hashesNamedIn, rowsOf, type LoadRows } from '../../plans/named-lists.ts';
import type { TransactionScope } from '../../unit-of-work.ts';
import { compileInTurns } from '../../texts/compile-in-turns.ts';
import type { TextCompiler } from '../../texts/text-compiler.ts';
import type { Difference } from './first-difference.ts';
import { planForKind } from '../tenant-plans/plan-of-kind.ts';
import {
  readRecordedEvent,
  recordedInput,
  type RecordedEvent,
  type RecordedInputs,
  type RecordedRun,
} from './recorded-event.ts';
import { replayJob, withLists, type ReplayJob } from './recorded-job.ts';

/** What came of deciding an event again from nothing but its record. */
export type Replay = {
  /** Null where decision, outputs, trace and answer are the recorded ones. */
  readonly difference: Difference | null;
  /** Version of the rule language that decided it, and the one that replayed it. */
  readonly language: { readonly recorded: number; readonly current: number };
  /** Data whose edition is another one now; facts are the recorded ones all the same. */
  readonly data: readonly { readonly kind: FactKind; readonly recorded: string; readonly current: string }[];
};

/** What a replay needs to know of the data of today. */
export type DataOfToday = Pick<EnrichmentData, 'versionOf' | 'warm'>;

/** Does the work of a replay: a thread of evaluations, or the one that asks. */
export type RunReplay = (job: ReplayJob, load: LoadRows) => Promise<Difference | null>;

/** Gives the rows of the lists of a recorded event. */
export const recordedRows = (scope: TransactionScope, { levels }: RecordedEvent): LoadRows =>
  rowsOf(
    scope,
    levels.flatMap(({ lists }) => lists),
  );

/** On the thread that asks: for tools that do nothing else. */
const replayHere: RunReplay = async (job, load) => {
  const contents = new Map<string, ListIndex>();
  return replayJob(job, { contents, need: async ({ hashes }) => addContents(contents, await load(hashes)) });
};

/** Makes a recorded event ready to go on with where events are decided; undefined where it cannot be. */
export const recordedRun = async (
  database: Database,
  tenantId: Id,
  record: EventRecord,
  texts: TextCompiler,
): Promise<RecordedRun | undefined> => {
  const event = await readRecordedEvent(database, tenantId, record);
  if ('difference' in event) return undefined;
  const { kind, environmentId, inputs, levels, recorded } = event;
  const contents = new Map<string, ListIndex>();
  const sources = withLists(levels, contents);
  const steps = compilingPlan(inputs.planId, environmentId, sources, new Map(), knownLanguage(inputs.languageVersion));
  const { plan } = await compileInTurns(steps, texts);
  addContents(contents, await recordedRows({ database, tenantId }, event)(hashesNamedIn(plan, levels)));
  return { recorded, plan: planForKind(kind, plan), input: recordedInput(event) };
};

const compare = async (
  database: Database,
  tenantId: Id,
  record: EventRecord,
  run: RunReplay,
): Promise<Difference | null> => {
  const event = await readRecordedEvent(database, tenantId, record);
  if ('difference' in event) return event.difference;
  return run({ kind: 'replay', event }, recordedRows({ database, tenantId }, event));
};

/**
 * Decides a recorded event again with the plan that decided it and compares everything that came out, except the time
 * it took. It proves the engine: a changed record shows where it changed the outcome.
 */
export const replay = async (
  database: Database,
  tenantId: Id,
  record: EventRecord,
  today?: DataOfToday,
  run: RunReplay = replayHere,
): Promise<Replay> => {
  const { languageVersion, data = {} } = record.inputs as unknown as RecordedInputs;
  const kinds = Object.keys(data) as FactKind[];
  await today?.warm(kinds);
  return {
    difference: await compare(database, tenantId, record, run),
    language: { recorded: languageVersion, current: LANGUAGE_VERSION },
    data: today ? changedData(data, today) : [],
  };
};
