import * as contracts from '@redoubt/contracts';
import type { EnrichmentData } from '@redoubt/enrichment';
import {
  createHostChecker,
  getDeviceSession,
  getFingerprintSetUp,
  putFingerprintHost,
  verifyFingerprintHost,
  type ReachableAddresses,
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

/**
 * @param reachable where this installation may connect to.
 * @param data behind places and networks; absent where there are none.
 */
export const createFingerprintBindings = (
  reachable: Pick<ReachableAddresses, 'lookupFor'>,
  data: (() => EnrichmentData) | undefined,
): readonly Binding[] => {
  const check = createHostChecker(reachable);
  return [
    bind(contracts.getDeviceSession, ({ context, params }) => getDeviceSession(context, params.sessionId, data?.())),
    bind(contracts.getFingerprintSetUp, ({ context }) => getFingerprintSetUp(context)),
    bind(contracts.putFingerprintHost, ({ context, body }) => putFingerprintHost(context, body.hostName)),
    bind(contracts.verifyFingerprintHost, ({ context }) => verifyFingerprintHost(context, check)),
  ];
};
