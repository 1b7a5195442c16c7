import type { ManagedEnvironment } from '@redoubt/contracts';

/** An environment as a row of the tree. */
export type TreeRow = {
  readonly environment: ManagedEnvironment;
  /** From 1 for a root. */
  readonly level: number;
  /** Whether the rows below it are there; undefined where it has none. */
  readonly isOpen: boolean | undefined;
  /** Of it and all environments below it. */
  readonly eventsBelow: number;
};

/** A tree of more environments than this opens folded. */
const MANY = 200;

/** What people read for an environment. */
export const shownName = ({ friendlyName, name }: Pick<ManagedEnvironment, 'friendlyName' | 'name'>): string =>
  friendlyName ?? name;

/** Gone, or on its way there without return. */
export const isGone = ({ status }: ManagedEnvironment): boolean => status === 'Deleted' || status === 'Deleting';

const byName = (a: ManagedEnvironment, b: ManagedEnvironment): number =>
  shownName(a).localeCompare(shownName(b), undefined, { numeric: true });

const childrenByParent = (environments: readonly ManagedEnvironment[]): Map<string | null, ManagedEnvironment[]> => {
  const ids = new Set(environments.map(({ id }) => id));
  const children = Map.groupBy(environments, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  );
  for (const siblings of children.values()) siblings.sort(byName);
  return children;
};

const fits = (environment: ManagedEnvironment, wanted: string): boolean => {
  const { name, friendlyName, id, customerApiId, tags, geography } = environment;
  return [name, friendlyName, id, customerApiId, ...tags, geography?.code, geography?.friendlyName].some(
    (each) => each?.toLocaleLowerCase().includes(wanted) === true,
  );
};

/** Those that are folded before a person folds any. */
export const foldedAtFirst = (environments: readonly ManagedEnvironment[]): ReadonlySet<string> =>
  environments.length <= MANY
    ? new Set()
    : new Set(environments.filter(({ parentId }) => parentId !== null).map(({ id }) => id));

/**
 * The rows of the tree from its roots down, siblings by name. Of a search those that fit are shown with all above them,
 * unfolded.
 */
export const treeRows = (
  environments: readonly ManagedEnvironment[],
  { folded, find }: { readonly folded: ReadonlySet<string>; readonly find: string },
): readonly TreeRow[] => {
  const wanted = find.trim().toLocaleLowerCase();
  const children = childrenByParent(environments);
  const seen = new Set<string>();
  const rowsOf = (parentId: string | null, level: number): { rows: TreeRow[]; events: number } => {
    const rows: TreeRow[] = [];
    let events = 0;
    for (const environment of children.get(parentId) ?? []) {
      const { id } = environment;
      // A loop would have no end.
      if (seen.has(id)) continue;
      seen.add(id);
      const below = rowsOf(id, level + 1);
      const eventsBelow = environment.events + below.events;
      events += eventsBelow;
      if (wanted !== '' && below.rows.length === 0 && !fits(environment, wanted)) continue;
      const hasChildren = wanted === '' ? children.has(id) : below.rows.length > 0;
      const isOpen = hasChildren ? wanted !== '' || !folded.has(id) : undefined;
      rows.push({ environment, level, isOpen, eventsBelow });
      if (isOpen) for (const row of below.rows) rows.push(row);
    }
    return { rows, events };
  };
  return rowsOf(null, 1).rows;
};
