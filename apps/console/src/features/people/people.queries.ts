import {
  assignRoles,
  changeAssignments,
  exportPeople,
  exportRoleMatrix,
  getAccessOptions,
  getEffectiveAccess,
  getPeople,
  getPermissionHolders,
  getPerson,
  getRoleMatrix,
  resendInvitation,
  revokeAssignments,
  type BodyIn,
  type People,
  type PersonRow,
  type QueryIn,
} from '@redoubt/contracts';
import type { Permission } from '@redoubt/domain';
import { keepPreviousData, type InfiniteData } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read, readPages } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import { saveCsv } from '../../shared/files/read-file.ts';

/** How the list is narrowed and ordered. */
export type PeopleQuestion = QueryIn<typeof exportPeople>;

export const peopleQuery = (call: ApiCall, environmentId: string, question: PeopleQuestion) =>
  readPages(call, getPeople, { params: { environmentId }, query: question }, { placeholderData: keepPreviousData });

/** Rows of all pages fetched so far, and how many there are. */
export const rowsOf = (
  data: InfiniteData<People> | undefined,
): { readonly rows: readonly PersonRow[]; readonly total: number | undefined } => ({
  rows: data?.pages.flatMap(({ rows }) => rows) ?? [],
  total: data?.pages[0]?.total,
});

/** The first people and groups whose name fits, of all that the caller may know of. */
export const suggestionsQuery = (call: ApiCall, environmentId: string, find: string) =>
  read(
    call,
    getPeople,
    { params: { environmentId }, query: { scope: 'all', find } },
    { placeholderData: keepPreviousData },
  );

export const personQuery = (call: ApiCall, environmentId: string, holderId: string) =>
  read(call, getPerson, { params: { environmentId, holderId } });

export const accessOptionsQuery = (call: ApiCall, environmentId: string) =>
  read(call, getAccessOptions, { params: { environmentId } });

export const effectiveAccessQuery = (call: ApiCall, environmentId: string, holderId: string) =>
  read(call, getEffectiveAccess, { params: { environmentId, holderId } }, { placeholderData: keepPreviousData });

export const permissionHoldersQuery = (call: ApiCall, environmentId: string, permission: Permission) =>
  read(
    call,
    getPermissionHolders,
    { params: { environmentId }, query: { permission } },
    { placeholderData: keepPreviousData },
  );

export const roleMatrixQuery = (call: ApiCall, environmentId: string) =>
  read(call, getRoleMatrix, { params: { environmentId } });

/** Giving, changing and taking away roles. */
export const usePeopleMutations = () => ({
  assign: useWrite(assignRoles, (body: BodyIn<typeof assignRoles>) => ({ body })),
  change: useWrite(changeAssignments, (body: BodyIn<typeof changeAssignments>) => ({ body })),
  revoke: useWrite(revokeAssignments, (body: BodyIn<typeof revokeAssignments>) => ({ body }), { afterRefusal: true }),
  resend: useWrite(resendInvitation, (holderId: string) => ({ params: { holderId } })),
});

export const useExportPeople = () =>
  useWrite(exportPeople, (query: PeopleQuestion) => ({ query }), {
    changes: 'nothing',
    onAnswer: (csv) => saveCsv('people-and-groups.csv', csv),
  });

export const useExportRoleMatrix = () =>
  useWrite(exportRoleMatrix, () => ({}), {
    changes: 'nothing',
    onAnswer: (csv) => saveCsv('roles-and-permissions.csv', csv),
  });
