import type { DeviceSessionDetail } from '@redoubt/contracts';
import type { EnrichmentData } from '@redoubt/enrichment';
import { findDeviceSession } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { maskDeviceSession } from '../privacy/mask-operations.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { inTransaction } from '../unit-of-work.ts';

/** One session of the environment, and the editions of data behind it. */
export const getDeviceSession = async (
  context: EnvironmentContext,
  data: Pick<EnrichmentData, 'versionOf'> | undefined,
  sessionId: string,
): Promise<{ session: DeviceSessionDetail | null; data: string[] }> => {
  const found = await inTransaction(context, (trx) => findDeviceSession(trx, context.environmentId, sessionId));
  const session = found && {
    sessionId,
    collectedAt: found.collectedAt.toISOString(),
    deviceId: found.deviceId,
    confidence: found.confidence,
    speedMph: found.speedMph,
    attributes: { ...found.attributes },
  };
  const version = data?.versionOf('geo') ?? '';
  const seen = session && seesMasks(context, context.environmentId) ? maskDeviceSession(session) : session;
  return { session: seen ?? null, data: version === '' ? [] : version.split(' + ') };
};
