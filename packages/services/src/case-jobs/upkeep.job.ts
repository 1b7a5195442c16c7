import {
  GENERAL_QUEUE,
  GENERAL_QUEUE_ID,
  hasCaseManagement,
  type CaseAction,
  type LoggedAssessmentKind,
} from '@redoubt/domain';
import { DAY_MS, type Clock, type Id, type JsonObject } from '@redoubt/kernel';
import {
  forgetEarlyStatuses,
  listAssessments,
  listMisorderedCases,
  lockAstrayCases,
  lockLeftOverCases,
  queueCaseUpkeep,
  saveCaseChanges,
  type CaseChange,
  type Database,
  type LockedCase,
  type TenantTransaction,
} from '@redoubt/storage';
import { orderCases } from '../cases/order-cases.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { runSteps } from '../jobs/run-steps.ts';
import { ownChange } from './own-change.ts';

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

/** What upkeep does to a locked case. */
const changeOf = (locked: LockedCase, action: CaseAction, said: JsonObject, at: Date): readonly CaseChange[] =>
  ownChange(locked, {
    atMs: at.getTime(),
    source: 'Manager',
    action,
    verdict: null,
    said,
    consequences: [],
    notBefore: at,
  });

/** Looks after some cases of an environment in one step; gives how many. */
type Step = (options: CaseUpkeep, tenantId: Id, environmentId: Id) => Promise<number>;

const CANCEL = { kind: 'cancel', cause: 'assessmentWithoutCases' } as const;

/** Cancels cases of assessments that were deleted, or whose case management was switched off. */
const cancelSome: Step = ({ database, clock }, tenantId, environmentId) =>
  database.inTenant(tenantId, async (trx) => {
    const at = new Date(clock.now());
    const locked = await lockLeftOverCases(trx, environmentId, await readKindsWithCases(trx), AT_ONCE);
    const changes = locked.flatMap((each) =>
      // The report counts the case in its queue.
      changeOf(each, CANCEL, { queueId: each.standing.record.queueId }, at),
    );
    await saveCaseChanges(trx, changes);
    return changes.length;
  });

const TO_GENERAL = { kind: 'move', queueId: GENERAL_QUEUE_ID, timeoutMs: GENERAL_QUEUE.timeoutMs } as const;

/** Moves cases to General whose queue was deleted while a node still decided with it. */
const moveAstray: Step = ({ database, clock }, tenantId, environmentId) =>
  database.inTenant(tenantId, async (trx) => {
    const at = new Date(clock.now());
    const locked = await lockAstrayCases(trx, environmentId, AT_ONCE);
    const changes = locked.flatMap((each) => changeOf(each, TO_GENERAL, { queue: GENERAL_QUEUE.name }, at));
    await saveCaseChanges(trx, changes);
    return changes.length;
  });

/** Gives cases the value that their queue is ordered by now. */
const orderSome: Step = async ({ database }, tenantId, environmentId) => {
  const cases = await database.inTenant(tenantId, (trx) => listMisorderedCases(trx, environmentId, AT_ONCE));
  await orderCases(database, tenantId, cases);
  return cases.length;
};

const STEPS: readonly Step[] = [cancelSome, moveAstray, orderSome];

const queueAll = async ({ database, clock }: CaseUpkeep): Promise<void> => {
  const at = new Date(clock.now());
  for (const { tenantId } of await database.listTenants()) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one transaction after the other
    await database.inTenant(tenantId, async (trx) => queueCaseUpkeep(trx, await readKindsWithCases(trx), at));
  }
};

/**
 * Brings cases in line with what was changed around them: those of an assessment that was deleted, or whose case
 * management was switched off, are cancelled; those of a queue that is gone move to General; those that were moved, or whose
 * queue was given another order, are ordered by its attribute. Looks at what is, so that cases which come late are looked
 * after as well.
 */
export const createCaseUpkeep = (options: CaseUpkeep): JobRunner => {
  let forgottenAtMs = -Infinity;
  return {
    kind: 'caseUpkeep',
    run: runSteps(
      options.database,
      STEPS.map(
        (step) =>
          ({ tenantId, environmentId }) =>
            step(options, tenantId, environmentId),
      ),
    ),
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
