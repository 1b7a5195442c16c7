import {
  assignRoles,
  changeAssignments,
  changeReviewPolicy,
  disablePeople,
  enablePeople,
  exportAccessReview,
  exportPeople,
  exportRoleMatrix,
  getAccessOptions,
  getAccessReview,
  getEffectiveAccess,
  getPeople,
  getPermissionHolders,
  getPerson,
  getRoleMatrix,
  resendInvitation,
  reviewAccess,
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

/** Rows of all pages fetched so far, how many the question finds, and how many people can act in the environment. */
export const rowsOf = (data: InfiniteData<People> | undefined) => {
  const [first] = data?.pages ?? [];
  return {
    rows: data?.pages.flatMap(({ rows }): readonly PersonRow[] => rows) ?? [],
    total: first?.total,
    actingPeople: first?.actingPeople,
  };
};

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

/** How the review is narrowed and ordered. */
export type ReviewQuestion = QueryIn<typeof exportAccessReview>;

export const accessReviewQuery = (call: ApiCall, environmentId: string, question: ReviewQuestion) =>
  readPages(
    call,
    getAccessReview,
    { params: { environmentId }, query: question },
    { placeholderData: keepPreviousData },
  );

/** Giving, changing and taking away roles, and the state of people. */
export const usePeopleMutations = () => ({
  assign: useWrite(assignRoles, (body: BodyIn<typeof assignRoles>) => ({ body })),
  change: useWrite(changeAssignments, (body: BodyIn<typeof changeAssignments>) => ({ body })),
  revoke: useWrite(revokeAssignments, (body: BodyIn<typeof revokeAssignments>) => ({ body }), { afterRefusal: true }),
  disable: useWrite(disablePeople, (body: BodyIn<typeof disablePeople>) => ({ body }), { afterRefusal: true }),
  enable: useWrite(enablePeople, (body: BodyIn<typeof enablePeople>) => ({ body }), { afterRefusal: true }),
  resend: useWrite(resendInvitation, (holderId: string) => ({ params: { holderId } })),
});

export const useExportPeople = () =>
  useWrite(exportPeople, (query: PeopleQuestion) => ({ query }), {
    changes: 'nothing',
    onAnswer: (csv) => saveCsv('people-and-groups.csv', csv),
  });

/** What reviewers decide, and how often they are to. */
export const useReviewMutations = () => ({
  decide: useWrite(reviewAccess, (body: BodyIn<typeof reviewAccess>) => ({ body }), { afterRefusal: true }),
  policy: useWrite(changeReviewPolicy, (body: BodyIn<typeof changeReviewPolicy>) => ({ body })),
});

export const useExportReview = () =>
  useWrite(exportAccessReview, (query: ReviewQuestion) => ({ query }), {
    changes: 'nothing',
    onAnswer: (csv) => saveCsv('access-review.csv', csv),
  });

export const useExportRoleMatrix = () =>
  useWrite(exportRoleMatrix, () => ({}), {
    changes: 'nothing',
    onAnswer: (csv) => saveCsv('roles-and-permissions.csv', csv),
  });
