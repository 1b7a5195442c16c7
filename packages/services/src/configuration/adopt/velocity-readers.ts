import { nameKey } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listReferences, type TenantTransaction } from '@redoubt/storage';

/** A rule and the velocities it reads, itself or through functions. */
export type VelocityReader = { readonly rule: string; readonly velocities: readonly string[] };

/** The rules of an environment and assessment that read velocities, by name. */
export const readVelocityReaders = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: string,
): Promise<readonly VelocityReader[]> => {
  const references = await listReferences(trx, { kinds: ['velocity', 'function'], readers: ['rule', 'function'] });
  const byReader = Map.groupBy(references, ({ reader }) => reader.id);
  const functionIds = new Map(
    references
      .filter(({ reader }) => reader.kind === 'function')
      .map(({ reader }) => [`${reader.environmentId} ${nameKey(reader.name)}`, reader.id]),
  );
  const velocitiesOf = (readerId: Id): readonly string[] => {
    const found = new Set<string>();
    const seen = new Set<Id>();
    const waiting = [readerId];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      for (const { kind, name, environmentId: at } of byReader.get(id) ?? []) {
        if (kind === 'velocity') found.add(name);
        const called = kind === 'function' ? functionIds.get(`${at} ${nameKey(name)}`) : undefined;
        if (called !== undefined) waiting.push(called);
      }
    }
    return [...found].toSorted();
  };
  const rules = new Map(
    references
      .filter(({ reader }) => reader.kind === 'rule')
      .filter(({ reader }) => reader.environmentId === environmentId && reader.assessment === assessment)
      .map(({ reader }) => [reader.id, reader.name]),
  );
  return [...rules]
    .map(([id, rule]) => ({ rule, velocities: velocitiesOf(id) }))
    .filter(({ velocities }) => velocities.length > 0);
};
