import type { VelocitySetDetail } from '@redoubt/contracts';
import { fail, isRuleName, SYSTEM_VELOCITY_SETS } from '@redoubt/domain';
import { isCleanText, type Json } from '@redoubt/kernel';
import {
  deleteVelocityDraft,
  deleteVelocitySet,
  findVelocityDraft,
  findVelocitySet,
  listVelocitySets,
  lockVelocitySetNames,
  saveVelocityDraft,
  updateVelocitySet,
  type StoredVelocitySet,
  type StoredVelocityText,
} from '@redoubt/storage';
import { lastPublished, type DraftedDescription } from '../resources/drafted-resource.ts';
import { readVelocitySet } from './get-velocity-set.query.ts';
import { findSystemSet } from './velocity-set-scope.ts';

/** Velocity sets as resources. Those of the system have names that are taken, and cannot be changed: …-READ-ONLY. */
export const velocitySetResource = {
  prefix: 'VELOCITY-SET',
  type: 'VelocitySet',
  isName: (name) => isRuleName(name) && isCleanText(name),
  namesakes: async (trx, environmentId) => {
    await lockVelocitySetNames(trx, environmentId);
    return [...SYSTEM_VELOCITY_SETS, ...(await listVelocitySets(trx, environmentId))];
  },
  find: (trx, environmentId, setId, lock) => {
    const system = findSystemSet(setId);
    if (system) throw fail('VELOCITY-SET-READ-ONLY', { name: system.name });
    return findVelocitySet(trx, environmentId, setId, lock);
  },
  read: readVelocitySet,
  findDraft: findVelocityDraft,
  saveDraft: saveVelocityDraft,
  deleteDraft: deleteVelocityDraft,
  update: updateVelocitySet,
  delete: deleteVelocitySet,
  loggedDraft: ({ condition, velocities }) => ({ draft: { condition, velocities: velocities as unknown as Json } }),
  listedAs: lastPublished,
} as const satisfies DraftedDescription<StoredVelocitySet, VelocitySetDetail, StoredVelocityText>;
