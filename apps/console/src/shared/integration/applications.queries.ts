import {
  changeApplication,
  createApplication,
  endCredential,
  getApplications,
  revokeApplication,
  rotateCredential,
  type BodyIn,
} from '@redoubt/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const key = (environmentId: string) => ['applications', environmentId] as const;

export const applicationsQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: key(environmentId),
    queryFn: ({ signal }) => call(getApplications, { params: { environmentId }, signal }),
  });

type Of<Body> = { readonly id: string; readonly body: Body };

/** The writes of these screens; a secret in an answer lives no longer than the form that asked for it. */
export const useApplicationMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const params = { environmentId };
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: key(environmentId) });
  return {
    create: useMutation({
      mutationFn: (body: BodyIn<typeof createApplication>) => call(createApplication, { params, body }),
      onSuccess,
      gcTime: 0,
    }),
    change: useMutation({
      mutationFn: ({ id, body }: Of<BodyIn<typeof changeApplication>>) =>
        call(changeApplication, { params: { ...params, applicationId: id }, body }),
      onSuccess,
    }),
    rotate: useMutation({
      mutationFn: ({ id, body }: Of<BodyIn<typeof rotateCredential>>) =>
        call(rotateCredential, { params: { ...params, applicationId: id }, body }),
      onSuccess,
      gcTime: 0,
    }),
    end: useMutation({
      mutationFn: ({
        id,
        credentialId,
        version,
      }: {
        readonly id: string;
        readonly credentialId: string;
        readonly version: string;
      }) => call(endCredential, { params: { ...params, applicationId: id, credentialId }, body: { version } }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: ({ id, version }: { readonly id: string; readonly version: string }) =>
        call(revokeApplication, { params: { ...params, applicationId: id }, body: { version } }),
      onSuccess,
    }),
  };
};
