import type { DefinedSources, VelocityStart } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import { currentPosition } from '../log/current-position.ts';
import type { CountedFunction } from '../schema/velocity-set-tables.ts';
import type { StoredVelocityText } from './velocity-set.repository.ts';

export type StoredVelocitySetVersion = StoredVelocityText & {
  readonly version: number;
  readonly contentHash: string;
  readonly start: VelocityStart;
  /** Every function that the texts reach, in the version that history is counted with. */
  readonly functionVersions: readonly CountedFunction[];
  readonly publishedBy: string;
  readonly publishedAt: Date;
  readonly note: string;
  /** Older version whose text this one brought back. */
  readonly restores: number | null;
};

/** A row without names of defined assessments has no member for them. */
export const withSources = <Row extends { readonly sources: DefinedSources | null }>({
  sources,
  ...row
}: Row): Omit<Row, 'sources'> & { readonly sources?: DefinedSources } => ({
  ...row,
  ...(sources === null ? {} : { sources }),
});

/** Adds a published version, with where the log stands; versions are never changed. */
export const insertVelocitySetVersion = async (
  trx: TenantTransaction,
  tenantId: string,
  setId: string,
  version: StoredVelocitySetVersion,
): Promise<void> => {
  await trx
    .insertInto('velocity_set_version')
    .values({
      tenant_id: tenantId,
      set_id: setId,
      set_version: version.version,
      condition: version.condition,
      velocities: JSON.stringify(version.velocities),
      sample_event: version.sampleEvent,
      sample_payload: JSON.stringify(version.samplePayload),
      content_hash: version.contentHash,
      start: version.start,
      published_position: await currentPosition(trx),
      published_by: version.publishedBy,
      published_at: version.publishedAt,
      note: version.note,
      sources: version.sources ? JSON.stringify(version.sources) : null,
      function_versions: JSON.stringify(version.functionVersions),
      restores: version.restores,
    })
    .execute();
};

export const findVelocitySetVersion = async (
  trx: TenantTransaction,
  setId: string,
  version: number,
): Promise<StoredVelocitySetVersion | undefined> => {
  const row = await trx
    .selectFrom('velocity_set_version')
    .select([
      'set_version as version',
      'condition',
      'velocities',
      'sample_event as sampleEvent',
      'sample_payload as samplePayload',
      'content_hash as contentHash',
      'start',
      'published_by as publishedBy',
      'published_at as publishedAt',
      'note',
      'sources',
      'function_versions as functionVersions',
      'restores',
    ])
    .where('set_id', '=', setId)
    .where('set_version', '=', version)
    .executeTakeFirst();
  return row && withSources(row);
};

/** Who published what when, newest first. */
export const listVelocitySetVersions = async (
  trx: TenantTransaction,
  setId: string,
): Promise<
  readonly Pick<StoredVelocitySetVersion, 'version' | 'publishedBy' | 'publishedAt' | 'note' | 'restores'>[]
> =>
  trx
    .selectFrom('velocity_set_version')
    .select([
      'set_version as version',
      'published_by as publishedBy',
      'published_at as publishedAt',
      'note',
      'restores',
    ])
    .where('set_id', '=', setId)
    .orderBy('set_version', 'desc')
    .execute();
