import { getDeviceSession, getFingerprintSetUp, putFingerprintHost, verifyFingerprintHost } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export const setUpQuery = (call: ApiCall, environmentId: string) =>
  read(call, getFingerprintSetUp, { params: { environmentId } });

export const sessionQuery = (call: ApiCall, environmentId: string, sessionId: string) =>
  read(call, getDeviceSession, { params: { environmentId, sessionId } });

const SET_UP = { answers: { read: getFingerprintSetUp }, changes: 'nothing' } as const;

export const useSetUpMutations = () => ({
  save: useWrite(putFingerprintHost, (hostName: string | null) => ({ body: { hostName } }), SET_UP),
  verify: useWrite(verifyFingerprintHost, () => ({}), SET_UP),
});
