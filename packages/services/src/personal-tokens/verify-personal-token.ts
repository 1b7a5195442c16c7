import { fail, TOKEN_ABSENCE_DAYS, tokenState, type UsedToken } from '@redoubt/domain';
import { bearerToken, DAY_MS, MINUTE_MS, type Clock, type Id } from '@redoubt/kernel';
import { findMaxTokenDays, findPersonalToken, touchPersonalToken, type Database } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { matchesToken, PERSONAL_TOKEN_PREFIX, readTokenText } from './token-text.ts';

/** A person who acts through a token. Directory roles are left out: what they allow is never done by a token. */
export type TokenPerson = SignedInPerson & {
  readonly kind: 'person';
  readonly tenantId: Id;
  readonly name: string;
  readonly username: string;
  readonly token: UsedToken;
};

/** How old the last use may be before another one is written down. */
const USE_GRAIN_MS = MINUTE_MS;

/** The personal access token in an `Authorization` header; undefined for a token of another kind. */
export const personalTokenOf = (authorization: string | undefined): string | undefined => {
  const text = bearerToken(authorization);
  return text?.startsWith(PERSONAL_TOKEN_PREFIX) ? text : undefined;
};

const refused = (reason: string) => fail('AUTH-TOKEN-INVALID', { reason });

/**
 * Who a personal access token speaks for. What they may do is worked out anew with each call, from the roles they hold then
 * and the scope of the token. @throws `AUTH-TOKEN-INVALID`, `AUTH-TOKEN-EXPIRED` or `AUTH-TOKEN-REVOKED`.
 */
export const verifyPersonalToken = async (
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  text: string,
  address: string,
): Promise<TokenPerson> => {
  const read = readTokenText(text);
  if (!read) throw refused('not a token of this product');
  const { tenantId, tokenId, secret } = read;
  return database.inTenant(tenantId, async (trx) => {
    const token = await findPersonalToken(trx, tokenId);
    if (!token || !matchesToken(secret, token.secretHash)) throw refused('unknown');
    const now = clock.now();
    const state = tokenState(token, (await findMaxTokenDays(trx)) ?? 0, new Date(now));
    if (state === 'revoked') throw fail('AUTH-TOKEN-REVOKED', { name: token.name });
    if (state === 'expired') throw fail('AUTH-TOKEN-EXPIRED');
    if (token.usedAt === null || now - token.usedAt.getTime() >= USE_GRAIN_MS || token.usedFrom !== address)
      await touchPersonalToken(trx, tokenId, { usedAt: new Date(now), usedFrom: address });
    const isHere = now - token.seenAt.getTime() <= TOKEN_ABSENCE_DAYS * DAY_MS;
    return {
      kind: 'person',
      tenantId,
      userId: token.userId,
      name: token.displayName,
      username: token.username,
      roles: isHere ? token.roles : [],
      wids: [],
      token: { id: tokenId, name: token.name, scope: token.scope },
    };
  });
};
