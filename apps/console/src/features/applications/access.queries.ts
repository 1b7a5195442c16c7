import { assignApplicationRoles, getApplicationAccess, revokeApplicationRoles, type BodyIn } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export const applicationAccessQuery = (call: ApiCall, environmentId: string) =>
  read(call, getApplicationAccess, { params: { environmentId } });

const ACCESS = { answers: { read: getApplicationAccess } } as const;

/** Giving and taking roles; each answer is how things stand then. */
export const useAccessMutations = () => ({
  assign: useWrite(
    assignApplicationRoles,
    ({ id, body }: { readonly id: string; readonly body: BodyIn<typeof assignApplicationRoles> }) => ({
      params: { applicationId: id },
      body,
    }),
    ACCESS,
  ),
  revoke: useWrite(revokeApplicationRoles, (body: BodyIn<typeof revokeApplicationRoles>) => ({ body }), ACCESS),
});
