import { RESOURCE_TYPES, type Inventory, type InventoryResource } from '@redoubt/contracts';

/** Something one step away, and what of it is read. */
export type Neighbour = { readonly resource: InventoryResource; readonly parts: readonly string[] };

/** A resource with everything one step around it. */
export type Dependencies = {
  readonly resource: InventoryResource;
  readonly readers: readonly Neighbour[];
  readonly reads: readonly Neighbour[];
};

const sorted = (neighbours: readonly Neighbour[]): readonly Neighbour[] =>
  neighbours.toSorted(
    ({ resource: left }, { resource: right }) =>
      RESOURCE_TYPES.indexOf(left.type) - RESOURCE_TYPES.indexOf(right.type) || left.name.localeCompare(right.name),
  );

/** Every resource with who reads it and what it reads, by key. */
export const dependenciesOf = ({ resources, edges }: Inventory): ReadonlyMap<string, Dependencies> => {
  const byKey = new Map(resources.map((resource) => [resource.key, resource]));
  const neighbour = (key: string, parts: readonly string[]): readonly Neighbour[] => {
    const resource = byKey.get(key);
    return resource ? [{ resource, parts }] : [];
  };
  const byReader = Map.groupBy(edges, ({ reader }) => reader);
  const byRead = Map.groupBy(edges, ({ read }) => read);
  return new Map(
    resources.map((resource) => {
      const readers = (byRead.get(resource.key) ?? []).flatMap(({ reader, parts }) => neighbour(reader, parts));
      const reads = (byReader.get(resource.key) ?? []).flatMap(({ read, parts }) => neighbour(read, parts));
      return [resource.key, { resource, readers: sorted(readers), reads: sorted(reads) }];
    }),
  );
};

/** What is of use without being read: rules decide, and so do assessments. */
const DECIDING: readonly string[] = ['rule', 'assessment'];

/** A resource made to be read that has no reader. */
export const isUnused = ({ resource, readers }: Dependencies): boolean =>
  readers.length === 0 && !DECIDING.includes(resource.type) && !resource.isSystem;
