import type { RecentApiCall } from '@redoubt/contracts';
import type { LoggedKind } from '@redoubt/domain';
import { listApplications, listRecentCalls } from '@redoubt/storage';
import { publicApiScope } from '../api-management/public-api-scope.ts';
import type { EnvironmentContext } from '../context.ts';
import { pathsOfApi, type ApiAddresses } from './called-api.ts';
import { seenMessage } from '../privacy/mask-operations.ts';
import { reading } from '../unit-of-work.ts';

/** The newest calls of one API in an environment and those below. @throws `ASSESSMENT-UNKNOWN`. */
export const getRecentCalls = async (
  context: EnvironmentContext,
  addresses: ApiAddresses,
  api: LoggedKind,
): Promise<{ calls: RecentApiCall[] }> => {
  const { database, environmentId } = context;
  const { paths, applications } = await reading(context, async (trx) => ({
    paths: await pathsOfApi(trx, environmentId, addresses, api),
    applications: await listApplications(trx),
  }));
  const calls = await listRecentCalls(database, await publicApiScope(context), paths);
  const names = new Map(applications.map(({ clientId, displayName }) => [clientId, displayName]));
  return {
    calls: calls.map((call) => ({
      at: new Date(call.atMs).toISOString(),
      status: call.status,
      code: call.code,
      message: seenMessage(context, call.environmentId, call.message),
      clientId: call.clientId,
      application: names.get(call.clientId) ?? null,
      environmentId: call.environmentId,
      correlationId: call.correlationId,
      latencyMs: call.latencyMs,
    })),
  };
};
