import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { appendAudit, type JobAsker, type TenantTransaction } from '@redoubt/storage';
import type { Activity, ResourceType } from '../activity-entry.ts';
import type { ChangeRecorder } from '../change-recorder.ts';
import type { EnvironmentContext, ServiceContext } from '../context.ts';
import { structuralDifference } from './structural-difference.ts';

/** Things whose id is an assessment. */
const OF_ASSESSMENTS: ReadonlySet<ResourceType> = new Set(['Assessment', 'RuleSet']);

const assessmentOf = ({ type, id, assessment, original, modified }: Activity): string | null => {
  if (assessment !== undefined) return assessment;
  if (OF_ASSESSMENTS.has(type)) return id;
  const named = [modified, original].map((side) => isJsonObject(side ?? null) && (side as JsonObject)['assessment']);
  return named.find((each) => typeof each === 'string') ?? null;
};

/**
 * Writes down what a command did, in the command's own transaction: what changed, with hashes in place of what may be
 * personal or secret.
 */
export const recordActivity = (
  trx: TenantTransaction,
  context: ServiceContext & { readonly changes?: ChangeRecorder | undefined },
  activity: Activity,
): Promise<void> => {
  const [original, modified] = structuralDifference(activity.original ?? null, activity.modified ?? null);
  const { operation, type, id, name, unconditional = [] } = activity;
  const warned = unconditional.length === 0 ? {} : { unconditional };
  context.changes?.record({ operation, type, id, name, original, modified, ...warned });
  return appendAudit(trx, {
    tenantId: context.tenantId,
    environmentId: activity.environmentId,
    at: new Date(context.clock.now()),
    actor: { id: context.actor.id, name: context.actor.name },
    operation: activity.operation,
    resource: { type: activity.type, id: activity.id, name: activity.name },
    original,
    modified,
    correlationId: context.correlationId,
    assessment: assessmentOf(activity),
  });
};

/** How the commands of one type of resource write down what they do in the environment of their context. */
export const recordOf =
  (type: ResourceType) =>
  (
    trx: TenantTransaction,
    context: EnvironmentContext,
    activity: Omit<Activity, 'type' | 'environmentId'>,
  ): Promise<void> =>
    recordActivity(trx, context, { ...activity, type, environmentId: context.environmentId });

/** Writes down that a setting of the whole tenant was changed. */
export const recordTenantSetting = (
  trx: TenantTransaction,
  context: ServiceContext,
  setting: string,
  before: Json,
  after: Json,
): Promise<void> =>
  recordActivity(trx, context, {
    operation: 'Update',
    type: 'Tenant',
    id: context.tenantId,
    name: '',
    environmentId: null,
    original: { [setting]: before },
    modified: { [setting]: after },
  });

/** Who asks for a job now. A person is notified of its end; files and programs have no one to notify. */
export const jobAsker = (context: ServiceContext & Pick<EnvironmentContext, 'isImport'>): JobAsker => ({
  askedBy: context.actor.name,
  askedById: context.actor.kind === 'person' && context.isImport !== true ? context.actor.id : null,
  askedAt: new Date(context.clock.now()),
});

/** Who changes something now, as repositories write it. */
export const changedBy = (context: ServiceContext): { readonly by: string; readonly at: Date } => ({
  by: context.actor.name,
  at: new Date(context.clock.now()),
});
