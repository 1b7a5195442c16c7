import { environmentPath, withDescendants, type AssessmentKind, type SearchableField } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { EnvironmentRecord, StoredSearchAttribute } from '@redoubt/storage';

type Link = Pick<EnvironmentRecord, 'id' | 'parentId'>;

/** An attribute that search keeps of events of an environment and those below it. */
export type PlannedSearchAttribute = {
  readonly environmentId: Id;
  readonly kind: AssessmentKind;
  readonly field: SearchableField;
};

/** Environments that share their attributes with one: those above it, itself, those below. */
export const relatedEnvironments = (id: Id, environments: readonly Link[]) => {
  const byId = new Map(environments.map((each) => [each.id, each]));
  return {
    above: environmentPath(id, byId).parentIds,
    below: withDescendants(id, environments).filter((each) => each !== id),
  };
};

const isKept = ({ work }: StoredSearchAttribute): boolean => work?.task !== 'remove';

/**
 * What events of some environments can be searched by: what the environment and those above it made searchable, and
 * below it what was made so there. Of a path that two environments beside each other made searchable the first counts.
 */
export const attributesInScope = (
  all: readonly StoredSearchAttribute[],
  environmentId: Id,
  environments: readonly Link[],
): readonly StoredSearchAttribute[] => {
  const { above, below } = relatedEnvironments(environmentId, environments);
  const order = [environmentId, ...above, ...below];
  const byPath = new Map<string, StoredSearchAttribute>();
  const inOrder = all.toSorted((a, b) => order.indexOf(a.environmentId) - order.indexOf(b.environmentId));
  for (const attribute of inOrder) {
    const key = `${attribute.kind} ${attribute.path.toLowerCase()}`;
    if (order.includes(attribute.environmentId) && !byPath.has(key)) byPath.set(key, attribute);
  }
  return [...byPath.values()];
};

const fieldOf = ({ path, type }: StoredSearchAttribute): SearchableField => ({ path, friendlyName: '', type });

/** The same as nodes keep them, to know what to write down of an event. */
export const plannedAttributes = (all: readonly StoredSearchAttribute[]): readonly PlannedSearchAttribute[] =>
  all
    .filter(isKept)
    .map((attribute) => ({ environmentId: attribute.environmentId, kind: attribute.kind, field: fieldOf(attribute) }));

/** The same as fields that search keeps and compares; those that are being taken away are none. */
export const fieldsOf = (
  attributes: readonly StoredSearchAttribute[],
  kind: StoredSearchAttribute['kind'],
): readonly SearchableField[] =>
  attributes.filter((attribute) => attribute.kind === kind && isKept(attribute)).map(fieldOf);
