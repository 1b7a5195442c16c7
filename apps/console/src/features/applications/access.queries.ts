import {
  assignApplicationRoles,
  getApplicationAccess,
  revokeApplicationRoles,
  type ApplicationAccess,
  type BodyIn,
} from '@redoubt/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';

const key = (environmentId: string) => ['applicationAccess', environmentId] as const;

export const applicationAccessQuery = (call: ApiCall, environmentId: string) =>
  queryOptions({
    queryKey: key(environmentId),
    queryFn: ({ signal }) => call(getApplicationAccess, { params: { environmentId }, signal }),
  });

/** Giving and taking roles; each answer is how things stand then. */
export const useAccessMutations = () => {
  const call = useCall();
  const client = useQueryClient();
  const { id: environmentId } = useEnvironment();
  const onSuccess = (access: ApplicationAccess): void => {
    client.setQueryData(key(environmentId), access);
  };
  return {
    assign: useMutation({
      mutationFn: ({ id, body }: { readonly id: string; readonly body: BodyIn<typeof assignApplicationRoles> }) =>
        call(assignApplicationRoles, { params: { environmentId, applicationId: id }, body }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (body: BodyIn<typeof revokeApplicationRoles>) =>
        call(revokeApplicationRoles, { params: { environmentId }, body }),
      onSuccess,
    }),
  };
};
