import { listNameKey } from '@redoubt/domain';
import { ownBuffer, type Id, type NewBuffer } from '@redoubt/kernel';
import { inTransaction, type TransactionScope } from '../unit-of-work.ts';
import { readListContent, type PlannedList } from './list-content.ts';
import { ListIndex, type PlainListIndex } from './list-index.ts';
import type { ListUnit } from './manifest.ts';
import { namedBy, type Level } from './plan-record.ts';

/** A content that plans name, and the columns that their rules look up in. */
export type NamedList = { readonly hash: string; readonly unit: ListUnit; readonly columns: readonly string[] };

/** Gets the contents that the plans of a tenant name ready for look-ups; by hash. */
export type PlanLists = (
  scope: TransactionScope,
  named: readonly NamedList[],
) => Promise<ReadonlyMap<string, ListIndex>>;

/** What another thread asks for: all that its plans of a tenant name, and which of these it does not have. */
export type ListRequest = {
  readonly tenantId: Id;
  readonly named: readonly NamedList[];
  readonly missing: readonly string[];
};

export type SharedList = { readonly hash: string; readonly index: PlainListIndex };

/** Columns of a list that rules name. */
const columnsNamed = (
  { name, unit }: PlannedList,
  { rules, actions, routing, references }: Level,
): readonly string[] => [
  ...('entity' in unit ? ['Key'] : []),
  ...namedBy(
    references,
    'list',
    [...rules, ...actions, ...routing].map(({ id }) => id),
  )
    .filter((reference) => listNameKey(reference.name) === listNameKey(name))
    .flatMap(({ parts }) => parts),
];

/** The contents that levels name, each once. */
export const namedLists = (levels: readonly Level[]): readonly NamedList[] => {
  const named = new Map<string, NamedList & { readonly columns: string[] }>();
  for (const level of levels) {
    for (const list of level.named) {
      const { contentHash: hash, unit } = list;
      const known = named.get(hash) ?? { hash, unit, columns: [] };
      known.columns.push(...columnsNamed(list, level));
      named.set(hash, known);
    }
  }
  return [...named.values()].map((list) => ({ ...list, columns: [...new Set(list.columns)] }));
};

/** Number of an answering thread, or the thread of the store. */
type Reader = number;
const OWN: Reader = -1;

/** Contents of one tenant, for all who read them. */
class TenantLists {
  readonly #newBuffer: NewBuffer;
  readonly #kept = new Map<string, { readonly index: ListIndex; readonly listId: Id | null }>();
  readonly #namedBy = new Map<Reader, ReadonlySet<string>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(newBuffer: NewBuffer) {
    this.#newBuffer = newBuffer;
  }

  /** One after the other, so that what two readers ask for is read and indexed once. */
  get(scope: TransactionScope, reader: Reader, named: readonly NamedList[]): Promise<ReadonlyMap<string, ListIndex>> {
    const load = () => this.#load(scope, reader, named);
    const loading = this.#last.then(load, load);
    this.#last = loading;
    return loading;
  }

  async #load(scope: TransactionScope, reader: Reader, named: readonly NamedList[]) {
    const newest = new Map([...this.#kept.values()].map(({ listId, index }) => [listId, index]));
    const found = new Map<string, ListIndex>();
    for (const { hash, unit, columns } of named) {
      const listId = 'listId' in unit ? unit.listId : null;
      const before = listId === null ? undefined : newest.get(listId);
      const index = this.#kept.get(hash)?.index ?? (await this.#read(scope, unit, before));
      this.#kept.set(hash, { index, listId });
      await index.warm(columns);
      found.set(hash, index);
    }
    this.#namedBy.set(reader, new Set(found.keys()));
    this.#drop();
    return found;
  }

  /**
   * Of a list that is here in another content, only the chunks that differ are read. A content that is named never
   * changes, so it is read after the plans, which keep others from publishing.
   */
  async #read(scope: TransactionScope, unit: ListUnit, before: ListIndex | undefined): Promise<ListIndex> {
    const content = await inTransaction(scope, (trx) => readListContent(trx, unit, before?.blocks, this.#newBuffer));
    const { columns, rows, life } = content;
    return before ? before.next(columns, rows, life) : new ListIndex(columns, rows, life, this.#newBuffer);
  }

  forget(reader: Reader): void {
    this.#namedBy.delete(reader);
    this.#drop();
  }

  /** Drops what no reader names any more. */
  #drop(): void {
    const readers = [...this.#namedBy.values()];
    for (const hash of this.#kept.keys()) if (!readers.some((named) => named.has(hash))) this.#kept.delete(hash);
  }
}

/** The list contents of a process, each read and indexed once, and kept from load to load as long as plans name it. */
export class ListStore {
  readonly #newBuffer: NewBuffer;
  readonly #tenants = new Map<Id, TenantLists>();

  /** @param newBuffer memory that others may read where threads `share` the lists. */
  constructor(newBuffer: NewBuffer = ownBuffer) {
    this.#newBuffer = newBuffer;
  }

  readonly read: PlanLists = (scope, named) => this.#tenant(scope.tenantId).get(scope, OWN, named);

  /** What another thread does not have, over the memory of this process. */
  async share(scope: TransactionScope, thread: number, request: ListRequest): Promise<readonly SharedList[]> {
    const found = await this.#tenant(scope.tenantId).get(scope, thread, request.named);
    return request.missing.flatMap((hash) => {
      const index = found.get(hash);
      return index ? [{ hash, index: index.plain }] : [];
    });
  }

  /** Another thread has ended. */
  forget(thread: number): void {
    for (const lists of this.#tenants.values()) lists.forget(thread);
  }

  #tenant(tenantId: Id): TenantLists {
    const found = this.#tenants.get(tenantId) ?? new TenantLists(this.#newBuffer);
    this.#tenants.set(tenantId, found);
    return found;
  }
}

/** How answering threads read the lists of their process, each by its number. */
export type ThreadLists = {
  readonly share: (thread: number, request: ListRequest) => Promise<readonly SharedList[]>;
  /** A thread has ended. */
  readonly forget: (thread: number) => void;
};

/** Lists of a thread that has them from the store of another one. */
export const createAskedLists = (ask: (request: ListRequest) => Promise<readonly SharedList[]>): PlanLists => {
  const tenants = new Map<Id, ReadonlyMap<string, ListIndex>>();
  return async ({ tenantId }, named) => {
    const known = tenants.get(tenantId);
    const missing = named.filter(({ hash, columns }) => known?.get(hash)?.isReady(columns) !== true);
    const shared = await ask({ tenantId, named, missing: missing.map(({ hash }) => hash) });
    const fresh = new Map(shared.map(({ hash, index }) => [hash, ListIndex.from(index)]));
    const found = new Map(
      named.flatMap(({ hash }) => {
        const index = fresh.get(hash) ?? known?.get(hash);
        return index ? [[hash, index] as const] : [];
      }),
    );
    tenants.set(tenantId, found);
    return found;
  };
};
