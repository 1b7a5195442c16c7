/** What the server keeps of velocities besides the store: sets, backfills, snapshots, and the feed of what events add. */
export { readContributions, startContributionFeed, type ContributionBatch } from './contribution-feed.ts';
export { decodeBackfillEntries, type BackfillEntry, type BackfillSegmentRow } from './backfill-codec.ts';
export {
  eventsOfPiece,
  headsOfPiece,
  readBackfillPiece,
  writeBackfillStep,
  type BackfillPiece,
} from './backfill-log.ts';
export {
  BACKFILL_DAYS,
  findBackfill,
  insertBackfill,
  listBackfills,
  measureBackfill,
  type StoredBackfill,
} from './backfill.repository.ts';
export { readNewestEvents } from './newest-events.read-model.ts';
export { findContributors, type Contributor } from './contributors.read-model.ts';
export {
  addVelocitySnapshotPart,
  beginVelocitySnapshot,
  dropVelocitySnapshot,
  findVelocitySnapshots,
  finishVelocitySnapshot,
  readVelocitySnapshot,
  type SnapshotKind,
} from './snapshot.repository.ts';
export {
  listPublishedVelocitySets,
  listVelocitySets,
  type PublishedVelocitySet,
  type VelocitySetListItem,
} from './velocity-set-list.read-model.ts';
export { findWindowMode, listWindowModes, saveWindowMode } from './velocity-setting.repository.ts';
export { velocitySetStore, type StoredVelocitySetVersion } from './velocity-set-version.repository.ts';
export {
  findVelocitySet,
  insertVelocitySet,
  lockVelocitySetNames,
  type StoredVelocitySet,
  type StoredVelocityText,
} from './velocity-set.repository.ts';
