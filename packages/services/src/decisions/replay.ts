import { setImmediate } from 'node:timers/promises';
import { shapeStoredEvent, type LoggedAssessmentKind } from '@redoubt/domain';
import type { EnrichmentData, FactKind } from '@redoubt/enrichment';
import {
  ActionRun,
  callsOfActions,
  answerRequest,
  compilingPlan,
  type MakeRule,
  decideAsync,
  recordedCalls,
  recordedFacts,
  readValues,
  recordedVelocities,
  writtenOut,
  type ActionsResult,
  type DecidedEvent,
  type EngineInput,
  type Plan,
  type PlanLevelSource,
  type PlanRuleSource,
  type RecordedTrace,
  type VelocityReads,
} from '@redoubt/engine';
import { knownLanguage, LANGUAGE_VERSION } from '@redoubt/fql';
import { isJsonObject, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import type { Database, EventRecord } from '@redoubt/storage';
import { assessmentAnswer } from './answers.ts';
import type { RecordedResult } from './assessment-decider.ts';
import type { WizardFacts } from './wizard-answer.ts';
import { changedData, type DataVersions } from '../enrichment/data-versions.ts';
import { planForKind } from './plan-of-kind.ts';
import { loadRecordedPlan } from '../plans/load-recorded-plan.ts';
import { firstDifference, type Difference } from './first-difference.ts';

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

type RecordedInputs = Pick<EngineInput, 'generated' | 'nowMs' | 'seed'> & {
  readonly planId: string;
  readonly languageVersion: number;
  /** Id of the transaction on the server; absent in events of the time before it was kept, which answered none. */
  readonly reference?: string;
  readonly answered?: WizardFacts;
  /** Absent where the decision read none. */
  readonly velocities?: VelocityReads;
  /** Absent where nothing was looked up. */
  readonly data?: DataVersions;
};

type Payload = { readonly payload: JsonObject } | { readonly difference: Difference };

/** The stored request in the spelling the rules saw; a difference where nothing like it could have been decided. */
const payloadOf = (kind: LoggedAssessmentKind, request: Json): Payload => {
  const unusable = (path: string, reason: string): Payload => ({
    difference: { path, recorded: null, recomputed: JSON.stringify(reason) },
  });
  if (!isJsonObject(request)) return unusable('request', 'is not an object');
  const payload = structuredClone(request);
  const [problem] = shapeStoredEvent(kind, payload);
  return problem === undefined ? { payload } : unusable(`request${problem.path.slice(1)}`, problem.message);
};

/** The actions again, as far as they had come when the event was answered; no call is made. */
const actAgain = async (
  plan: Plan,
  input: EngineInput,
  decided: DecidedEvent,
  recorded: ActionsResult | undefined,
): Promise<ActionsResult> => {
  const run = new ActionRun(plan, input, decided);
  await run.runAsync(recorded?.trace.filter(({ outcome }) => outcome !== 'late').length);
  return run.result;
};

const clauseIdsOf = ({ text }: PlanRuleSource): readonly string[] => text.clauses.map(({ id }) => id);

/** A result as it is compared: everything it says about rules and values written out, however it was recorded. */
const comparable = (result: RecordedTrace, levels: readonly PlanLevelSource[]): Json => {
  const { stepErrors: _stepErrors, ...rest } = result;
  const whole = { ...rest, trace: writtenOut(result, levels, clauseIdsOf), values: readValues(result) };
  // As it would have been written: members without a value are gone.
  return JSON.parse(JSON.stringify(whole)) as Json;
};

/** A recorded event with everything that deciding it again needs. */
export type RecordedRun = {
  readonly levels: readonly PlanLevelSource[];
  readonly plan: Plan;
  readonly input: EngineInput;
  readonly inputs: RecordedInputs;
  readonly recorded: Omit<RecordedResult, 'engineUs'>;
};

type RunOptions = {
  /** Makes rules in place of the compiler. */
  readonly make?: MakeRule;
  /** Leaves out the rules that the event did not get to. */
  readonly ranOnly?: boolean;
};

/** The rules of each level that the event got to. */
const withRulesThatRan = (
  levels: readonly PlanLevelSource[],
  result: Parameters<typeof writtenOut>[0],
): readonly PlanLevelSource[] => {
  const ran = new Set(
    writtenOut(result, levels, clauseIdsOf)
      .filter(({ outcome }) => outcome !== 'notReached')
      .map(({ environmentId, ruleId }) => `${environmentId} ${ruleId}`),
  );
  return levels.map((level) => ({
    ...level,
    rules: level.rules.filter(({ id }) => ran.has(`${level.environmentId} ${id}`)),
    actions: [],
  }));
};

/** Compiles one text at a step: events are decided between two of them. */
const compileInSteps = async (...parameters: Parameters<typeof compilingPlan>): Promise<Plan> => {
  const steps = compilingPlan(...parameters);
  let step = steps.next(null);
  while (!step.done) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the pause is the point
    await setImmediate();
    step = steps.next(step.value && answerRequest(step.value));
  }
  return step.value.plan;
};

/** Prepares to decide a recorded event again as it was decided; a difference where that cannot be. */
export const recordedRun = async (
  database: Database,
  tenantId: Id,
  record: EventRecord,
  { make, ranOnly = false }: RunOptions = {},
): Promise<RecordedRun | { readonly difference: Difference }> => {
  const inputs = record.inputs as unknown as RecordedInputs;
  const shaped = payloadOf(record.kind, record.request);
  if ('difference' in shaped) return shaped;
  const whole = await loadRecordedPlan(database, tenantId, inputs.planId);
  if (whole === undefined) {
    return { difference: { path: 'inputs.planId', recorded: JSON.stringify(inputs.planId), recomputed: null } };
  }
  const { engineUs: _engineUs, ...recorded } = record.result as unknown as RecordedResult;
  const levels = ranOnly ? withRulesThatRan(whole, recorded) : whole;
  const language = knownLanguage(inputs.languageVersion);
  const plan = await compileInSteps(inputs.planId, record.environmentId, levels, new Map(), language, make);
  const { generated, nowMs, seed, velocities = {} } = inputs;
  const { actions } = recorded;
  const input = {
    payload: shaped.payload,
    generated,
    nowMs,
    seed,
    correlationId: record.correlationId,
    velocities: recordedVelocities(velocities),
    enrichment: recordedFacts({ ...recorded.facts, ...actions?.facts }),
    calls: recordedCalls([...(recorded.calls ?? []), ...(actions ? callsOfActions(actions) : [])]),
  };
  return { levels, plan: planForKind(record.kind, plan), input, inputs, recorded };
};

const compare = async (database: Database, tenantId: Id, record: EventRecord): Promise<Difference | null> => {
  const again = await recordedRun(database, tenantId, record);
  if ('difference' in again) return again.difference;
  const { levels, plan, input, inputs, recorded } = again;
  const { generated, reference = '', answered } = inputs;
  const { kind, eventId } = record;
  const made = await decideAsync(plan, input);
  const { variables: _variables, ...decided } = made;
  const result =
    plan.actions === 'none' ? decided : { ...decided, actions: await actAgain(plan, input, made, recorded.actions) };
  const recomputed = {
    ...result,
    // Answers of version 1 had another form (ADR 0058), and say nothing that the result does not.
    answer:
      inputs.languageVersion === 1
        ? recorded.answer
        : assessmentAnswer({ kind, eventId, body: input.payload, reference, generated, facts: answered }, result),
  };
  return firstDifference(comparable(recorded, levels), comparable(recomputed, levels));
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
): Promise<Replay> => {
  const { languageVersion, data = {} } = record.inputs as unknown as RecordedInputs;
  const kinds = Object.keys(data) as FactKind[];
  await today?.warm(kinds);
  return {
    difference: await compare(database, tenantId, record),
    language: { recorded: languageVersion, current: LANGUAGE_VERSION },
    data: today ? changedData(data, today) : [],
  };
};
