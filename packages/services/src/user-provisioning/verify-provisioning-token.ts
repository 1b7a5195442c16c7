import { fail, MAX_TOKEN_DAYS, tokenState } from '@redoubt/domain';
import { bearerToken, MINUTE_MS, newId, type Clock, type Id } from '@redoubt/kernel';
import {
  findProvisioningToken,
  insertScimCall,
  touchProvisioningToken,
  type Database,
  type StoredScimCall,
} from '@redoubt/storage';
import { mayMakerProvision, stopProvisioningToken } from './token-maker.ts';
import { matchesToken, PROVISIONING_TOKEN_PREFIX, readTokenText } from '../personal-tokens/token-text.ts';

/** The provisioning token that a call of SCIM came with. */
export type ProvisioningCaller = { readonly tenantId: Id; readonly tokenId: Id; readonly name: string };

type Dependencies = { readonly database: Database; readonly clock: Clock };

/** How old the last use may be before another one is written down, and the right of the maker looked at again. */
const USE_GRAIN_MS = MINUTE_MS;

const refused = (reason: string) => fail('AUTH-TOKEN-INVALID', { reason });

/**
 * The tenant that a provisioning token is of. A token whose maker lost the right to make one is revoked for good within a minute of
 * its use.
 *
 * @param known is called with the tenant of a token that is right but has ended, so that the refusal can be kept.
 * @throws `AUTH-TOKEN-MISSING`, `AUTH-TOKEN-INVALID`, `AUTH-TOKEN-EXPIRED` or `AUTH-TOKEN-REVOKED`.
 */
export const verifyProvisioningToken = async (
  { database, clock }: Dependencies,
  authorization: string | undefined,
  address: string,
  known: (caller: ProvisioningCaller) => void,
): Promise<ProvisioningCaller> => {
  const text = bearerToken(authorization);
  if (text === undefined) throw fail('AUTH-TOKEN-MISSING');
  const read = readTokenText(text, PROVISIONING_TOKEN_PREFIX);
  if (!read) throw refused('not a provisioning token');
  const { tenantId, tokenId, secret } = read;
  const { caller: verified, isStopped } = await database.inTenant(tenantId, async (trx) => {
    const token = await findProvisioningToken(trx, tokenId);
    if (!token || !matchesToken(secret, token.secretHash)) throw refused('unknown');
    const caller = { tenantId, tokenId, name: token.name };
    known(caller);
    const now = clock.now();
    const state = tokenState(token, MAX_TOKEN_DAYS, new Date(now));
    if (state === 'revoked') throw fail('AUTH-TOKEN-REVOKED', { name: token.name });
    if (state === 'expired') throw fail('AUTH-TOKEN-EXPIRED');
    if (token.usedAt === null || now - token.usedAt.getTime() >= USE_GRAIN_MS || token.usedFrom !== address) {
      if (!(await mayMakerProvision(trx, { clock }, token))) {
        await stopProvisioningToken(trx, { database, clock, tenantId }, token);
        return { caller, isStopped: true };
      }
      await touchProvisioningToken(trx, tokenId, { usedAt: new Date(now), usedFrom: address });
    }
    return { caller, isStopped: false };
  });
  // Thrown here: what stopped it must stay.
  if (isStopped) throw fail('AUTH-TOKEN-REVOKED', { name: verified.name });
  return verified;
};

/** Keeps a call for the administrators of the tenant; in a transaction of its own, since that of a refused call is taken back. */
export const noteScimCall = (
  { database, clock }: Dependencies,
  { tenantId, tokenId }: ProvisioningCaller,
  call: Omit<StoredScimCall, 'id' | 'tokenId' | 'at'>,
): Promise<void> =>
  database.inTenant(tenantId, (trx) =>
    insertScimCall(trx, tenantId, { id: newId(), tokenId, at: new Date(clock.now()), ...call }),
  );
