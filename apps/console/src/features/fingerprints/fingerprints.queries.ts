import {
  getDeviceSession,
  getFingerprintSetUp,
  putFingerprintHost,
  verifyFingerprintHost,
  type FingerprintSetUp,
} from '@redoubt/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const setUpKey = (environmentId: string) => ['fingerprints', environmentId] as const;

export const setUpQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: setUpKey(environmentId),
    queryFn: ({ signal }) => call(getFingerprintSetUp, { params: { environmentId }, signal }),
  });

export const sessionQuery = (call: ApiCall, environmentId: string, sessionId: string) =>
  queryOptions({
    queryKey: ['fingerprints', environmentId, sessionId],
    queryFn: ({ signal }) => call(getDeviceSession, { params: { environmentId, sessionId }, signal }),
  });

export const useSetUpMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const onSuccess = (setUp: FingerprintSetUp): void => {
    client.setQueryData(setUpKey(environmentId), setUp);
  };
  return {
    save: useMutation({
      mutationFn: (hostName: string | null) => call(putFingerprintHost, { params, body: { hostName } }),
      onSuccess,
    }),
    verify: useMutation({ mutationFn: () => call(verifyFingerprintHost, { params }), onSuccess }),
  };
};
