import type { FingerprintSetUp } from '@redoubt/contracts';
import { allows, fail, HOST_PROBLEMS, hostStatus, isHostName, type HostProblem } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import {
  findFingerprintHost,
  listEnvironments,
  saveFingerprintHost,
  saveHostCheck,
  summariseDeviceSessions,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt } from '../problems.ts';
import type { HostChecker } from './check-host.ts';
import { inTransaction } from '../unit-of-work.ts';

const record = recordOf('FingerprintHost');

const isProblem = (text: string): text is HostProblem => (HOST_PROBLEMS as readonly string[]).includes(text);

const readSetUp = async (trx: TenantTransaction, context: EnvironmentContext): Promise<FingerprintSetUp> => {
  const { environmentId, clock, capabilities } = context;
  const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
  if (environment === undefined) throw fail('ENV-UNKNOWN', { environment: environmentId });
  const host = (await findFingerprintHost(trx, environmentId)) ?? null;
  const { recent, newest } = await summariseDeviceSessions(trx, environmentId, new Date(clock.now() - DAY_MS));
  return {
    instanceId: environment.deviceFingerprintingId,
    status: hostStatus(host, clock.now()),
    host: host && {
      hostName: host.hostName,
      changed: { by: host.changedBy, at: host.changedAt.toISOString() },
      checkedAt: host.checkedAt?.toISOString() ?? null,
      problem: host.problem !== null && isProblem(host.problem) ? host.problem : null,
      certificateUntil: host.certificateUntil?.toISOString() ?? null,
    },
    sessions24h: recent,
    lastSessionAt: newest?.toISOString() ?? null,
    canWrite: allows(capabilities, 'applications:write'),
  };
};

/** How far device fingerprinting is set up in an environment. */
export const getFingerprintSetUp = (context: EnvironmentContext): Promise<FingerprintSetUp> =>
  inTransaction(context, (trx) => readSetUp(trx, context));

/** Names the host that serves the script, or takes it away. @throws `REQ-INVALID` for what is no host name. */
export const putFingerprintHost = async (
  context: EnvironmentContext,
  { hostName }: { readonly hostName: string | null },
): Promise<FingerprintSetUp> => {
  const { tenantId, environmentId } = context;
  if (hostName !== null && !isHostName(hostName)) {
    throw failAt('REQ-INVALID', { problems: 'hostName' }, [{ path: 'body.hostName', message: 'is no host name' }]);
  }
  return inTransaction(context, async (trx) => {
    const before = (await findFingerprintHost(trx, environmentId))?.hostName ?? null;
    if (before !== hostName) {
      await saveFingerprintHost(trx, { tenantId, environmentId }, hostName, changedBy(context));
      await record(trx, context, {
        operation: before === null ? 'Create' : hostName === null ? 'Delete' : 'Update',
        id: environmentId,
        name: hostName ?? before ?? '',
        original: before,
        modified: hostName,
      });
    }
    return readSetUp(trx, context);
  });
};

/** Asks the host whether it is this service, and keeps what was found. */
export const verifyFingerprintHost = async (
  context: EnvironmentContext,
  check: HostChecker,
): Promise<FingerprintSetUp> => {
  const { environmentId, clock } = context;
  const host = await inTransaction(context, (trx) => findFingerprintHost(trx, environmentId));
  if (host === undefined) return getFingerprintSetUp(context);
  const found = await check(host.hostName);
  return inTransaction(context, async (trx) => {
    await saveHostCheck(trx, environmentId, host.hostName, { ...found, checkedAt: new Date(clock.now()) });
    await record(trx, context, {
      operation: 'Update',
      id: environmentId,
      name: host.hostName,
      modified: { problem: found.problem },
    });
    return readSetUp(trx, context);
  });
};
