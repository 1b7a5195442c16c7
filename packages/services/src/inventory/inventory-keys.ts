import type { InventoryResource } from '@redoubt/contracts';
import { nameKey } from '@redoubt/domain';
import type { StoredReference } from '@redoubt/storage';

/** What most resources of the inventory have none of. */
export const PLAIN_RESOURCE = {
  description: '',
  assessment: null,
  branch: null,
  environmentName: null,
  isSystem: false,
  changed: null,
} as const satisfies Partial<InventoryResource>;

/** Names a resource in the answer; calls by their name, because one that is not set up has no id. */
export const keyOf = (type: InventoryResource['type'], id: string): string => `${type}:${id}`;

/** The key of what reads. */
export const keyOfReader = ({ reader: { kind, id, name } }: Pick<StoredReference, 'reader'>): string =>
  keyOf(kind, kind === 'externalAssessment' ? nameKey(name) : id);
