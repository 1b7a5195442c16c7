import type { createProvisioningToken as createEndpoint, BodyOf, Provisioning } from '@redoubt/contracts';
import {
  ENDED_TOKEN_DAYS,
  fail,
  MAX_PROVISIONING_TOKENS,
  MAX_TOKEN_DAYS,
  tokenState,
  type TokenState,
} from '@redoubt/domain';
import { DAY_MS, newId, type Id } from '@redoubt/kernel';
import {
  countProvisioned,
  insertProvisioningToken,
  listEnvironments,
  listProvisioningTokens,
  listScimCalls,
  revokeProvisioningToken as revokeStored,
  type StoredProvisioningToken,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { newTokenText, PROVISIONING_TOKEN_PREFIX } from '../personal-tokens/token-text.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { mayMakerProvision, mayProvision } from './token-maker.ts';

/** Where SCIM is, below the address of the console. */
export const SCIM_PATH = '/scim/v2';

/** Calls that the page shows. */
const SHOWN_CALLS = 50;

const stateOf = (token: StoredProvisioningToken, at: Date): TokenState => tokenState(token, MAX_TOKEN_DAYS, at);

/** Provisioning is of the whole tenant, and kept where no environment stands above. @throws `PROVISIONING-NOT-ROOT`. */
const requireRoot = async (trx: TenantTransaction, { environmentId }: EnvironmentContext): Promise<void> => {
  const environments = await listEnvironments(trx);
  if (environments.find(({ id }) => id === environmentId)?.parentId !== null) throw fail('PROVISIONING-NOT-ROOT');
};

const shown = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson,
  origin: string,
): Promise<Provisioning> => {
  const at = new Date(context.clock.now());
  const since = at.getTime() - ENDED_TOKEN_DAYS * DAY_MS;
  const tokens = await listProvisioningTokens(trx);
  const nameOf = new Map(tokens.map(({ id, name }) => [id, name]));
  const isShown = ({ revokedAt, expiresAt }: StoredProvisioningToken): boolean =>
    Math.min(revokedAt?.getTime() ?? Infinity, expiresAt.getTime()) > since;
  // One whose maker lost the right is refused, and revoked as it is used next.
  const stopped = new Set<string>();
  for (const creatorId of new Set(tokens.map((token) => token.creatorId)))
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    if (!(await mayMakerProvision(trx, context, { creatorId }))) stopped.add(creatorId);
  const shownState = (token: StoredProvisioningToken): TokenState => {
    const state = stateOf(token, at);
    return state === 'active' && stopped.has(token.creatorId) ? 'revoked' : state;
  };
  return {
    address: `${origin}${SCIM_PATH}`,
    mayCreate: await mayProvision(trx, context, person),
    counts: await countProvisioned(trx),
    tokens: tokens.filter(isShown).map((token) => ({
      id: token.id,
      name: token.name,
      hint: token.hint,
      state: shownState(token),
      created: { by: token.createdBy, at: token.createdAt.toISOString() },
      expiresAt: token.expiresAt.toISOString(),
      usedAt: token.usedAt?.toISOString() ?? null,
      usedFrom: token.usedFrom,
      revoked: token.revokedAt === null ? null : { by: token.revokedBy ?? '', at: token.revokedAt.toISOString() },
    })),
    calls: (await listScimCalls(trx, SHOWN_CALLS)).map(({ id, tokenId, at: calledAt, ...call }) => ({
      id,
      token: nameOf.get(tokenId) ?? '',
      at: calledAt.toISOString(),
      ...call,
    })),
  };
};

/** How an identity provider keeps the people and groups of the tenant: its tokens, last calls, and what it keeps. */
export const getProvisioning = (
  context: EnvironmentContext,
  person: SignedInPerson,
  origin: string,
): Promise<Provisioning> =>
  inTransaction(context, async (trx) => {
    await requireRoot(trx, context);
    return shown(trx, context, person, origin);
  });

/**
 * Makes a token for an identity provider; its text is in the answer and kept nowhere.
 *
 * @throws `PROVISIONING-NOT-ROOT`, `PROVISIONING-REFUSED`, `TOKEN-NAME-TAKEN`, `TOKEN-LIMIT`.
 */
export const createProvisioningToken = (
  context: EnvironmentContext,
  person: SignedInPerson,
  origin: string,
  { name, days }: BodyOf<typeof createEndpoint>,
): Promise<Provisioning & { readonly secret: string }> =>
  inTransaction(context, async (trx) => {
    requireClean({ name });
    await requireRoot(trx, context);
    if (!(await mayProvision(trx, context, person))) throw fail('PROVISIONING-REFUSED');
    const { by, at } = changedBy(context);
    const active = (await listProvisioningTokens(trx)).filter((token) => stateOf(token, at) === 'active');
    if (active.length >= MAX_PROVISIONING_TOKENS) throw fail('TOKEN-LIMIT', { max: MAX_PROVISIONING_TOKENS });
    if (active.some((token) => token.name.toLowerCase() === name.toLowerCase()))
      throw fail('TOKEN-NAME-TAKEN', { name });
    const id = newId();
    const { text, secretHash, hint } = newTokenText(context.tenantId, id, PROVISIONING_TOKEN_PREFIX);
    const expiresAt = new Date(at.getTime() + days * DAY_MS);
    await insertProvisioningToken(trx, context.tenantId, {
      id,
      name,
      secretHash,
      hint,
      createdBy: by,
      creatorId: context.actor.id,
      createdAt: at,
      expiresAt,
    });
    await recordActivity(trx, context, {
      operation: 'Create',
      type: 'ProvisioningToken',
      id,
      name,
      environmentId: null,
      modified: { expiresAt: expiresAt.toISOString() },
    });
    return { ...(await shown(trx, context, person, origin)), secret: text };
  });

/** Ends a token at once. @throws `PROVISIONING-NOT-ROOT`, `TOKEN-UNKNOWN` also where it was revoked before. */
export const revokeProvisioningToken = (
  context: EnvironmentContext,
  person: SignedInPerson,
  origin: string,
  tokenId: Id,
): Promise<Provisioning> =>
  inTransaction(context, async (trx) => {
    await requireRoot(trx, context);
    const revoked = await revokeStored(trx, tokenId, changedBy(context));
    if (revoked === undefined) throw fail('TOKEN-UNKNOWN');
    await recordActivity(trx, context, {
      operation: 'Revoke',
      type: 'ProvisioningToken',
      id: tokenId,
      name: revoked.name,
      environmentId: null,
    });
    return shown(trx, context, person, origin);
  });
