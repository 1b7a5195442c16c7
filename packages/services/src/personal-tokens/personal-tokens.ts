import type { createPersonalToken as createEndpoint, BodyOf, CurrentToken, PersonalTokens } from '@redoubt/contracts';
import {
  allows,
  ENDED_TOKEN_DAYS,
  environmentsOfScope,
  fail,
  MAX_PERSONAL_TOKENS,
  tokenEnd,
  tokenState,
  type Access,
  type Capability,
  type TokenScope,
} from '@redoubt/domain';
import { DAY_MS, invariant, newId, type Id } from '@redoubt/kernel';
import {
  deleteEndedTokens,
  findMaxTokenDays,
  findPersonalToken,
  insertPersonalToken,
  listPersonalTokens,
  revokePersonalToken as revokeStored,
  saveMaxTokenDays,
  type StoredPersonalToken,
  type TenantTransaction,
} from '@redoubt/storage';
import { loadPersonAccess, type PersonAccess, type SignedInPerson } from '../access/person-access.ts';
import { changedBy, recordActivity, recordTenantSetting } from '../activity/record-activity.ts';
import type { EnvironmentContext, ServiceContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { newTokenText } from './token-text.ts';

type NamedPerson = SignedInPerson & { readonly name: string; readonly username: string };

const maxDaysOf = async (trx: TenantTransaction): Promise<number> => {
  const days = await findMaxTokenDays(trx);
  if (days === undefined) throw fail('TENANT-NOT-SET-UP');
  return days;
};

const listed = async (trx: TenantTransaction, context: ServiceContext, userId?: string): Promise<PersonalTokens> => {
  const maxDays = await maxDaysOf(trx);
  const at = new Date(context.clock.now());
  const tokens = await listPersonalTokens(trx, userId);
  const shown = ({ revokedAt, expiresAt }: StoredPersonalToken): boolean =>
    Math.min(revokedAt?.getTime() ?? Infinity, expiresAt.getTime()) > at.getTime() - ENDED_TOKEN_DAYS * DAY_MS;
  return {
    maxDays,
    tokens: tokens.filter(shown).map((token) => ({
      id: token.id,
      name: token.name,
      hint: token.hint,
      owner: token.displayName,
      scope: {
        capabilities: token.scope.capabilities,
        environmentIds: token.scope.environmentIds && [...token.scope.environmentIds],
      },
      state: tokenState(token, maxDays, at),
      createdAt: token.createdAt.toISOString(),
      expiresAt: tokenEnd(token, maxDays).toISOString(),
      usedAt: token.usedAt?.toISOString() ?? null,
      usedFrom: token.usedFrom,
      revoked: token.revokedAt === null ? null : { by: token.revokedBy ?? '', at: token.revokedAt.toISOString() },
    })),
  };
};

const record = (
  trx: TenantTransaction,
  context: ServiceContext,
  operation: 'Create' | 'Revoke',
  token: { readonly id: Id; readonly name: string },
  modified?: { readonly scope: TokenScope; readonly expiresAt: Date },
): Promise<void> =>
  recordActivity(trx, context, {
    operation,
    type: 'PersonalToken',
    id: token.id,
    name: token.name,
    environmentId: null,
    ...(modified
      ? {
          modified: {
            capabilities: { ...modified.scope.capabilities },
            environmentIds: modified.scope.environmentIds && [...modified.scope.environmentIds],
            expiresAt: modified.expiresAt.toISOString(),
          },
        }
      : {}),
  });

/** Tokens of the person who asks. */
export const getPersonalTokens = (context: ServiceContext): Promise<PersonalTokens> =>
  inTransaction(context, (trx) => listed(trx, context, context.actor.id));

/** Refuses a scope with something that its owner holds nowhere in it. @throws `TOKEN-SCOPE-NOT-HELD`. */
const requireHeld = (scope: TokenScope, { environments }: PersonAccess): void => {
  const open = environments.filter(({ hasAccess }) => hasAccess);
  const unknown = scope.environmentIds?.find((id) => !open.some((environment) => environment.id === id));
  if (unknown !== undefined) throw fail('ENV-UNKNOWN', { id: unknown });
  const reached = environmentsOfScope(scope, environments);
  const inScope = open.filter(({ id }) => reached?.has(id) ?? true);
  const asked = Object.entries(scope.capabilities) as [Capability, Access][];
  const missing = asked.find(
    ([capability, access]) => !inScope.some(({ capabilities }) => allows(capabilities, `${capability}:${access}`)),
  );
  if (missing) throw fail('TOKEN-SCOPE-NOT-HELD', { permission: missing.join(':') });
  if (asked.length === 0) throw fail('TOKEN-SCOPE-NOT-HELD', { permission: '' });
};

/** Makes a token for the command line; its text is in the answer and kept nowhere. */
export const createPersonalToken = (
  context: ServiceContext,
  person: NamedPerson,
  { name, scope, days }: BodyOf<typeof createEndpoint>,
): Promise<PersonalTokens & { readonly secret: string }> =>
  inTransaction(context, async (trx) => {
    requireClean({ name });
    const { tenantId, clock } = context;
    const createdAt = new Date(clock.now());
    const maxDays = await maxDaysOf(trx);
    if (days > maxDays) throw fail('TOKEN-LIFE-TOO-LONG', { days: maxDays });
    requireHeld(scope, await loadPersonAccess(trx, person, createdAt));
    await deleteEndedTokens(trx, person.userId, new Date(createdAt.getTime() - ENDED_TOKEN_DAYS * DAY_MS));
    const active = (await listPersonalTokens(trx, person.userId)).filter(
      (token) => tokenState(token, maxDays, createdAt) === 'active',
    );
    if (active.length >= MAX_PERSONAL_TOKENS) throw fail('TOKEN-LIMIT', { max: MAX_PERSONAL_TOKENS });
    if (active.some((token) => token.name.toLowerCase() === name.toLowerCase()))
      throw fail('TOKEN-NAME-TAKEN', { name });
    const id = newId();
    const { text, secretHash, hint } = newTokenText(tenantId, id);
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
    await insertPersonalToken(trx, tenantId, {
      id,
      userId: person.userId,
      username: person.username,
      displayName: person.name,
      name,
      secretHash,
      hint,
      scope,
      roles: person.roles,
      seenAt: createdAt,
      createdAt,
      expiresAt,
    });
    await record(trx, context, 'Create', { id, name }, { scope, expiresAt });
    return { ...(await listed(trx, context, person.userId)), secret: text };
  });

const revoke = async (
  trx: TenantTransaction,
  context: ServiceContext,
  tokenId: Id,
  owner: string | undefined,
): Promise<void> => {
  const revoked = await revokeStored(trx, tokenId, owner, changedBy(context));
  if (!revoked) throw fail('TOKEN-UNKNOWN');
  const name = owner === undefined ? `${revoked.name} (${revoked.displayName})` : revoked.name;
  await record(trx, context, 'Revoke', { id: tokenId, name });
};

/** Ends a token of the person who asks. @throws `TOKEN-UNKNOWN` also where it is another's, or was revoked. */
export const revokePersonalToken = (context: ServiceContext, tokenId: Id): Promise<PersonalTokens> =>
  inTransaction(context, async (trx) => {
    await revoke(trx, context, tokenId, context.actor.id);
    return listed(trx, context, context.actor.id);
  });

/** What the token that asks is good for now. @throws `TOKEN-NOT-USED` for a person who is signed in. */
export const getCurrentToken = (context: ServiceContext, person: NamedPerson): Promise<CurrentToken> =>
  inTransaction(context, async (trx) => {
    if (!person.token) throw fail('TOKEN-NOT-USED');
    const { tenant, environments } = await loadPersonAccess(trx, person, new Date(context.clock.now()));
    const stored = await findPersonalToken(trx, person.token.id);
    invariant(stored, 'a token that was verified is there');
    const open = environments.filter(({ hasAccess, status }) => hasAccess && status === 'Active');
    const ids = new Set(open.map(({ id }) => id));
    return {
      name: stored.name,
      owner: person.name,
      tenant: tenant.name,
      expiresAt: tokenEnd(stored, await maxDaysOf(trx)).toISOString(),
      environments: open.map(({ id, name, friendlyName, parentId, capabilities }) => ({
        id,
        name: friendlyName ?? name,
        parentId: parentId !== null && ids.has(parentId) ? parentId : null,
        capabilities,
      })),
    };
  });

/** Tokens of all people of the tenant. */
export const getTenantTokens = (context: EnvironmentContext): Promise<PersonalTokens> =>
  inTransaction(context, (trx) => listed(trx, context));

/** Ends a token of any person of the tenant. */
export const revokeTenantToken = (context: EnvironmentContext, tokenId: Id): Promise<PersonalTokens> =>
  inTransaction(context, async (trx) => {
    await revoke(trx, context, tokenId, undefined);
    return listed(trx, context);
  });

/** Sets the longest life of tokens; those that are older end at once. */
export const changeTokenPolicy = (
  context: EnvironmentContext,
  { maxDays }: { readonly maxDays: number },
): Promise<PersonalTokens> =>
  inTransaction(context, async (trx) => {
    const before = await maxDaysOf(trx);
    if (before !== maxDays) {
      await saveMaxTokenDays(trx, maxDays);
      await recordTenantSetting(trx, context, 'maxTokenDays', before, maxDays);
    }
    return listed(trx, context);
  });
