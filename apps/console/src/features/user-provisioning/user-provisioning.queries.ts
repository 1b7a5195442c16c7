import { createProvisioningToken, getProvisioning, revokeProvisioningToken, type BodyIn } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export const provisioningQuery = (call: ApiCall, environmentId: string) =>
  read(call, getProvisioning, { params: { environmentId } }, { staleTime: 0 });

/** Makes and ends tokens of the identity provider. The secret is not kept. */
export const useProvisioningMutations = () => ({
  create: useWrite(createProvisioningToken, (body: BodyIn<typeof createProvisioningToken>) => ({ body }), {
    gcTime: 0,
  }),
  revoke: useWrite(revokeProvisioningToken, (provisioningTokenId: string) => ({ params: { provisioningTokenId } }), {
    afterRefusal: true,
  }),
});
