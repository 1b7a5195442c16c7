import type { DefinedSources, VelocityStart } from '@redoubt/domain';
import { currentPosition } from '../log/current-position.ts';
import type { CountedFunction } from '../schema/authoring/velocity-set-tables.ts';
import { versionedStore, type VersionedStore, type VersionStamp } from '../versions/versioned-store.ts';
import type { StoredVelocityText } from './velocity-set.repository.ts';

type Kept = {
  readonly contentHash: string;
  readonly start: VelocityStart;
  /** Every function that the texts reach, in the version that history is counted with. */
  readonly functionVersions: readonly CountedFunction[];
};

export type StoredVelocitySetVersion = StoredVelocityText & Kept & VersionStamp;

/** A row without names of defined assessments has no member for them. */
export const withSources = <Row extends { readonly sources: DefinedSources | null }>({
  sources,
  ...row
}: Row): Omit<Row, 'sources'> & { readonly sources?: DefinedSources } => ({
  ...row,
  ...(sources === null ? {} : { sources }),
});

type Row = Omit<StoredVelocityText, 'sources'>;

const store = versionedStore<Row, Kept & { readonly sources: DefinedSources | null }, 'velocity_set'>({
  table: 'velocity_set',
  key: 'set',
  texts: {
    condition: 'condition',
    velocities: 'velocities',
    sampleEvent: 'sample_event',
    samplePayload: 'sample_payload',
  },
  kept: { contentHash: 'content_hash', start: 'start', functionVersions: 'function_versions', sources: 'sources' },
  json: ['velocities', 'samplePayload', 'functionVersions', 'sources'],
});

/** Drafts and versions of velocity sets; a version keeps where the log stood when it was published. */
export const velocitySetStore: VersionedStore<StoredVelocityText, StoredVelocitySetVersion> = {
  ...store,
  findVersion: async (trx, id, version) => {
    const row = await store.findVersion(trx, id, version);
    return row && withSources(row);
  },
  readVersions: async (trx, id) => (await store.readVersions(trx, id)).map(withSources),
  insertVersion: async (trx, tenantId, id, { sources = null, ...version }) => {
    await store.insertVersion(
      trx,
      tenantId,
      id,
      { ...version, sources },
      { published_position: await currentPosition(trx) },
    );
  },
};
