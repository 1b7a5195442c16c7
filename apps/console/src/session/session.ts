import { getMe, type Me, type SiteConfiguration, signOut } from '@redoubt/contracts';
import { isAccessible, isInGroup } from '@redoubt/domain';
import { ApiError, NETWORK_FAILURE } from '../api/api-error.ts';
import { createApiCall, type ApiCall } from '../api/api-call.ts';
import { requestedChanges } from '../api/requested-changes.ts';
import { serverBuild } from '../api/server-build.ts';
import { startTelemetry, trackCall } from '../telemetry/telemetry.ts';
import { ENVIRONMENT_PARAMETER } from '../routes/address.ts';
import { ChunkError } from '../routes/chunk.ts';
import { createIdentityClient, createProviderOf } from './identity-client.ts';
import type { Account, IdentityClient } from './identity.ts';
import { createKeptTokens } from './kept-token.ts';
import { LAST_TENANT_KEY, readSiteConfiguration, SiteUnavailable, TENANT_PARAMETER } from './site-configuration.ts';
import { firstId, LAST_ENVIRONMENT_KEY } from './start-environment.ts';
import { createTokenSource, identityCode, identityCorrelationId, startUp } from './start-up.ts';

/** Why the application does not start; each has a page with one clear action. */
export type Blocked =
  | { readonly reason: 'insecureContext' }
  | { readonly reason: 'noNetwork' }
  | { readonly reason: 'noRole'; readonly account: Account }
  | { readonly reason: 'noEnvironment'; readonly account: Account; readonly me: Me }
  | { readonly reason: 'popupBlocked' }
  | { readonly reason: 'signInFailed'; readonly code: string; readonly correlationId: string | null }
  | { readonly reason: 'startFailed'; readonly error: unknown };

export type Session = {
  readonly me: Me;
  /** The environment that `me` was asked for with; null where none was known. */
  readonly open: string | null;
  readonly account: Account;
  readonly site: SiteConfiguration;
  readonly call: ApiCall;
  readonly signOut: () => void;
};

/** A signed-in person whose tenant is not set up, or not completely. */
export type Newcomer = Omit<Session, 'me' | 'open'>;

export type Start =
  | { readonly kind: 'redirecting' }
  | { readonly kind: 'setUp'; readonly newcomer: Newcomer }
  | { readonly kind: 'blocked'; readonly blocked: Blocked; readonly signOut?: () => void }
  | { readonly kind: 'ready'; readonly session: Session };

/** Set in this tab while it leaves because its sign-in was ended. */
export const SESSION_ENDED_KEY = 'DFP/SessionEnded';

const SIGN_OUT_WAIT_MS = 1000;

const POPUP_CODES: readonly string[] = ['popup_window_error', 'empty_window_error', 'redirect_in_iframe'];

const blocked = (reason: Blocked, signOut?: () => void): Start => ({
  kind: 'blocked',
  blocked: reason,
  ...(signOut ? { signOut } : {}),
});

const signInFailure = (code: string, correlationId: string | null): Blocked => {
  if (code === 'no_network_connectivity') return { reason: 'noNetwork' };
  return POPUP_CODES.includes(code) ? { reason: 'popupBlocked' } : { reason: 'signInFailed', code, correlationId };
};

const startFailure = (error: unknown, account: Account): Blocked => {
  if (error instanceof ChunkError) return { reason: 'noNetwork' };
  if (error instanceof ApiError) {
    if (error.code === NETWORK_FAILURE) return { reason: 'noNetwork' };
    if (error.code === 'AUTH-NO-ROLE') return { reason: 'noRole', account };
    return { reason: 'startFailed', error };
  }
  const code = identityCode(error);
  return code === 'unknown' ? { reason: 'startFailed', error } : signInFailure(code, identityCorrelationId(error));
};

/** The first environment is still being made, and the person may see that through. */
const isBeingSetUp = ({ environments, environmentCount, directoryRoles }: Me): boolean =>
  directoryRoles.includes('GlobalAdministrator') &&
  environmentCount === 1 &&
  environments.every(({ status }) => isInGroup(status, 'pending') || status === 'CreateFailed');

const loadMe = async (session: Newcomer): Promise<Start> => {
  const { account, call, signOut } = session;
  const inAddress = new URLSearchParams(location.search).get(ENVIRONMENT_PARAMETER);
  const open = firstId([inAddress, localStorage.getItem(LAST_ENVIRONMENT_KEY)]);
  try {
    const me = await call(getMe, { query: open === null ? {} : { open } });
    if (isBeingSetUp(me)) return { kind: 'setUp', newcomer: session };
    // A global administrator without a role of the product may still give roles.
    if (me.tenant.assignedRoles.length === 0 && !me.environments.some(isAccessible))
      return blocked({ reason: 'noRole', account }, signOut);
    if (!me.environments.some(isAccessible)) return blocked({ reason: 'noEnvironment', account, me }, signOut);
    return { kind: 'ready', session: { ...session, me, open } };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TENANT-NOT-SET-UP') return { kind: 'setUp', newcomer: session };
    return blocked(startFailure(error, account), signOut);
  }
};

const nonEmpty = (scopes: readonly string[]): readonly [string, ...string[]] => {
  const [first, ...rest] = scopes;
  if (first === undefined) throw new Error('A token request names at least one scope');
  return [first, ...rest];
};

const signInAndLoad = async (client: IdentityClient, site: SiteConfiguration): Promise<Start> => {
  const outcome = await startUp(client, site);
  if (outcome.kind === 'redirecting') return { kind: 'redirecting' };
  if (outcome.kind === 'failed') return blocked(signInFailure(outcome.code, outcome.correlationId));
  const { account } = outcome;
  localStorage.setItem(LAST_TENANT_KEY, account.tenantId);
  const endSignIn = async (): Promise<void> => {
    try {
      await client.signOut(account);
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error;
      // The next start finds that the session has ended, and leaves the provider, too.
      location.reload();
    }
  };
  let isLeaving = false;
  /** The provider still knows the person: without signing out there it would hand out tokens of the same sign-in. */
  const leaveEnded = (): void => {
    if (isLeaving) return;
    isLeaving = true;
    sessionStorage.setItem(SESSION_ENDED_KEY, 'yes');
    void endSignIn();
  };
  const call = createApiCall({
    token: createTokenSource(client, account, nonEmpty(site.scopes)),
    fetch: (input, init) => fetch(input, init),
    newId: () => crypto.randomUUID(),
    onFinished: trackCall,
    onBuild: serverBuild.seen,
    onSessionEnded: () => leaveEnded(),
    onRequested: requestedChanges.tell,
  });
  const leave = async (): Promise<void> => {
    // Signing out does not wait for a server that does not answer.
    await Promise.race([
      call(signOut, {}).catch(() => undefined),
      new Promise((late) => void setTimeout(late, SIGN_OUT_WAIT_MS)),
    ]);
    await endSignIn();
  };
  return loadMe({ account, site, call, signOut: () => void leave() });
};

/**
 * The whole start-up of `docs/reference/console.md#start-up`: configuration, identity, person, environments. Never
 * rejects.
 */
export const startSession = async (): Promise<Start> => {
  if (!window.isSecureContext) return blocked({ reason: 'insecureContext' });
  const tenantId = new URLSearchParams(location.search).get(TENANT_PARAMETER) ?? localStorage.getItem(LAST_TENANT_KEY);
  try {
    const site = await readSiteConfiguration((input, init) => fetch(input, init), tenantId);
    void startTelemetry(site);
    const client = await createIdentityClient(site, {
      kept: createKeptTokens(sessionStorage, localStorage, () => Date.now()),
      createProvider: () => createProviderOf(site, location.origin),
    });
    return await signInAndLoad(client, site);
  } catch (error) {
    if (error instanceof SiteUnavailable || error instanceof ChunkError) return blocked({ reason: 'noNetwork' });
    const code = identityCode(error);
    return blocked(
      code === 'crypto_nonexistent' ? { reason: 'insecureContext' } : signInFailure(code, identityCorrelationId(error)),
    );
  }
};
