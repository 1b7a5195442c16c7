import {
  hasCaseManagement,
  shapeStoredEvent,
  standingAfter,
  type CaseEntry,
  type LoggedAssessmentKind,
} from '@redoubt/domain';
import { DAY_MS, isJsonObject, type Clock, type Id } from '@redoubt/kernel';
import {
  forgetEarlyStatuses,
  listAssessments,
  listMisorderedCases,
  lockLeftOverCases,
  queueCaseUpkeep,
  readStoredRequest,
  saveCaseChanges,
  saveOrderValues,
  stepJob,
  type CaseChange,
  type Database,
  type LockedCase,
  type MisorderedCase,
  type TenantTransaction,
} from '@redoubt/storage';
import { orderValueOf } from '../decisions/review-facts.ts';
import type { JobRunner } from '../jobs/job-runner.ts';

/** How often is looked for cases to look after. */
const LOOK_MS = 15_000;
/** Cases that are looked after in one transaction. */
const AT_ONCE = 200;

export type CaseUpkeep = { readonly database: Database; readonly clock: Clock };

/** Assessments of a tenant whose reviews become cases. */
const readKindsWithCases = async (trx: TenantTransaction): Promise<readonly LoggedAssessmentKind[]> => [
  'purchase',
  ...(await listAssessments(trx))
    .filter(({ kind, definition }) => hasCaseManagement(kind, definition))
    .map(({ kind }) => kind),
];

const cancellation = ({ key, standing }: LockedCase, at: Date): readonly CaseChange[] => {
  const action = { kind: 'cancel', cause: 'assessmentWithoutCases' } as const;
  const by = { actorId: 'redoubt', actor: 'Redoubt', source: 'Manager' } as const;
  const entry: CaseEntry = { ...by, atMs: at.getTime(), action, verdict: null };
  const next = standingAfter(standing, entry);
  if ('refusal' in next) return [];
  // The report counts the case in its queue.
  const said = { queueId: standing.record.queueId };
  return [{ key, entry, before: standing, said, after: next.standing, consequences: [], notBefore: at }];
};

/** Cancels some cases of assessments that were deleted, or whose case management was switched off; gives how many. */
const cancelSome = ({ database, clock }: CaseUpkeep, tenantId: Id, environmentId: Id): Promise<number> =>
  database.inTenant(tenantId, async (trx) => {
    const at = new Date(clock.now());
    const locked = await lockLeftOverCases(trx, environmentId, await readKindsWithCases(trx), AT_ONCE);
    const changes = locked.flatMap((each) => cancellation(each, at));
    await saveCaseChanges(trx, changes);
    return changes.length;
  });

/** The value of a case's event; undefined where it has none, and where the event was erased. */
const valueOf = async (database: Database, { key, orderPath }: MisorderedCase) => {
  const request = await readStoredRequest(database, key);
  if (!isJsonObject(request)) return undefined;
  const body = structuredClone(request);
  shapeStoredEvent(key.kind, body);
  return orderValueOf(body, orderPath);
};

/** Reads for some cases what their queue is ordered by now; gives how many. */
const orderSome = async ({ database }: CaseUpkeep, tenantId: Id, environmentId: Id): Promise<number> => {
  const cases = await database.inTenant(tenantId, (trx) => listMisorderedCases(trx, environmentId, AT_ONCE));
  if (cases.length === 0) return 0;
  const values: (MisorderedCase & { readonly value: string | number | undefined })[] = [];
  // oxlint-disable-next-line eslint/no-await-in-loop -- segments of the log, one after the other
  for (const each of cases) values.push({ ...each, value: await valueOf(database, each) });
  await database.inTenant(tenantId, (trx) => saveOrderValues(trx, values));
  return values.length;
};

const queueAll = async ({ database, clock }: CaseUpkeep): Promise<void> => {
  const at = new Date(clock.now());
  for (const { tenantId } of await database.listTenants()) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one transaction after the other
    await database.inTenant(tenantId, async (trx) => queueCaseUpkeep(trx, await readKindsWithCases(trx), at));
  }
};

/**
 * Brings cases in line with what was changed around them: those of an assessment that was deleted, or whose case
 * management was switched off, are cancelled; those that were moved, or whose queue was given another order, are ordered by
 * its attribute. Looks at what is, so that cases which come late are looked after as well.
 */
export const createCaseUpkeep = (options: CaseUpkeep): JobRunner => {
  let forgottenAtMs = -Infinity;
  return {
    kind: 'caseUpkeep',
    run: async (job, { signal }) => {
      const { tenantId, environmentId } = job;
      for (const some of [cancelSome, orderSome]) {
        while (!signal.aborted) {
          // oxlint-disable-next-line eslint/no-await-in-loop -- one transaction after the other
          const done = await some(options, tenantId, environmentId);
          if (done === 0) break;
          // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
          await stepJob(options.database, job, { done });
        }
      }
      return undefined;
    },
    schedule: {
      everyMs: LOOK_MS,
      onOneNode: true,
      run: async () => {
        await queueAll(options);
        const nowMs = options.clock.now();
        if (nowMs - forgottenAtMs < DAY_MS) return;
        await forgetEarlyStatuses(options.database, new Date(nowMs));
        forgottenAtMs = nowMs;
      },
    },
  };
};
