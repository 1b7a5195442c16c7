import type { getActivity as endpoint, ResponseOf } from '@redoubt/contracts';
import { allows, fail, type Permission } from '@redoubt/domain';
import { isGuid, isJsonObject, type Id } from '@redoubt/kernel';
import { findAuditEntry, findAuditNeighbours, type StoredAuditDetail, type StoredAuditEntry } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { loadActivityScope, wireActivity } from './activity-scope.ts';
import { seenEntry, seenSides } from './seen-activity.ts';

/** Kinds of things whose versions can be published again, with the right to do it. */
const VERSIONED: Readonly<Record<string, Permission>> = {
  DecisionRule: 'decisionRules:write',
  PostDecisionAction: 'decisionRules:write',
  RoutingRule: 'routingRules:write',
  Function: 'functionsAndVelocities:write',
  VelocitySet: 'functionsAndVelocities:write',
};

const restorableVersion = (
  { capabilities, environmentId }: EnvironmentContext,
  { resourceType, modified, ...entry }: StoredAuditDetail,
): number | null => {
  const permission = VERSIONED[resourceType];
  if (permission === undefined || entry.environmentId !== environmentId || !allows(capabilities, permission))
    return null;
  const version = isJsonObject(modified) ? modified['version'] : undefined;
  return typeof version === 'number' && Number.isInteger(version) ? version : null;
};

const neighbourOf = (entry: StoredAuditEntry | null) =>
  entry && {
    id: entry.id,
    environmentId: entry.environmentId,
    at: entry.at.toISOString(),
    operation: entry.operation,
  };

/** One entry with both sides of its change. Throws ACTIVITY-UNKNOWN, also for one that the caller may not see. */
export const getActivity = (
  context: EnvironmentContext,
  person: SignedInPerson,
  entryId: Id,
): Promise<ResponseOf<typeof endpoint>> =>
  reading(context, async (trx) => {
    const scope = await loadActivityScope(trx, context, person);
    const stored = isGuid(entryId) ? await findAuditEntry(trx, entryId) : undefined;
    const isSeen =
      stored !== undefined &&
      (stored.environmentId === null ? scope.withTenant : scope.environmentIds.includes(stored.environmentId));
    if (!isSeen) throw fail('ACTIVITY-UNKNOWN', { id: entryId });
    const { previous, next } = await findAuditNeighbours(trx, scope, stored);
    return {
      ...wireActivity(seenEntry(context, stored), scope),
      correlationId: stored.correlationId,
      ...seenSides(context, stored.environmentId, stored),
      previous: neighbourOf(previous),
      next: neighbourOf(next),
      restorableVersion: restorableVersion(context, stored),
    };
  });
