import type { EventDetail, getEvent as endpoint, ParamsOf } from '@redoubt/contracts';
import {
  allows,
  definedPartsOf,
  isBuiltInAssessment,
  isDefinedAssessment,
  isDefinedKind,
  kindFacts,
  pathNames,
  supportValuesOf,
  type LoggedRelatedKind,
} from '@redoubt/domain';
import {
  findAssessment,
  findCase,
  kindCodeOf,
  type EventRecord,
  type StoredAssessmentDefinition,
  type TenantTransaction,
} from '@redoubt/storage';
import type { VelocityReads } from '@redoubt/engine';
import { readAssessmentsWithCases } from '../assessment-kinds/assessments-with-cases.ts';
import type { EnvironmentContext } from '../context.ts';
import type { RecordedResult } from '../decisions/recorded/recorded-event.ts';
import type { DataVersions } from '../enrichment/data-versions.ts';
import { lookedUpFacts } from '../enrichment/looked-up-facts.ts';
import { calledOut } from './called-out.ts';
import { findRecordedPlan } from '../plans/load-recorded-plan.ts';
import { eventActions, eventRouting, eventTrace } from './event-trace.ts';
import { eventVelocities } from './event-velocities.ts';
import { maskEventDetail } from '../privacy/mask-answers.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import type { HashEventId } from '../secrets/subject-keys.ts';
import { findEvent } from './find-event.ts';
import { relatedSummary } from './related-summary.ts';
import { readSupportStatuses } from './support-statuses.ts';
import { reading } from '../unit-of-work.ts';

type RecordedInputs = {
  readonly planId: string;
  readonly velocities?: VelocityReads;
  /** `<level>.<velocity>` of what was read before its history was counted. */
  readonly warming?: readonly string[];
  readonly data?: DataVersions;
};

/** What people call an observation or label of a defined assessment; null where the definition has it no more. */
const relatedName = ({ definition }: StoredAssessmentDefinition, kind: LoggedRelatedKind): string | null => {
  if (!isDefinedKind(kind)) return kindFacts(kind).role === 'label' ? (definition.label?.friendlyName ?? null) : null;
  const { observation } = definedPartsOf(kind);
  return definition.observations.find(({ number }) => number === observation)?.friendlyName ?? null;
};

const caseOf = async (
  trx: TenantTransaction,
  { environmentId, kind, eventId }: EventRecord,
): Promise<EventDetail['case']> => {
  if ((await findCase(trx, environmentId, { kind: kindCodeOf(kind), eventId })) !== undefined) return 'there';
  const withCases = await readAssessmentsWithCases(trx, environmentId);
  return withCases.some(({ assessment }) => assessment === kind) ? 'possible' : 'none';
};

const controlOf = ({ control }: RecordedResult): EventDetail['control'] => {
  if (control === undefined) return null;
  const { probability, stopped } = control;
  if (stopped === null) return { probability, stopped };
  const { decision, reason, rule, clause } = stopped;
  return { probability, stopped: { decision, reason, rule, clause } };
};

/** Everything about one event, with masks where the caller sees them. @throws `EVENT-UNKNOWN`, `EVENT-ERASED`, `ENV-UNKNOWN`. */
export const getEvent = async (
  context: EnvironmentContext,
  params: ParamsOf<typeof endpoint>,
  hashEventId?: HashEventId,
): Promise<EventDetail> => {
  const { record, home, byId } = await findEvent(context, params, hashEventId);
  const result = record.result as unknown as RecordedResult;
  const { planId, velocities = {}, warming = [], data = {} } = record.inputs as unknown as RecordedInputs;
  const { kind } = record;
  const { plan, defined, caseState } = await reading(context, async (trx) => ({
    plan: await findRecordedPlan(trx, planId),
    caseState: await caseOf(trx, record),
    defined: isDefinedAssessment(kind) ? await findAssessment(trx, kind) : undefined,
  }));
  const names = new Map([...byId].map(([id, environment]) => [id, environment.name]));
  const detail: EventDetail = {
    environmentId: home.id,
    environmentName: home.name,
    environmentPath: pathNames(home.id, byId).split('/'),
    eventType: record.kind,
    assessment: isBuiltInAssessment(record.kind) || isDefinedAssessment(record.kind) ? record.kind : null,
    assessmentName: defined?.friendlyName ?? null,
    eventId: record.eventId,
    correlationId: record.correlationId,
    eventTime: record.eventTime.toISOString(),
    receivedAt: record.receivedAt.toISOString(),
    historical: record.historical,
    position: record.position,
    decision: result.decision,
    reason: result.reason,
    supportMessage: result.supportMessage,
    challengeType: result.challengeType,
    rule: result.rule,
    clause: result.clause,
    control: controlOf(result),
    outputs: result.outputs,
    riskScore: record.facts.riskScore,
    engineUs: result.engineUs,
    fraudLabel: record.fraudLabel,
    status: record.status,
    trace: plan === undefined ? [] : eventTrace(plan, result, names),
    case: caseState,
    routing: eventRouting(plan, result, record.facts.review, names),
    velocities: plan === undefined ? [] : eventVelocities(plan.manifest, velocities, warming, names),
    lookedUp: lookedUpFacts(result.facts, data),
    calls: calledOut(result.calls, names),
    actions: plan === undefined ? [] : eventActions(plan, result, names),
    related: record.related.map((related) => ({
      kind: related.kind,
      name: defined === undefined ? null : relatedName(defined, related.kind),
      id: related.id,
      receivedAt: related.receivedAt.toISOString(),
      eventTime: related.eventTime.toISOString(),
      summary: relatedSummary(related),
      body: related.body,
    })),
    request: record.request,
    response: result.answer,
    planId,
    masked: null,
  };
  if (!seesMasks(context, home.id)) return detail;
  const { capabilities } = context;
  return maskEventDetail(detail, {
    canReveal: allows(capabilities, 'personalDataReveal:write'),
    statuses: allows(capabilities, 'supportListStatus:read')
      ? await readSupportStatuses(context, home.id, supportValuesOf(detail.request))
      : [],
  });
};
