import type { InventoryEdge, InventoryResource } from '@redoubt/contracts';
import { definedPartsOf, definedVelocitySources, nameKey } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listAssessments,
  listEnvironments,
  listExternalAssessments,
  listPublishedVelocitySets,
  type TenantTransaction,
} from '@redoubt/storage';
import { rootOf } from '../assessments/root-of.ts';

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
    key: `assessment:${kind}`,
    type: 'assessment',
    id: kind,
    name: friendlyName,
    description: '',
    assessment: null,
    branch: null,
    environmentName: null,
    isSystem: false,
    changed: null,
  }));
  const keys = new Map(defined.map(({ kind }) => [definedPartsOf(kind).number, `assessment:${kind}`]));
  const names = new Map<string, string>(definedVelocitySources(defined).map(({ name, kind }) => [kind, name]));
  const edges: InventoryEdge[] = [];
  for (const { id, sources = {} } of await listPublishedVelocitySets(trx, environmentId)) {
    for (const [number, kinds] of Map.groupBy(Object.values(sources), (kind) => definedPartsOf(kind).number)) {
      const read = keys.get(number);
      const parts = kinds.flatMap((kind) => names.get(kind)?.split(':').slice(1) ?? []);
      if (read !== undefined) edges.push({ reader: `velocitySet:${id}`, read, parts: [...new Set(parts)].toSorted() });
    }
  }
  for (const { name, target } of await listExternalAssessments(trx, environmentId)) {
    const read = `assessment:${target.assessment}`;
    if (resources.some(({ key }) => key === read)) {
      edges.push({ reader: `externalAssessment:${nameKey(name)}`, read, parts: [] });
    }
  }
  return { resources, edges };
};
