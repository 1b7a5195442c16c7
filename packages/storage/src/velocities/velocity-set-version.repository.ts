import type { DefinedSources, VelocityStart } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import { currentPosition } from '../log/current-position.ts';
import {
  publicationColumns,
  publicationRow,
  publishedColumns,
  type Publication,
  type PublishedVersion,
} from '../schema/publication.ts';
import type { CountedFunction } from '../schema/velocity-set-tables.ts';
import type { StoredVelocityText } from './velocity-set.repository.ts';

export type StoredVelocitySetVersion = StoredVelocityText &
  Publication & {
    readonly version: number;
    readonly start: VelocityStart;
    /** Every function that the texts reach, in the version that history is counted with. */
    readonly functionVersions: readonly CountedFunction[];
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
      start: version.start,
      published_position: await currentPosition(trx),
      sources: version.sources ? JSON.stringify(version.sources) : null,
      function_versions: JSON.stringify(version.functionVersions),
      ...publicationRow(version),
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
      'start',
      'sources',
      'function_versions as functionVersions',
      ...publicationColumns,
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
): Promise<readonly PublishedVersion[]> =>
  trx
    .selectFrom('velocity_set_version')
    .select(['set_version as version', ...publishedColumns])
    .where('set_id', '=', setId)
    .orderBy('set_version', 'desc')
    .execute();
