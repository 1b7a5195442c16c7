import type { RecentApiCall } from '@redoubt/contracts';
import type { EventKind } from '@redoubt/domain';
import { listApplications, listRecentCalls } from '@redoubt/storage';
import { publicApiScope } from '../api-management/public-api-scope.ts';
import type { EnvironmentContext } from '../context.ts';
import type { ApiAddresses } from './integration-status.query.ts';

/** The newest calls of one API in an environment and those below. */
export const getRecentCalls = async (
  context: EnvironmentContext,
  addresses: ApiAddresses,
  api: EventKind,
): Promise<{ calls: RecentApiCall[] }> => {
  const { database, tenantId } = context;
  const calls = await listRecentCalls(database, await publicApiScope(context), addresses[api]);
  const applications = await database.readTenant(tenantId, listApplications);
  const names = new Map(applications.map(({ clientId, displayName }) => [clientId, displayName]));
  return {
    calls: calls.map((call) => ({
      at: new Date(call.atMs).toISOString(),
      status: call.status,
      code: call.code,
      message: call.message,
      clientId: call.clientId,
      application: names.get(call.clientId) ?? null,
      environmentId: call.environmentId,
      correlationId: call.correlationId,
      latencyMs: call.latencyMs,
    })),
  };
};
