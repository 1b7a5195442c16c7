import { newId, type Id } from '@redoubt/kernel';
import { insertChangeRequest, type Database } from '@redoubt/storage';
import type { Scene } from './scene.ts';

export type RequestTexts = { readonly value?: string; readonly note?: string; readonly name?: string };

/** A change of a support list that a user requested in the environment `Root`, saying a value in what it would send. */
export const requestChange = async (
  database: Database,
  scene: Scene,
  { value = 'other', note = '', name = 'User Support List' }: RequestTexts,
): Promise<Id> => {
  const id = newId();
  await database.inTenant(scene.tenantId, (trx) =>
    insertChangeRequest(trx, scene.tenantId, {
      id,
      environmentId: scene.idOf('Root'),
      endpoint: 'supportLists.change',
      permission: 'supportListStatus:write',
      target: { type: 'SupportList', id: name, name },
      payload: { body: { values: [value], status: 'Block' } },
      secrets: null,
      differences: [{ modified: { values: [value] } }],
      note,
      askedById: 'mara',
      askedBy: 'Mara Lindqvist',
      askedAt: new Date(scene.clock.now()),
    }),
  );
  return id;
};
