import type {
  CallableAssessment,
  CallMetricsAnswer,
  CallPeriod,
  ExternalAssessmentDetail,
  ExternalAssessmentSummary,
} from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findExternalAssessment,
  listExternalAssessments,
  summariseCallMetrics,
  type StoredExternalAssessment,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { CALLS_WITHIN_MS } from '../call-runtime/call-budget.ts';
import { callRange, metricsAnswer, tileFigures } from '../call-runtime/call-metrics.ts';
import { readCallers } from '../call-runtime/callers.ts';
import { mayWriteCalls } from '../external-calls/call-scope.ts';
import { wireUsers } from '../external-calls/external-calls.queries.ts';
import { readUsers, usersOf } from '../references/references.ts';
import { tagOf } from '../version-tag.ts';
import { callableAssessments, readTargets, targetNames, targetProblem, type Targets } from '../symbols/targets.ts';
import { reading } from '../unit-of-work.ts';

const shown = (
  stored: StoredExternalAssessment,
  targets: Targets,
  users: readonly StoredReference[],
): Omit<ExternalAssessmentDetail, 'canWrite'> => {
  const { id, name, description, target, changedBy, changedAt, version } = stored;
  return {
    id,
    name,
    description,
    target: { ...target, ...targetNames(targets, target), problem: targetProblem(targets, target) },
    users: wireUsers(users),
    changed: { by: changedBy, at: changedAt.toISOString() },
    version: tagOf(version),
  };
};

/** How long a call of an assessment may take, for its tile: as long as its caller is decided. */
const MEASURED = { timeoutMs: CALLS_WITHIN_MS, isSuspended: false } as const;

/** The external assessments of an environment, with what became of their calls in a period. */
export const getExternalAssessments = async (
  context: EnvironmentContext,
  { period }: { readonly period: CallPeriod },
): Promise<{ readonly assessments: ExternalAssessmentSummary[]; readonly canWrite: boolean }> => {
  const { environmentId } = context;
  const range = callRange(context.clock.now(), period);
  return reading(context, async (trx) => {
    const users = await readUsers(trx, 'externalAssessment', environmentId);
    const targets = await readTargets(trx, environmentId);
    const groups = Map.groupBy(await summariseCallMetrics(trx, environmentId, range), ({ targetId }) => targetId);
    const assessments = (await listExternalAssessments(trx, environmentId)).map((stored) => ({
      ...shown(stored, targets, users(stored.name)),
      ...tileFigures(range, groups.get(stored.id) ?? [], MEASURED),
    }));
    return { assessments, canWrite: mayWriteCalls(context) };
  });
};

/** One external assessment as the console shows it. Throws EXTERNAL-ASSESSMENT-UNKNOWN. */
export const readExternalAssessment = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  id: Id,
): Promise<ExternalAssessmentDetail> => {
  const { environmentId } = context;
  const stored = await findExternalAssessment(trx, environmentId, id);
  if (!stored) throw fail('EXTERNAL-ASSESSMENT-UNKNOWN', { id });
  const targets = await readTargets(trx, environmentId);
  const users = await usersOf(trx, 'externalAssessment', environmentId, stored.name);
  return { ...shown(stored, targets, users), canWrite: mayWriteCalls(context) };
};

/** One external assessment. Throws EXTERNAL-ASSESSMENT-UNKNOWN. */
export const getExternalAssessment = (context: EnvironmentContext, id: Id): Promise<ExternalAssessmentDetail> =>
  reading(context, (trx) => readExternalAssessment(trx, context, id));

/** What external assessments of an environment may point to, with what is sent there. */
export const getCallableAssessments = async (
  context: EnvironmentContext,
): Promise<{ readonly assessments: CallableAssessment[] }> =>
  reading(context, async (trx) => ({
    assessments: callableAssessments(await readTargets(trx, context.environmentId)),
  }));

/** How an external assessment did over a period. Throws EXTERNAL-ASSESSMENT-UNKNOWN. */
export const getExternalAssessmentMetrics = async (
  context: EnvironmentContext,
  id: Id,
  { period }: { readonly period: CallPeriod },
): Promise<CallMetricsAnswer> => {
  const { environmentId } = context;
  const range = callRange(context.clock.now(), period);
  return reading(context, async (trx) => {
    const stored = await findExternalAssessment(trx, environmentId, id);
    if (!stored) throw fail('EXTERNAL-ASSESSMENT-UNKNOWN', { id });
    const groups = await summariseCallMetrics(trx, environmentId, range, id);
    const callers = await readCallers(trx, context, range, id);
    return metricsAnswer(range, groups, { name: stored.name, ...MEASURED }, callers);
  });
};
