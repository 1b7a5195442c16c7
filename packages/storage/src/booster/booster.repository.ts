import type { BoosterSettings } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { sql } from 'kysely';
import type { TenantTransaction } from '../database/database.ts';

/** Who agreed to sharing, when, and to which version of the text. */
export type BoosterConsent = { readonly by: string; readonly at: Date; readonly version: number };

/** What an environment chose; its version counts from 1. */
export type StoredBooster = {
  readonly environmentId: Id;
  readonly settings: BoosterSettings;
  /** Null where sharing was never agreed to. */
  readonly consent: BoosterConsent | null;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly version: number;
};

/** Of all environments of the tenant that chose, by environment. */
export const listBoosterSettings = async (trx: TenantTransaction): Promise<ReadonlyMap<Id, StoredBooster>> => {
  const rows = await trx.selectFrom('booster_setting').selectAll().execute();
  return new Map(
    rows.map((row): [Id, StoredBooster] => [
      row.environment_id,
      {
        environmentId: row.environment_id,
        settings: {
          optedIn: row.opted_in,
          attributes: row.attributes,
          holdoutPercent: row.holdout_percent,
          connectors: row.connectors,
        },
        consent:
          row.consent_by === null || row.consent_at === null || row.consent_version === null
            ? null
            : { by: row.consent_by, at: row.consent_at, version: row.consent_version },
        changedBy: row.changed_by,
        changedAt: row.changed_at,
        version: row.version,
      },
    ]),
  );
};

/** Choices of a tenant are changed one after the other, as one replaces those below it. */
export const lockBoosterSettings = async (trx: TenantTransaction, tenantId: Id): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`booster settings ${tenantId}`}, 0))`.execute(trx);
};

export const saveBoosterSettings = async (
  trx: TenantTransaction,
  place: { readonly tenantId: Id; readonly environmentId: Id },
  { optedIn, attributes, holdoutPercent, connectors }: BoosterSettings,
  consent: BoosterConsent | null,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> => {
  const content = {
    opted_in: optedIn,
    attributes: [...attributes],
    holdout_percent: holdoutPercent,
    connectors: JSON.stringify(connectors),
    consent_by: consent?.by ?? null,
    consent_at: consent?.at ?? null,
    consent_version: consent?.version ?? null,
    changed_by: by,
    changed_at: at,
  };
  await trx
    .insertInto('booster_setting')
    .values({ tenant_id: place.tenantId, environment_id: place.environmentId, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'environment_id'])
        .doUpdateSet((eb) => ({ ...content, version: eb('booster_setting.version', '+', 1) })),
    )
    .execute();
};

/** Environments that have no choice of their own any more: the nearest above them decides. */
export const deleteBoosterSettings = async (trx: TenantTransaction, environmentIds: readonly Id[]): Promise<void> => {
  if (environmentIds.length === 0) return;
  await trx.deleteFrom('booster_setting').where('environment_id', 'in', environmentIds).execute();
};
