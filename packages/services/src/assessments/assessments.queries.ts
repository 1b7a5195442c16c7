import type { AssessmentDetail, AssessmentList, AssessmentSummary, AssessmentTraffic } from '@redoubt/contracts';
import {
  allows,
  ASSESSMENTS,
  MAX_LEGACY_ASSESSMENTS,
  MAX_WIZARD_ASSESSMENTS,
  proposeFields,
  withDescendants,
  type AssessmentName,
  type DefinedAssessmentKind,
} from '@redoubt/domain';
import { MINUTE_MS, type Json } from '@redoubt/kernel';
import {
  assessmentTraffic24h,
  listAssessments,
  listEnvironments,
  readRecentRequests,
  readRuleSetFacts,
  readVolumes,
  type RuleSetFacts,
  type StoredAssessmentDefinition,
} from '@redoubt/storage';
import { readAttributes, readDefined } from '../symbols/assessment-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { assessmentDetail } from './assessment-detail.ts';
import { rootOf } from '../environments/root-of.ts';
import { seenBodies } from '../privacy/mask-answers.ts';
import { inTransaction, reading } from '../unit-of-work.ts';

type Changed = Pick<RuleSetFacts, 'changedBy' | 'changedAt'>;

/** The newer of two changes: of the definition, or of a rule. */
const lastChange = (definition: Changed | undefined, rules: Changed | undefined): AssessmentSummary['changed'] => {
  const [newest] = [definition, rules]
    .filter((each) => each !== undefined)
    .toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime());
  return newest ? { by: newest.changedBy, at: newest.changedAt.toISOString() } : null;
};

/** The last hour in bars of five minutes; the last one still fills. */
const lastHourSpan = (nowMs: number) => {
  const [stepMs, bars] = [5 * MINUTE_MS, 12];
  const toMs = (Math.floor(nowMs / stepMs) + 1) * stepMs;
  return { fromMs: toMs - bars * stepMs, toMs, stepMs, bars };
};

/** The assessments of an environment: those of the product, then those of its tree in the order they were made. */
export const getAssessments = async (context: EnvironmentContext): Promise<AssessmentList> => {
  const { database, tenantId, environmentId } = context;
  const { environments, all, rules } = await inTransaction(context, async (trx) => ({
    environments: await listEnvironments(trx),
    all: await listAssessments(trx),
    rules: await readRuleSetFacts(trx, environmentId),
  }));
  const rootId = rootOf(environments, environmentId);
  const defined = all.filter((each) => each.environmentId === rootId);
  const scope = { tenantId, environmentIds: withDescendants(environmentId, environments) };
  const nowMs = context.clock.now();
  const traffic = await assessmentTraffic24h(database, scope, new Date(nowMs));
  const { bars, ...span } = lastHourSpan(nowMs);
  const volumes = await readVolumes(database, scope, span);
  const summary = (kind: AssessmentName, stored?: StoredAssessmentDefinition): AssessmentSummary => {
    const seen = traffic.get(kind);
    return {
      kind,
      friendlyName: stored?.friendlyName ?? null,
      apiName: stored?.apiName ?? null,
      template: stored?.template ?? null,
      sharing: stored?.definition.sharing ?? null,
      features: stored?.definition.features ?? null,
      observations: stored?.definition.observations.length ?? 0,
      activeRules: rules.get(kind)?.active ?? 0,
      events24h: seen?.events ?? 0,
      decisions24h: { ...seen?.decisions },
      lastHour: [...(volumes.get(kind) ?? Array.from({ length: bars }, () => 0))],
      changed: lastChange(stored, rules.get(kind)),
    };
  };
  const legacy = defined.filter(({ template }) => template === 'Legacy').length;
  const isHere = rootId === environmentId;
  return {
    assessments: [...ASSESSMENTS.map((kind) => summary(kind)), ...defined.map((each) => summary(each.kind, each))],
    root: { id: rootId, name: environments.find(({ id }) => id === rootId)?.name ?? rootId, isHere },
    wizard: { count: defined.length - legacy, most: MAX_WIZARD_ASSESSMENTS },
    legacy: { count: legacy, most: MAX_LEGACY_ASSESSMENTS },
    canWrite: isHere && allows(context.capabilities, 'assessments:write'),
  };
};

/** @throws `ASSESSMENT-UNKNOWN`. */
export const getAssessment = (context: EnvironmentContext, kind: DefinedAssessmentKind): Promise<AssessmentDetail> =>
  inTransaction(context, async (trx) =>
    assessmentDetail(trx, context, await readDefined(trx, context.environmentId, kind)),
  );

/** Newest events that are looked at. */
const RECENT_EVENTS = 200;

/**
 * What the newest events of an assessment carried; nothing for those who may not search, because examples are what
 * callers sent. @throws `ASSESSMENT-UNKNOWN`.
 */
export const getAssessmentTraffic = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<AssessmentTraffic> => {
  const { tenantId, environmentId } = context;
  const { environments, attributes } = await inTransaction(context, async (trx) => ({
    environments: await listEnvironments(trx),
    attributes: await readAttributes(trx, environmentId, assessment),
  }));
  if (!allows(context.capabilities, 'search:read')) return { events: 0, fields: [] };
  const bodies: Json[] = [];
  for (const id of withDescendants(environmentId, environments)) {
    const left = RECENT_EVENTS - bodies.length;
    if (left <= 0) break;
    const place = { tenantId, environmentId: id, kind: assessment };
    const recent = await reading(context, (trx) => readRecentRequests(trx, place, left));
    bodies.push(...seenBodies(context, id, recent));
  }
  const known = new Set(attributes.map(({ path }) => path.toLowerCase()));
  return {
    events: bodies.length,
    fields: proposeFields(bodies).map((field) => ({ ...field, inSchema: known.has(field.path.toLowerCase()) })),
  };
};
