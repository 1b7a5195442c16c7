import type { ApiSignal, IntegrationStatus } from '@redoubt/contracts';
import { DEFAULT_BODY_MODE, environmentPath, rolesAlong, rootFirst, type LoggedKind } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import {
  listApplications,
  readApiSignals,
  summariseDeviceSessions,
  summariseRefusedCalls,
  type StoredApplication,
  type EnvironmentRecord,
} from '@redoubt/storage';
import { publicApiScope } from '../api-management/public-api-scope.ts';
import { statusOf } from '../applications/application-scope.ts';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree } from '../environments/subtree.ts';
import { apisOf, type ApiAddresses } from './called-api.ts';
import { summaryMessage } from '../privacy/mask-operations.ts';
import { reading } from '../unit-of-work.ts';

const SIGNALS_MS = 7 * DAY_MS;
const PROBLEMS_MS = DAY_MS;

/** `/northfell/europe`; null where an environment on the way has no API id. */
const apiPathOf = (id: Id, byId: ReadonlyMap<Id, EnvironmentRecord>): string | null => {
  const ids = rootFirst(id, environmentPath(id, byId)).map((each) => byId.get(each)?.customerApiId ?? null);
  return ids.includes(null) ? null : `/${ids.join('/')}`;
};

const countApplications = (
  applications: readonly StoredApplication[],
  path: readonly Id[],
  nowMs: number,
): IntegrationStatus['applications'] => {
  const here = applications.filter(({ grants }) => rolesAlong(grants, path).includes('Risk_API'));
  const usable = here.filter((each) => ['Active', 'Expiring'].includes(statusOf(each, nowMs)));
  return {
    usable: usable.length,
    ending: usable.filter((each) => statusOf(each, nowMs) === 'Expiring').length,
    called: usable.filter(({ lastCallAt }) => lastCallAt !== null).length,
  };
};

/** How far an integration is: its addresses, applications, and what each API was really called with. */
export const getIntegrationStatus = async (
  context: EnvironmentContext,
  addresses: ApiAddresses,
): Promise<IntegrationStatus> => {
  const { database, tenantId, environmentId, clock } = context;
  const nowMs = clock.now();
  const since = new Date(nowMs - SIGNALS_MS);
  const { environments, byId, applications, apis, devices } = await reading(context, async (trx) => ({
    ...(await loadSubtree(trx, environmentId)),
    applications: await listApplications(trx),
    apis: await apisOf(trx, environmentId, addresses),
    devices: await summariseDeviceSessions(trx, environmentId, since),
  }));
  const scope = await publicApiScope(context);
  const signals = await readApiSignals(database, scope, since);
  const refused = { from: new Date(nowMs - PROBLEMS_MS), to: new Date(nowMs + 1) };
  const { groups } = await summariseRefusedCalls(database, scope, refused, PROBLEMS_MS);
  const [environment] = environments;
  const signalOf = ({ api, paths }: { readonly api: LoggedKind; readonly paths: readonly string[] }): ApiSignal => {
    const own = signals.filter(({ path }) => paths.includes(path));
    const accepted = own.flatMap(({ firstAcceptedAt, lastAcceptedAt }) =>
      firstAcceptedAt && lastAcceptedAt ? [firstAcceptedAt.toISOString(), lastAcceptedAt.toISOString()] : [],
    );
    const times = accepted.toSorted();
    return {
      api,
      path: paths[0] ?? '',
      state: times.length > 0 ? 'done' : own.length > 0 ? 'begun' : 'notBegun',
      firstAcceptedAt: times[0] ?? null,
      lastAcceptedAt: times.at(-1) ?? null,
      calls: own.reduce((sum, { calls }) => sum + calls, 0),
      errors: own.reduce((sum, { errors }) => sum + errors, 0),
    };
  };
  const byCode = Map.groupBy(groups, ({ code }) => code);
  return {
    environment: {
      id: environmentId,
      apiPath: apiPathOf(environmentId, byId),
      deviceFingerprintingId: environment?.deviceFingerprintingId ?? environmentId,
      isProduction: environment?.kind === 'Production',
      bodyMode: environment?.bodyMode ?? DEFAULT_BODY_MODE,
    },
    tenantId,
    applications: countApplications(
      applications,
      [environmentId, ...environmentPath(environmentId, byId).parentIds],
      nowMs,
    ),
    devices: { recent: devices.recent, newestAt: devices.newest?.toISOString() ?? null },
    apis: apis.map(signalOf),
    problems: [...byCode]
      .map(([code, ofCode]) => {
        const newest = ofCode.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())[0];
        return {
          code,
          count: ofCode.reduce((sum, { count }) => sum + count, 0),
          lastAt: (newest?.lastAt ?? refused.to).toISOString(),
          lastMessage: summaryMessage(context, newest?.lastMessage ?? ''),
        };
      })
      .toSorted((a, b) => b.count - a.count),
  };
};
