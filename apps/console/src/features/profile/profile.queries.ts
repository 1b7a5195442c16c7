import {
  changeTokenPolicy,
  createPersonalToken,
  endAllSessions,
  endSession,
  getPersonalTokens,
  getSessions,
  getTenantTokens,
  revokePersonalToken,
  revokeTenantToken,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** Sessions and tokens are the person's own: they belong to no environment. */
const OWN = { environmentId: '' } as const;

export const sessionsQuery = (call: ApiCall) => read(call, getSessions, {}, { staleTime: 0 });

export const personalTokensQuery = (call: ApiCall) => read(call, getPersonalTokens, {}, { staleTime: 0 });

export const tenantTokensQuery = (call: ApiCall, environmentId: string) =>
  read(call, getTenantTokens, { params: { environmentId } }, { staleTime: 0 });

/** Ends one sign-in, or all of them. */
export const useSessionMutations = () => ({
  end: useWrite(endSession, (sessionId: string) => ({ params: { sessionId } }), OWN),
  endAll: useWrite(endAllSessions, () => ({}), { ...OWN, changes: 'nothing' }),
});

/** Makes and ends one's own tokens. The secret is not kept. */
export const useTokenMutations = () => ({
  create: useWrite(createPersonalToken, (body: BodyIn<typeof createPersonalToken>) => ({ body }), {
    ...OWN,
    gcTime: 0,
  }),
  revoke: useWrite(revokePersonalToken, (tokenId: string) => ({ params: { tokenId } }), {
    ...OWN,
    afterRefusal: true,
  }),
});

/** What administrators do about everybody's tokens. */
export const useTenantTokenMutations = () => ({
  policy: useWrite(changeTokenPolicy, (maxDays: number) => ({ body: { maxDays } }), {
    changes: [getTenantTokens],
  }),
  revoke: useWrite(revokeTenantToken, (tokenId: string) => ({ params: { tokenId } }), {
    changes: [getTenantTokens],
    afterRefusal: true,
  }),
});
