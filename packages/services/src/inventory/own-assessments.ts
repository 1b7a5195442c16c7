import type { InventoryEdge, InventoryResource } from '@redoubt/contracts';
import { definedPartsOf, definedVelocitySources, type DefinedKind } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { listAssessments, listEnvironments, listReferences, type TenantTransaction } from '@redoubt/storage';
import { rootOf } from '../environments/root-of.ts';
import { keyOf, keyOfReader, PLAIN_RESOURCE } from './inventory-keys.ts';

/**
 * Assessments of the environment's tree that people defined, with the velocity sets of the environment that count their
 * events and the names under which its texts call them: what keeps each from being deleted.
 */
export const readOwnAssessments = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<{ readonly resources: readonly InventoryResource[]; readonly edges: readonly InventoryEdge[] }> => {
  const root = rootOf(await listEnvironments(trx), environmentId);
  const defined = (await listAssessments(trx)).filter((each) => each.environmentId === root);
  const resources = defined.map(({ kind, friendlyName }): InventoryResource => ({
    ...PLAIN_RESOURCE,
    key: keyOf('assessment', kind),
    type: 'assessment',
    id: kind,
    name: friendlyName,
  }));
  const keys = new Map(defined.map(({ kind }) => [definedPartsOf(kind).number, keyOf('assessment', kind)]));
  const names = new Map<string, string>(definedVelocitySources(defined).map(({ name, kind }) => [kind, name]));
  const edges: InventoryEdge[] = [];
  const references = await listReferences(trx, { kinds: ['assessment'], readersIn: environmentId });
  for (const [reader, all] of Map.groupBy(references, keyOfReader)) {
    const read = Map.groupBy(all, ({ name }) => keys.get(definedPartsOf(name as DefinedKind).number));
    for (const [key, kinds] of read) {
      const parts = kinds.flatMap(({ name }) => names.get(name)?.split(':').slice(1) ?? []);
      if (key !== undefined) edges.push({ reader, read: key, parts: [...new Set(parts)].toSorted() });
    }
  }
  return { resources, edges };
};
