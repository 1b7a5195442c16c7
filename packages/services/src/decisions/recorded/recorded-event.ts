import { shapeStoredEvent, type LoggedAssessmentKind } from '@redoubt/domain';
import {
  callsOfActions,
  recordedCalls,
  recordedFacts,
  recordedVelocities,
  type EngineInput,
  type EngineResult,
  type Plan,
  type PlanRuleSource,
  type RecordedTrace,
  type VelocityReads,
} from '@redoubt/engine';
import { isJsonObject, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import type { Database, EventRecord } from '@redoubt/storage';
import type { WizardFacts } from '../answers/wizard-answer.ts';
import type { DataVersions } from '../../enrichment/data-versions.ts';
import { readRecordedLevels, type RecordedLevel } from '../../plans/load-recorded-plan.ts';
import type { Difference } from './first-difference.ts';

/** What an assessment's result keeps: the engine's, and the body that was answered. */
export type RecordedResult = Omit<EngineResult, keyof RecordedTrace> &
  RecordedTrace & { readonly engineUs: number; readonly answer: JsonObject };

/** What a result says that velocities may count by, from the text that is stored. */
export const ruleEvaluationOf = (resultText: string) => {
  const { decision = '', rule, clause, reason } = JSON.parse(resultText) as Partial<RecordedResult>;
  return {
    decision,
    rule: rule?.name ?? '',
    clause: clause ?? '',
    reason: reason ?? '',
    environmentId: rule?.environmentId ?? '',
  };
};

/** What a decision took in besides the event, as it was stored with it. */
export type RecordedInputs = Pick<EngineInput, 'generated' | 'nowMs' | 'seed'> & {
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

/** A recorded event with everything that deciding it again needs but the rows of lists: plain data, for any thread. */
export type RecordedEvent = Pick<EventRecord, 'kind' | 'environmentId' | 'eventId' | 'correlationId'> & {
  /** The request in the spelling the rules saw. */
  readonly payload: JsonObject;
  readonly levels: readonly RecordedLevel[];
  readonly inputs: RecordedInputs;
  readonly recorded: Omit<RecordedResult, 'engineUs'>;
};

/** A recorded event, ready to go on with. */
export type RecordedRun = Pick<RecordedEvent, 'recorded'> & { readonly plan: Plan; readonly input: EngineInput };

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

/** Reads what deciding a recorded event again needs; a difference where that cannot be. */
export const readRecordedEvent = async (
  database: Database,
  tenantId: Id,
  { kind, environmentId, eventId, correlationId, request, inputs: stored, result }: EventRecord,
): Promise<RecordedEvent | { readonly difference: Difference }> => {
  const inputs = stored as unknown as RecordedInputs;
  const shaped = payloadOf(kind, request);
  if ('difference' in shaped) return shaped;
  const levels = await database.inTenant(tenantId, (trx) => readRecordedLevels(trx, inputs.planId));
  if (levels === undefined) {
    return { difference: { path: 'inputs.planId', recorded: JSON.stringify(inputs.planId), recomputed: null } };
  }
  const { engineUs: _engineUs, ...recorded } = result as unknown as RecordedResult;
  return { kind, environmentId, eventId, correlationId, payload: shaped.payload, levels, inputs, recorded };
};

/** What the engine is given for a recorded event: every answer from outside is the recorded one. */
export const recordedInput = ({ payload, correlationId, inputs, recorded }: RecordedEvent): EngineInput => {
  const { generated, nowMs, seed, velocities = {} } = inputs;
  const { actions } = recorded;
  return {
    payload,
    generated,
    nowMs,
    seed,
    correlationId,
    velocities: recordedVelocities(velocities),
    enrichment: recordedFacts({ ...recorded.facts, ...actions?.facts }),
    calls: recordedCalls([...(recorded.calls ?? []), ...(actions ? callsOfActions(actions) : [])]),
  };
};

export const clauseIdsOf = ({ text }: PlanRuleSource): readonly string[] => text.clauses.map(({ id }) => id);
