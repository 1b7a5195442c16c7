import type { ApplicationGrant, CredentialKind } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** A credential as it is kept: the hash of a secret, or the public part of a certificate. */
export type StoredCredential = {
  readonly id: Id;
  readonly kind: CredentialKind;
  /** Salted hash of a secret, or the certificate as PEM. */
  readonly value: string;
  /** First characters of a secret, or the thumbprint of a certificate. */
  readonly hint: string;
  readonly notBefore: Date;
  /** Null: without end. */
  readonly notAfter: Date | null;
  readonly createdBy: string;
  readonly createdAt: Date;
};
export type NewCredential = Omit<StoredCredential, 'id' | 'createdBy' | 'createdAt'>;

type Authorship = { readonly by: string; readonly at: Date };

/** A merchant's application: who it is, what it may call, where and how often. */
export type StoredApplication = {
  readonly clientId: Id;
  readonly displayName: string;
  readonly grants: readonly ApplicationGrant[];
  /** Calls a second over the whole installation; null: not limited. */
  readonly callsPerSecond: number | null;
  /** Newest first. */
  readonly credentials: readonly StoredCredential[];
  readonly lastCallAt: Date | null;
  readonly revoked: Authorship | null;
  readonly created: Authorship;
  readonly version: number;
};

export type NewApplication = Pick<StoredApplication, 'clientId' | 'displayName' | 'grants'> & {
  readonly credential: NewCredential;
};

/** Adds a credential to an application of the transaction's tenant. */
export const insertCredential = async (
  trx: TenantTransaction,
  tenantId: Id,
  clientId: Id,
  credential: NewCredential,
  created: Authorship,
): Promise<void> => {
  const { kind, value, hint, notBefore, notAfter } = credential;
  await trx
    .insertInto('application_credential')
    .values({
      tenant_id: tenantId,
      credential_id: newId(),
      client_id: clientId,
      kind,
      secret_hash: kind === 'Secret' ? value : null,
      certificate: kind === 'Certificate' ? value : null,
      hint,
      not_before: notBefore,
      not_after: notAfter,
      created_by: created.by,
      created_at: created.at,
    })
    .execute();
};

export const insertApplication = async (
  trx: TenantTransaction,
  tenantId: Id,
  { clientId, displayName, grants, credential }: NewApplication,
  created: Authorship,
): Promise<void> => {
  await trx
    .insertInto('application')
    .values({
      tenant_id: tenantId,
      client_id: clientId,
      display_name: displayName,
      grants: JSON.stringify(grants),
      created_by: created.by,
      created_at: created.at,
      changed_by: created.by,
      changed_at: created.at,
    })
    .execute();
  await insertCredential(trx, tenantId, clientId, credential, created);
};

export type ApplicationChange = {
  readonly displayName?: string;
  readonly grants?: readonly ApplicationGrant[];
  readonly callsPerSecond?: number | null;
  readonly revoked?: Authorship;
};

/** Changes what is named and moves the version on, also where nothing is. */
export const updateApplication = async (
  trx: TenantTransaction,
  clientId: Id,
  { displayName, grants, callsPerSecond, revoked }: ApplicationChange,
  changed: Authorship,
): Promise<void> => {
  await trx
    .updateTable('application')
    .set({
      ...(displayName === undefined ? {} : { display_name: displayName }),
      ...(grants === undefined ? {} : { grants: JSON.stringify(grants) }),
      ...(callsPerSecond === undefined ? {} : { calls_per_second: callsPerSecond }),
      ...(revoked === undefined ? {} : { revoked_by: revoked.by, revoked_at: revoked.at }),
      changed_by: changed.by,
      changed_at: changed.at,
      version: sql`version + 1`,
    })
    .where('client_id', '=', clientId)
    .execute();
};

/** Lets credentials of an application end at a moment where they would end later; `only` names one of them. */
export const endCredentials = async (
  trx: TenantTransaction,
  clientId: Id,
  at: Date,
  which: { readonly only?: Id } = {},
): Promise<void> => {
  let query = trx
    .updateTable('application_credential')
    .set({ not_after: at })
    .where('client_id', '=', clientId)
    .where((where) => where.or([where('not_after', 'is', null), where('not_after', '>', at)]));
  if (which.only !== undefined) query = query.where('credential_id', '=', which.only);
  await query.execute();
};

const readApplications = async (trx: TenantTransaction, clientId?: Id): Promise<readonly StoredApplication[]> => {
  let applications = trx.selectFrom('application').selectAll().orderBy('display_name').orderBy('client_id');
  let credentials = trx
    .selectFrom('application_credential')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('credential_id');
  if (clientId !== undefined) {
    applications = applications.where('client_id', '=', clientId);
    credentials = credentials.where('client_id', '=', clientId);
  }
  const ofApplication = Map.groupBy(await credentials.execute(), (row) => row.client_id);
  return (await applications.execute()).map((row) => ({
    clientId: row.client_id,
    displayName: row.display_name,
    grants: row.grants,
    callsPerSecond: row.calls_per_second,
    lastCallAt: row.last_call_at,
    revoked: row.revoked_at === null ? null : { by: row.revoked_by ?? '', at: row.revoked_at },
    created: { by: row.created_by, at: row.created_at },
    version: row.version,
    credentials: (ofApplication.get(row.client_id) ?? []).map((credential) => ({
      id: credential.credential_id,
      kind: credential.kind,
      value: credential.secret_hash ?? credential.certificate ?? '',
      hint: credential.hint,
      notBefore: credential.not_before,
      notAfter: credential.not_after,
      createdBy: credential.created_by,
      createdAt: credential.created_at,
    })),
  }));
};

/** Every application of the tenant, by name, revoked ones too. */
export const listApplications = (trx: TenantTransaction): Promise<readonly StoredApplication[]> =>
  readApplications(trx);

/** One application of the tenant by its client id. */
export const findApplication = async (trx: TenantTransaction, clientId: Id): Promise<StoredApplication | undefined> =>
  (await readApplications(trx, clientId))[0];

/**
 * Remembers that a signed assertion was used, as long as it could be used again. False where it was used before, on this
 * node or another.
 */
export const consumeAssertion = async (
  trx: TenantTransaction,
  tenantId: Id,
  assertion: { readonly clientId: Id; readonly id: string; readonly expiresAt: Date },
  at: Date,
): Promise<boolean> => {
  await trx.deleteFrom('used_assertion').where('expires_at', '<', at).execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_assertion')
    .values({
      tenant_id: tenantId,
      client_id: assertion.clientId,
      assertion_id: assertion.id,
      expires_at: assertion.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Replaces the hash of a secret by another one of the same secret, unless it was replaced meanwhile. */
export const replaceSecretHash = async (
  trx: TenantTransaction,
  credentialId: Id,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  await trx
    .updateTable('application_credential')
    .set({ secret_hash: to })
    .where('credential_id', '=', credentialId)
    .where('secret_hash', '=', from)
    .execute();
};
