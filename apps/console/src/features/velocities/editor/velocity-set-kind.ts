import { getVelocitySetVersion, type VelocitySetDetail } from '@redoubt/contracts';
import type { VersionedKind } from '../../../shared/authoring/editing/versioned-kind.ts';
import {
  EDITED_VELOCITY_SETS,
  editedVelocitySetOf,
  mergedVelocitySet,
  type EditedVelocitySet,
} from '../text/edited-velocity-set.ts';

/** Velocity sets, as their editor handles their versions. Those of the system have no author and are not edited. */
export const VELOCITY_SETS: VersionedKind<VelocitySetDetail, EditedVelocitySet> = {
  ...EDITED_VELOCITY_SETS,
  codes: { stale: 'VELOCITY-SET-STALE', unknown: 'VELOCITY-SET-UNKNOWN' },
  versionsOf: ({ draft, published, history }) => ({
    draft,
    published: published?.published ? { version: published.version, published: published.published } : null,
    history,
  }),
  publishedText: ({ published }) => (published === null ? null : editedVelocitySetOf(published)),
  readVersion: async (call, { environmentId, id }, version, signal) =>
    editedVelocitySetOf(
      await call(getVelocitySetVersion, { params: { environmentId, setId: id, setVersion: version }, signal }),
    ),
  toRuleText: (text) => text,
  fromRuleText: mergedVelocitySet,
};
