import { API_ROLES, fail, type ApiRole } from '@redoubt/domain';
import { isGuid, isJsonObject } from '@redoubt/kernel';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import type { Caller, SignIn } from '../callers/caller.ts';
import { claim, firstText, MAX_LIFE_S, textList } from './claims.ts';
import { DEFAULT_CLAIM_NAMES, type TenantRule, type TrustedIssuer } from './trusted-issuer.ts';

const isApiRole = (role: string): role is ApiRole => (API_ROLES as readonly string[]).includes(role);

const tenantOf = (payload: JWTPayload, rule: TenantRule): string => {
  if ('fixed' in rule) return rule.fixed.toLowerCase();
  const value = claim(payload, rule.claim);
  if (typeof value !== 'string' || !isGuid(value)) throw fail('AUTH-TOKEN-INVALID', { reason: 'tenant missing' });
  const tenantId = value.toLowerCase();
  if (rule.allowed !== 'any' && !rule.allowed.some((allowed) => allowed.toLowerCase() === tenantId)) {
    throw fail('AUTH-WRONG-TENANT', { tenantId });
  }
  return tenantId;
};

/**
 * An application's own token: marked `idtyp`, or with subject and object id equal (Entra ID), or an RFC 9068 access
 * token whose subject is its client. An id token is none of these, so it cannot pass even with an API role inside.
 */
const isApplicationToken = (
  payload: JWTPayload,
  header: JWTHeaderParameters,
  clientId: string | undefined,
): boolean => {
  if (typeof payload['idtyp'] === 'string') return payload['idtyp'] === 'app';
  if (clientId === undefined || payload.sub === undefined) return false;
  if (payload['nonce'] !== undefined) return false;
  if (payload['oid'] !== undefined) return payload['oid'] === payload.sub;
  return header.typ === 'at+jwt' && payload.sub === clientId;
};

/** Names of groups may hold blanks, so one text is one group here. */
const groupsOf = (payload: JWTPayload, name: string): readonly string[] => {
  const value = claim(payload, name);
  return typeof value === 'string' && value !== '' ? [value] : Array.isArray(value) ? textList(value) : [];
};

/**
 * Of people in more groups than fit into a token, Entra ID says where to ask for them (`_claim_names`) or only that there
 * are some (`hasgroups`).
 */
const leavesGroupsOut = (payload: JWTPayload, name: string): boolean => {
  const elsewhere = payload['_claim_names'];
  const isElsewhere = isJsonObject(elsewhere) && Object.hasOwn(elsewhere, name);
  return isElsewhere || payload['hasgroups'] === true || payload['hasgroups'] === 'true';
};

/**
 * The sign-in behind a token: `sid` names the session at the provider, `auth_time` tells one sign-in of it from the next.
 * Tokens that are refreshed keep both.
 */
const signInOf = ({ iss = '', iat, nbf, exp = 0, sid, auth_time: authTime }: JWTPayload): SignIn => {
  const session = typeof sid === 'string' ? sid : '';
  const since = typeof authTime === 'number' ? authTime : undefined;
  const isKnown = session !== '' || since !== undefined;
  return {
    key: isKnown ? `${iss} ${session} ${since ?? ''}` : null,
    // One that says no beginning began as early as it can have.
    sinceMs: (since ?? iat ?? nbf ?? exp - MAX_LIFE_S) * 1000,
  };
};

/**
 * Reads who a token speaks for from its verified claims. People need the issuer's scope, applications an API role and
 * no scope; anything else, an id token above all, is no access token of ours.
 */
export const callerOf = (payload: JWTPayload, header: JWTHeaderParameters, trusted: TrustedIssuer): Caller => {
  const tenantId = tenantOf(payload, trusted.tenant);
  const scopes = textList(payload['scp'] ?? payload['scope']);
  const names = trusted.claims ?? DEFAULT_CLAIM_NAMES;

  if (scopes.includes(trusted.personScope)) {
    const userId = firstText(payload, names.userId);
    if (userId === undefined) throw fail('AUTH-TOKEN-INVALID', { reason: 'subject missing' });
    const username = firstText(payload, names.username) ?? userId;
    const granted = textList(claim(payload, names.roles));
    return {
      kind: 'person',
      tenantId,
      userId,
      name: firstText(payload, names.name) ?? username,
      username,
      roles: [...new Set(granted.map((role) => trusted.roleMap?.[role] ?? role))],
      wids: textList(claim(payload, names.directoryRoles)),
      signIn: signInOf(payload),
      groups: groupsOf(payload, names.groups),
      groupsLeftOut: leavesGroupsOut(payload, names.groups),
    };
  }

  const clientId = firstText(payload, ['appid', 'azp', 'client_id']);
  if (clientId === undefined || !isApplicationToken(payload, header, clientId)) {
    throw fail('AUTH-TOKEN-INVALID', { reason: 'scope missing' });
  }
  if (payload['scp'] !== undefined) throw fail('AUTH-TOKEN-INVALID', { reason: 'scope not expected' });
  const apiRoles = textList(payload['roles']).filter(isApiRole);
  if (apiRoles.length === 0) throw fail('AUTH-NO-ROLE');
  return { kind: 'application', tenantId, clientId, apiRoles };
};
