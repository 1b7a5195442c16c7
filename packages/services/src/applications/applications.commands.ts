import type { Application, ApplicationMade, NewApplicationBody, NewCredentialBody } from '@redoubt/contracts';
import { changedGrants, fail, isUnexpired, MAX_CREDENTIALS, type ApplicationGrant } from '@redoubt/domain';
import { DAY_MS, invariant, newId, type Id, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  endCredentials,
  findApplication,
  insertApplication,
  insertCredential,
  updateApplication,
  type NewCredential,
  type StoredApplication,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { Operation } from '../activity-entry.ts';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import {
  applicationAnswer,
  readApplicationScope,
  requireMayChange,
  requireMayGive,
  requireMayReceive,
  takeApplication,
  type ApplicationScope,
} from './application-scope.ts';
import { certificateCredential, newSecret } from './new-credential.ts';
import { inTransaction } from '../unit-of-work.ts';

/** A credential as asked for: the secret is shown once, in the answer to this. */
const makeCredential = async (
  asked: NewCredentialBody,
  nowMs: number,
): Promise<{ readonly secret: string | null; readonly credential: NewCredential }> =>
  asked.kind === 'Secret'
    ? newSecret(nowMs, asked.lifeDays)
    : { secret: null, credential: certificateCredential(asked.certificate, nowMs) };

const credentialFacts = ({ kind, hint, notAfter }: NewCredential): Json => ({
  kind,
  hint,
  notAfter: notAfter?.toISOString() ?? null,
});

/** One row per environment; roles of an environment that is named twice are put together. */
const tidyGrants = (grants: NewApplicationBody['grants']): readonly ApplicationGrant[] =>
  [...Map.groupBy(grants, ({ environmentId }) => environmentId)].map(([environmentId, rows]) => ({
    environmentId,
    roles: [...new Set(rows.flatMap(({ roles }) => roles))],
  }));

const record = (
  trx: TenantTransaction,
  context: EnvironmentContext,
  operation: Operation,
  { clientId, displayName }: Pick<StoredApplication, 'clientId' | 'displayName'>,
  change: { readonly original?: Json; readonly modified?: Json },
): Promise<void> =>
  recordActivity(trx, context, {
    operation,
    type: 'Application',
    id: clientId,
    name: displayName,
    environmentId: context.environmentId,
    ...change,
  });

const answerOf = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  scope: ApplicationScope,
  clientId: Id,
): Promise<Application> => {
  const stored = await findApplication(trx, clientId);
  invariant(stored, 'an application that was just written is there');
  return applicationAnswer(stored, scope, context.clock.now());
};

/**
 * Registers an application with one credential. Where it keeps the id it had elsewhere, its code changes addresses only.
 *
 * @throws `APP-ID-TAKEN`, `APP-CERTIFICATE-*`, `AUTH-FORBIDDEN` for roles the person may not give, `APP-DIRECTORY-ROLE-MISSING`, `APP-ENVIRONMENT-REFUSED`.
 */
export const createApplication = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  input: NewApplicationBody,
): Promise<ApplicationMade> => {
  const { tenantId, clock } = context;
  const { displayName } = input;
  const clientId = input.clientId ?? newId();
  const grants = tidyGrants(input.grants);
  requireClean({ 'body.displayName': displayName });
  const { secret, credential } = await makeCredential(input.credential, clock.now());
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    // Ids are distinguished one writer at a time.
    await advancePlanHead(trx, tenantId, changed.at);
    const scope = await readApplicationScope(trx, context, person);
    requireMayChange(scope, grants);
    requireMayGive(scope, grants);
    if (await findApplication(trx, clientId)) throw fail('APP-ID-TAKEN', { id: clientId });
    await insertApplication(trx, tenantId, { clientId, displayName, grants, credential }, changed);
    await record(
      trx,
      context,
      'Create',
      { clientId, displayName },
      {
        modified: { grants: grants as unknown as Json, credential: credentialFacts(credential) },
      },
    );
    return { application: await answerOf(trx, context, scope, clientId), secret };
  });
};

/** Changes name, roles and limit; they hold from the next call on, whatever tokens say that are out. */
export const changeApplication = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  clientId: Id,
  input: Pick<NewApplicationBody, 'displayName' | 'grants'> & {
    readonly version: string;
    readonly callsPerSecond: number | null;
  },
): Promise<Application> => {
  const { tenantId } = context;
  const { displayName, callsPerSecond } = input;
  const grants = tidyGrants(input.grants);
  requireClean({ 'body.displayName': displayName });
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const scope = await readApplicationScope(trx, context, person);
    const stored = await takeApplication(trx, scope, clientId, input.version);
    requireMayGive(scope, changedGrants(stored.grants, grants));
    await updateApplication(trx, clientId, { displayName, grants, callsPerSecond }, changed);
    await record(
      trx,
      context,
      'Update',
      { clientId, displayName },
      {
        original: {
          displayName: stored.displayName,
          grants: stored.grants as unknown as Json,
          callsPerSecond: stored.callsPerSecond,
        },
        modified: { displayName, grants: grants as unknown as Json, callsPerSecond },
      },
    );
    return answerOf(trx, context, scope, clientId);
  });
};

/**
 * Gives an application a new credential; those before go on for `overlapDays`, or as long as they would have.
 *
 * @throws `APP-CREDENTIALS-FULL` where two are standing already, and what creating throws.
 */
export const rotateCredential = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  clientId: Id,
  input: { readonly version: string; readonly credential: NewCredentialBody; readonly overlapDays: number },
): Promise<ApplicationMade> => {
  const { tenantId, clock } = context;
  const { secret, credential } = await makeCredential(input.credential, clock.now());
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const scope = await readApplicationScope(trx, context, person);
    const stored = await takeApplication(trx, scope, clientId, input.version);
    requireMayReceive(scope, stored.grants);
    const standing = stored.credentials.filter(({ notBefore, notAfter }) =>
      isUnexpired({ notBeforeMs: notBefore.getTime(), notAfterMs: notAfter?.getTime() ?? null }, clock.now()),
    );
    if (input.overlapDays > 0 && standing.length >= MAX_CREDENTIALS) {
      throw fail('APP-CREDENTIALS-FULL', { name: stored.displayName });
    }
    const until = new Date(clock.now() + input.overlapDays * DAY_MS);
    await endCredentials(trx, clientId, until);
    await insertCredential(trx, tenantId, clientId, credential, changed);
    await updateApplication(trx, clientId, {}, changed);
    await record(trx, context, 'Rotate', stored, {
      original: { credentials: standing.map((each) => credentialFacts(each)) },
      modified: { credential: credentialFacts(credential), othersUntil: until.toISOString() },
    });
    return { application: await answerOf(trx, context, scope, clientId), secret };
  });
};

/** Ends one credential now: it gets no more tokens. @throws `APP-CREDENTIAL-UNKNOWN`. */
export const endCredential = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  clientId: Id,
  credentialId: Id,
  { version }: { readonly version: string },
): Promise<Application> => {
  const { clock } = context;
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    const scope = await readApplicationScope(trx, context, person);
    const stored = await takeApplication(trx, scope, clientId, version);
    const credential = stored.credentials.find(({ id }) => id === credentialId);
    if (credential === undefined) throw fail('APP-CREDENTIAL-UNKNOWN', { name: stored.displayName });
    await endCredentials(trx, clientId, new Date(clock.now()), { only: credential.id });
    await updateApplication(trx, clientId, {}, changed);
    await record(trx, context, 'Update', stored, {
      original: { credential: credentialFacts(credential) },
      modified: { credential: 'ended' },
    });
    return answerOf(trx, context, scope, clientId);
  });
};

/** Revokes an application: its credentials end and the next call with a token it has is refused. For good. */
export const revokeApplication = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  clientId: Id,
  { version }: { readonly version: string },
): Promise<Application> => {
  const { tenantId } = context;
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    await advancePlanHead(trx, tenantId, changed.at);
    const scope = await readApplicationScope(trx, context, person);
    const stored = await takeApplication(trx, scope, clientId, version);
    await endCredentials(trx, clientId, changed.at);
    await updateApplication(trx, clientId, { revoked: changed }, changed);
    await record(trx, context, 'Revoke', stored, { original: { grants: stored.grants as unknown as Json } });
    return answerOf(trx, context, scope, clientId);
  });
};
