import type { ActivityEntry, ActivityFilter, ActivityQuery } from '@redoubt/contracts';
import { ACTIVITY_MONTHS, allows, fail, isBuiltInAssessment, nameKey, takesValues } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listAssessments,
  type AuditCondition,
  type AuditQuery,
  type AuditScope,
  type StoredAuditEntry,
  type TenantTransaction,
} from '@redoubt/storage';
import { loadPersonAccess, type SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';

/** Where a caller looks, with what things there are called. */
export type ActivityScope = AuditScope & {
  readonly environments: ReadonlyMap<Id, string>;
  readonly assessments: ReadonlyMap<string, string>;
};

/**
 * Entries of the environment and all below. Those of the whole tenant, such as sign-ins, are seen from its root environments by
 * who may read the activity log in every one of them.
 */
export const loadActivityScope = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson,
): Promise<ActivityScope> => {
  const { environmentId, clock } = context;
  const subtree = await loadSubtree(trx, environmentId);
  const { environments } = await loadPersonAccess(trx, person, new Date(clock.now()));
  const roots = environments.filter(({ parentId, status }) => parentId === null && status !== 'Deleted');
  return {
    environmentIds: scopeIds(subtree, true),
    withTenant:
      roots.some(({ id }) => id === environmentId) &&
      roots.every(({ capabilities }) => allows(capabilities, 'activityLogs:read')),
    environments: new Map([...subtree.byId.values()].map(({ id, name, friendlyName }) => [id, friendlyName ?? name])),
    assessments: new Map((await listAssessments(trx)).map(({ kind, friendlyName }) => [kind, friendlyName])),
  };
};

const idsOf = (names: ReadonlyMap<string, string>, wanted: readonly string[]): readonly string[] => {
  const keys = new Set(wanted.map(nameKey));
  return [...names].flatMap(([id, name]) => (keys.has(nameKey(name)) ? [id] : []));
};

/** Names of environments and assessments are not kept with entries: they are looked for by the ids that have them now. */
const conditionOf = (
  { attribute, operator, values }: ActivityFilter,
  { environments, assessments }: ActivityScope,
): AuditCondition => {
  if (attribute === 'environmentName')
    return { column: 'environmentId', operator, values: idsOf(environments, values) };
  if (attribute === 'assessmentName')
    return {
      column: 'assessmentId',
      operator,
      values: [...idsOf(assessments, values), ...values.filter(isBuiltInAssessment)],
    };
  return { column: attribute, operator, values };
};

/** The earliest moment that a search which ends then may begin. */
const earliest = (to: Date): Date => {
  const from = new Date(to);
  from.setUTCMonth(from.getUTCMonth() - ACTIVITY_MONTHS);
  return from;
};

/** What a caller asks of the log. Throws SRCH-RANGE-TOO-LONG, SRCH-QUERY-INVALID. */
export const readActivityQuery = ({ from, to, join, filters }: ActivityQuery, scope: ActivityScope): AuditQuery => {
  const range = { from: new Date(from), to: new Date(to) };
  if (range.from >= range.to) throw fail('SRCH-QUERY-INVALID', { field: 'to' });
  if (range.from < earliest(range.to)) throw fail('SRCH-RANGE-TOO-LONG', { months: ACTIVITY_MONTHS });
  const wrong = filters.find(({ operator, values }) => takesValues(operator) !== values.length > 0);
  if (wrong !== undefined) throw fail('SRCH-QUERY-INVALID', { field: wrong.attribute });
  return { ...range, join, conditions: filters.map((filter) => conditionOf(filter, scope)) };
};

/** An entry as the console shows it. */
export const wireActivity = (
  { at, actorId, actorName, resourceType, resourceId, resourceName, ...stored }: StoredAuditEntry,
  { environments, assessments }: ActivityScope,
): ActivityEntry => {
  const { id, sequence, isErased, operation, environmentId, assessment } = stored;
  return {
    id,
    sequence,
    isErased,
    at: at.toISOString(),
    changedBy: { id: actorId, name: actorName },
    operation,
    resource: { type: resourceType, id: resourceId, name: resourceName },
    assessment: assessment === null ? null : { id: assessment, name: assessments.get(assessment) ?? assessment },
    environment:
      environmentId === null ? null : { id: environmentId, name: environments.get(environmentId) ?? environmentId },
  };
};
