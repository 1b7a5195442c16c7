import type {
  AccessReview,
  BodyOf,
  changeReviewPolicy as policyEndpoint,
  exportAccessReview as exported,
  getAccessReview as listed,
  QueryOf,
  ResponseOf,
  reviewAccess as reviewEndpoint,
  ReviewRow,
} from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { DAY_MS, newId } from '@redoubt/kernel';
import {
  findReviewDays,
  insertAccessReview,
  newestAccessReviews,
  saveReviewDays,
  type StoredPerson,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy, recordActivity, recordTenantSetting } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { writeCsv } from '../csv/write-csv.ts';
import { inTransaction } from '../unit-of-work.ts';
import { revokeTaken, type TakenAssignment } from './assignments.commands.ts';
import { readDirectory, type Directory } from './directory.ts';
import { endAccessOf } from './end-access.ts';
import { keepingAdministrators } from './last-administrator.ts';
import { inOrder, pageAfter } from './page-after.ts';
import { readPeopleScope, type PeopleScope } from './people-scope.ts';
import { requireMayDisable, withPeople } from './person-state.commands.ts';
import { wireRow } from './person-rows.ts';

type Asked = QueryOf<typeof exported>;

const reviewDaysOf = async (trx: TenantTransaction): Promise<number> => {
  const days = await findReviewDays(trx);
  if (days === undefined) throw fail('TENANT-NOT-SET-UP');
  return days;
};

/** What was given to a person itself here and below, and that the caller may take away. */
const endableOf = (directory: Directory, scope: PeopleScope, person: StoredPerson): readonly TakenAssignment[] =>
  directory.grantsOf({ holder: 'Person', person }).flatMap(({ assignment, group, role }) => {
    if (assignment === null || group !== null || assignment.environmentId === null) return [];
    const place = scope.placeOf(assignment.environmentId);
    const isHere = place === 'here' || place === 'below';
    return isHere && scope.rolesToGive(assignment.environmentId).includes(role)
      ? [{ ...assignment, name: person.name }]
      : [];
  });

/** Since when a person holds something: the first review is due a period after that. */
const heldSinceMs = (directory: Directory, person: StoredPerson, nowMs: number): number =>
  Math.min(
    ...directory
      .grantsOf({ holder: 'Person', person })
      .flatMap(({ assignment }) => (assignment === null ? [] : [assignment.assignedAt.getTime()])),
    person.invitedAt?.getTime() ?? nowMs,
    person.firstSeenAt?.getTime() ?? nowMs,
  );

/** Everybody with access here, also who was invited and never came, with the newest review. Who is disabled has none. */
const reviewRows = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  caller: SignedInPerson,
  days: number,
): Promise<{ readonly rows: readonly ReviewRow[]; readonly everyDays: number }> => {
  const nowMs = context.clock.now();
  const scope = await readPeopleScope(trx, context, caller);
  const directory = await readDirectory(trx, scope.edition);
  const everyDays = await reviewDaysOf(trx);
  const reviews = new Map((await newestAccessReviews(trx, scope.path)).map((each) => [each.personId, each]));
  const rows = directory.people.flatMap((person): ReviewRow[] => {
    const row = wireRow(directory, { holder: 'Person', person }, scope, nowMs);
    if (row.roles.length === 0) return [];
    const review = reviews.get(person.id);
    const lastMs = person.lastSeenAt?.getTime() ?? person.invitedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    const dueMs = (review?.reviewedAt.getTime() ?? heldSinceMs(directory, person, nowMs)) + everyDays * DAY_MS;
    return [
      {
        ...row,
        isAbsent: nowMs - lastMs >= days * DAY_MS,
        review:
          review === undefined
            ? null
            : {
                decision: review.decision,
                by: review.reviewer,
                at: review.reviewedAt.toISOString(),
                reason: review.reason,
              },
        dueAt: new Date(dueMs).toISOString(),
        isDue: dueMs <= nowMs,
        endable: endableOf(directory, scope, person).length,
      },
    ];
  });
  return { rows, everyDays };
};

/** Those who were never here come first of those who were here longest ago. */
const keyOf =
  (sort: Asked['sort']) =>
  (row: ReviewRow): string =>
    sort === 'name' ? row.name : sort === 'due' ? row.dueAt : (row.lastSeenAt ?? '');

const narrowed = (rows: readonly ReviewRow[], { find = '', show }: Asked): readonly ReviewRow[] => {
  const wanted = find.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (show === 'all' || (show === 'absent' ? row.isAbsent : row.isDue)) &&
      `${row.name}\n${row.username}`.toLowerCase().includes(wanted),
  );
};

/** Who has access in the environment, who of them has not signed in for a period, and whose review is due. */
export const getAccessReview = (
  context: EnvironmentContext,
  caller: SignedInPerson,
  { cursor, ...asked }: QueryOf<typeof listed>,
): Promise<AccessReview> =>
  inTransaction(context, async (trx) => {
    const { rows, everyDays } = await reviewRows(trx, context, caller, asked.days);
    const shown = narrowed(rows, asked);
    const page = pageAfter(shown, keyOf(asked.sort), asked.order, cursor);
    return {
      rows: [...page.rows],
      total: shown.length,
      nextCursor: page.nextCursor,
      counts: {
        all: rows.length,
        absent: rows.filter(({ isAbsent }) => isAbsent).length,
        due: rows.filter(({ isDue }) => isDue).length,
      },
      nextDueAt: rows.reduce<string | null>(
        (first, { dueAt }) => (first === null || dueAt < first ? dueAt : first),
        null,
      ),
      everyDays,
    };
  });

const COLUMNS = [
  'name',
  'signInName',
  'kind',
  'status',
  'lastSignIn',
  'noSignInWithinPeriod',
  'roles',
  'nextEnd',
  'lastReview',
  'reviewer',
  'decision',
  'reason',
  'due',
];

const csvLine = (row: ReviewRow): readonly string[] => [
  row.name,
  row.username,
  row.kind ?? '',
  row.status,
  row.lastSeenAt ?? '',
  String(row.isAbsent),
  row.roles.join(' '),
  row.assignments
    .flatMap(({ expiresAt, isEnded }) => (expiresAt === null || isEnded ? [] : [expiresAt]))
    .toSorted()
    .at(0) ?? '',
  row.review?.at ?? '',
  row.review?.by ?? '',
  row.review?.decision ?? '',
  row.review?.reason ?? '',
  row.dueAt,
];

/** The same as CSV, all rows; the export is an entry of the activity log. */
export const exportAccessReview = (
  context: EnvironmentContext,
  caller: SignedInPerson,
  asked: Asked,
): Promise<string> =>
  inTransaction(context, async (trx) => {
    const { rows } = await reviewRows(trx, context, caller, asked.days);
    const shown = inOrder(narrowed(rows, asked), keyOf(asked.sort), asked.order);
    await recordActivity(trx, context, {
      operation: 'Export',
      type: 'UserAccess',
      id: context.environmentId,
      name: 'Access review',
      environmentId: context.environmentId,
      modified: { rows: shown.length, show: asked.show, days: asked.days },
    });
    return writeCsv(COLUMNS, shown.map(csvLine));
  });

/** Notes what the reviewer decided about people. */
const noteReviews = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  people: readonly StoredPerson[],
  { decision, reason }: Pick<BodyOf<typeof reviewEndpoint>, 'decision' | 'reason'>,
): Promise<void> => {
  const { actor, environmentId, tenantId } = context;
  const { by: reviewer, at: reviewedAt } = changedBy(context);
  for (const { id, userId, name } of people) {
    const review = { personId: id, decision, reason, reviewerId: actor.id, reviewer, reviewedAt };
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
    await insertAccessReview(trx, { tenantId, environmentId, id: newId() }, review);
    // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
    await recordActivity(trx, context, {
      operation: 'Review',
      type: 'UserAccess',
      id: userId,
      name,
      environmentId,
      modified: { decision, reason },
    });
  }
};

/**
 * Keeps a decision about the access of people and carries it out, all or none: their access stays, the roles that were given
 * to them here and below end, or they are disabled.
 *
 * @throws as `disablePeople`, and `ACCESS-NOTHING-TO-END`.
 */
export const reviewAccess = (
  context: EnvironmentContext,
  caller: SignedInPerson,
  { people: ids, decision, reason }: BodyOf<typeof reviewEndpoint>,
): Promise<ResponseOf<typeof reviewEndpoint>> =>
  withPeople(context, caller, ids, async (trx, { scope, directory, people, nowMs }) => {
    const isOwn = people.some(({ userId }) => userId === caller.userId);
    // Whose access it is does not judge it.
    if (isOwn) throw fail('ACCESS-SELF-REFUSED');
    if (decision === 'Disable') requireMayDisable(directory, scope, people, 'Disabled', nowMs);
    const taken = decision === 'End' ? people.map((person) => endableOf(directory, scope, person)) : [];
    const at = taken.findIndex((theirs) => theirs.length === 0);
    if (at >= 0) throw fail('ACCESS-NOTHING-TO-END', { name: people[at]?.name ?? '' });
    await noteReviews(trx, context, people, { decision, reason });
    await keepingAdministrators(trx, context, scope, async () => {
      if (decision === 'End') await revokeTaken(trx, context, scope, taken.flat(), reason);
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      if (decision === 'Disable') for (const person of people) await endAccessOf(trx, context, person, reason);
    });
    return { count: people.length, ended: taken.flat().length };
  });

/** Sets how often the access of each person of the tenant is to be reviewed. */
export const changeReviewPolicy = (
  context: EnvironmentContext,
  { everyDays }: BodyOf<typeof policyEndpoint>,
): Promise<ResponseOf<typeof policyEndpoint>> =>
  inTransaction(context, async (trx) => {
    const before = await reviewDaysOf(trx);
    if (before !== everyDays) {
      await saveReviewDays(trx, everyDays);
      await recordTenantSetting(trx, context, 'reviewDays', before, everyDays);
    }
    return { everyDays };
  });
