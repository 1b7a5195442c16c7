import {
  appendToList,
  changeListRows,
  createList,
  deleteList,
  describeList,
  downloadList,
  getListDifference,
  getListRows,
  getLists,
  getListVersions,
  lookUpValue,
  previewList,
  replaceList,
  rollBackList,
  setListExpiry,
  type ListRowChange,
  type ListSummary,
} from '@redoubt/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read, readPages } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

export const listsQuery = (call: ApiCall, environmentId: string) => read(call, getLists, { params: { environmentId } });

/** Rows of one content of a list; another content is another result. */
export const listRowsQuery = (
  call: ApiCall,
  environmentId: string,
  list: ListSummary,
  contains: string,
  limit: number,
) =>
  readPages(
    call,
    getListRows,
    {
      params: { environmentId, listId: list.id },
      query: { limit, ...(contains === '' ? {} : { contains }) },
    },
    { version: list.contentVersion, staleTime: Infinity, placeholderData: keepPreviousData },
  );

/** Contents a list has had, newest first; another content is another result. */
export const listVersionsQuery = (call: ApiCall, environmentId: string, list: ListSummary) =>
  readPages(
    call,
    getListVersions,
    { params: { environmentId, listId: list.id } },
    { version: list.contentVersion, placeholderData: keepPreviousData },
  );

/** What changed from one content to another; contents never change. */
export const listDifferenceQuery = (
  call: ApiCall,
  environmentId: string,
  listId: string,
  between: { readonly from: number; readonly to: number },
) => read(call, getListDifference, { params: { environmentId, listId }, query: between }, { staleTime: Infinity });

/** Which custom and support lists hold a value. */
export const lookupQuery = (call: ApiCall, environmentId: string, value: string) =>
  read(
    call,
    lookUpValue,
    { params: { environmentId }, query: { value } },
    { enabled: value !== '', placeholderData: keepPreviousData },
  );

/** A file to look at, and what it is for. */
type Upload = {
  readonly csv: string;
  /** The list it is for; a new one without it. */
  readonly listId: string | undefined;
  readonly as: 'content' | 'append';
  readonly expiryColumn: string | undefined;
};

type Of<Rest> = Rest & { readonly list: ListSummary };
type New = Pick<Upload, 'csv' | 'expiryColumn'> & { readonly name: string; readonly description: string };

const toOne = ({ id }: ListSummary) => ({ params: { listId: id } });
const expiring = (expiryColumn: string | undefined) => (expiryColumn === undefined ? {} : { expiryColumn });
const toFile = ({ csv, list }: Of<{ readonly csv: string }>) => ({
  ...toOne(list),
  query: { version: list.version },
  body: csv,
});

/** What a write makes stale: contents have versions, and those that are shown are asked for anew with the list. */
export const CHANGES_LISTS = { changes: [getLists] } as const;

/** The writes of this screen; each refreshes what it changed. */
export const useListMutations = () => ({
  preview: useWrite(
    previewList,
    ({ csv, listId, as, expiryColumn }: Upload) => ({
      query: { as, ...(listId === undefined ? {} : { listId }), ...expiring(expiryColumn) },
      body: csv,
    }),
    { changes: 'nothing' },
  ),
  create: useWrite(
    createList,
    ({ csv, name, description, expiryColumn }: New) => ({
      query: { name, description, ...expiring(expiryColumn) },
      body: csv,
    }),
    CHANGES_LISTS,
  ),
  replace: useWrite(replaceList, toFile, CHANGES_LISTS),
  append: useWrite(appendToList, toFile, CHANGES_LISTS),
  changeRows: useWrite(
    changeListRows,
    ({ list, changes }: Of<{ readonly changes: ListRowChange[] }>) => ({
      ...toOne(list),
      body: { version: list.version, changes },
    }),
    CHANGES_LISTS,
  ),
  setExpiry: useWrite(
    setListExpiry,
    ({ list, column }: Of<{ readonly column: string | null }>) => ({
      ...toOne(list),
      body: { version: list.version, column },
    }),
    CHANGES_LISTS,
  ),
  rollBack: useWrite(
    rollBackList,
    ({ list, ...chosen }: Of<{ readonly contentVersion: number; readonly secret?: string | undefined }>) => ({
      ...toOne(list),
      body: { version: list.version, ...chosen },
    }),
    CHANGES_LISTS,
  ),
  describe: useWrite(
    describeList,
    ({ list, description }: Of<{ readonly description: string }>) => ({
      ...toOne(list),
      body: { version: list.version, description },
    }),
    CHANGES_LISTS,
  ),
  remove: useWrite(
    deleteList,
    (list: ListSummary) => ({ ...toOne(list), query: { version: list.version } }),
    CHANGES_LISTS,
  ),
  download: useWrite(
    downloadList,
    ({ list, contentVersion }: Of<{ readonly contentVersion?: number }>) => ({
      ...toOne(list),
      query: contentVersion === undefined ? {} : { contentVersion },
    }),
    { changes: 'nothing' },
  ),
});
