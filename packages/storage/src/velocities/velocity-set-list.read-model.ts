import type { DefinedSources, VelocityStart, VelocityText } from '@redoubt/domain';
import type { TenantTransaction } from '../database/database.ts';
import { withSources } from './velocity-set-version.repository.ts';
import { velocitySetColumns, type StoredVelocitySet } from './velocity-set.repository.ts';

/** A set as the list of an environment shows it. */
export type VelocitySetListItem = StoredVelocitySet & {
  /** Texts shown: the published ones, else the draft's. */
  readonly condition: string;
  readonly velocities: readonly VelocityText[];
  /** Of the published text; absent where it names no defined assessment. */
  readonly sources?: DefinedSources;
  readonly hasDraft: boolean;
};

/** Every set of an environment, by name. */
export const listVelocitySets = async (
  trx: TenantTransaction,
  environmentId: string,
): Promise<readonly VelocitySetListItem[]> => {
  const rows = await trx
    .selectFrom('velocity_set')
    .leftJoin('velocity_set_version as published', (join) =>
      join
        .onRef('published.tenant_id', '=', 'velocity_set.tenant_id')
        .onRef('published.set_id', '=', 'velocity_set.set_id')
        .onRef('published.set_version', '=', 'velocity_set.published_version'),
    )
    .leftJoin('velocity_set_draft as draft', (join) =>
      join.onRef('draft.tenant_id', '=', 'velocity_set.tenant_id').onRef('draft.set_id', '=', 'velocity_set.set_id'),
    )
    .select([
      ...velocitySetColumns,
      'published.condition as publishedCondition',
      'published.velocities as publishedVelocities',
      'published.sources',
      'draft.condition as draftCondition',
      'draft.velocities as draftVelocities',
    ])
    .where('velocity_set.environment_id', '=', environmentId)
    .orderBy('velocity_set.name_key')
    .execute();
  return rows.map((row) => {
    const { publishedCondition, publishedVelocities, draftCondition, draftVelocities, ...set } = row;
    return {
      ...withSources(set),
      condition: publishedCondition ?? draftCondition ?? '',
      velocities: publishedVelocities ?? draftVelocities ?? [],
      hasDraft: draftVelocities !== null,
    };
  });
};

/** A published set, as plans take it. */
export type PublishedVelocitySet = {
  readonly id: string;
  readonly environmentId: string;
  readonly name: string;
  /** Whether events still count; what was counted can be read either way. */
  readonly active: boolean;
  readonly version: number;
  readonly contentHash: string;
  readonly start: VelocityStart;
  readonly publishedPosition: number;
  readonly condition: string;
  readonly velocities: readonly VelocityText[];
  readonly sources?: DefinedSources;
};

/** Published sets by name: of one environment, or of the whole tenant. */
export const listPublishedVelocitySets = async (
  trx: TenantTransaction,
  environmentId?: string,
): Promise<readonly PublishedVelocitySet[]> => {
  const query = trx
    .selectFrom('velocity_set')
    .innerJoin('velocity_set_version as published', (join) =>
      join
        .onRef('published.tenant_id', '=', 'velocity_set.tenant_id')
        .onRef('published.set_id', '=', 'velocity_set.set_id')
        .onRef('published.set_version', '=', 'velocity_set.published_version'),
    )
    .select([
      'velocity_set.set_id as id',
      'velocity_set.environment_id as environmentId',
      'velocity_set.name',
      'velocity_set.active',
      'published.set_version as version',
      'published.content_hash as contentHash',
      'published.start',
      'published.published_position as publishedPosition',
      'published.condition',
      'published.velocities',
      'published.sources',
    ])
    .orderBy('velocity_set.name_key');
  const rows = await (
    environmentId === undefined ? query : query.where('velocity_set.environment_id', '=', environmentId)
  ).execute();
  return rows.map(withSources);
};
