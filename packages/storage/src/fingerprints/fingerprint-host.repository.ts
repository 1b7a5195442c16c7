import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

export type FingerprintHost = {
  readonly hostName: string;
  readonly changedBy: string;
  readonly changedAt: Date;
  /** Null where it was never checked. */
  readonly checkedAt: Date | null;
  /** What the check found wrong; null where nothing was, or there was none. */
  readonly problem: string | null;
  readonly certificateUntil: Date | null;
};

export const findFingerprintHost = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<FingerprintHost | undefined> =>
  trx
    .selectFrom('fingerprint_host')
    .select([
      'host_name as hostName',
      'changed_by as changedBy',
      'changed_at as changedAt',
      'checked_at as checkedAt',
      'problem',
      'certificate_until as certificateUntil',
    ])
    .where('environment_id', '=', environmentId)
    .executeTakeFirst();

/** Names the host of an environment, or takes it away with null; what a check found of another one is forgotten. */
export const saveFingerprintHost = async (
  trx: TenantTransaction,
  place: { readonly tenantId: Id; readonly environmentId: Id },
  hostName: string | null,
  changed: { readonly by: string; readonly at: Date },
): Promise<void> => {
  await trx.deleteFrom('fingerprint_host').where('environment_id', '=', place.environmentId).execute();
  if (hostName === null) return;
  await trx
    .insertInto('fingerprint_host')
    .values({
      tenant_id: place.tenantId,
      environment_id: place.environmentId,
      host_name: hostName,
      changed_by: changed.by,
      changed_at: changed.at,
      checked_at: null,
      problem: null,
      certificate_until: null,
    })
    .execute();
};

/** Keeps what a check found, unless the host was changed meanwhile. */
export const saveHostCheck = async (
  trx: TenantTransaction,
  environmentId: Id,
  hostName: string,
  found: Pick<FingerprintHost, 'problem' | 'certificateUntil'> & { readonly checkedAt: Date },
): Promise<void> => {
  await trx
    .updateTable('fingerprint_host')
    .set({ checked_at: found.checkedAt, problem: found.problem, certificate_until: found.certificateUntil })
    .where('environment_id', '=', environmentId)
    .where('host_name', '=', hostName)
    .execute();
};
