import {
  consequencesOf,
  DEFAULT_CASE_CONFIGURATION,
  GENERAL_QUEUE,
  GENERAL_QUEUE_ID,
  NO_SECOND_DECISION_REASON,
  TIME_OUT_REASON,
  UNDO_MS,
  type AssessmentName,
  type CaseConfiguration,
  type CaseDecision,
} from '@redoubt/domain';
import type { Clock, Id } from '@redoubt/kernel';
import {
  kindOfCode,
  listQueueTimeOuts,
  lockDueCases,
  queueCaseTimeOuts,
  saveCaseChanges,
  stepJob,
  type CaseChange,
  type Database,
  type LockedCase,
  type TenantTransaction,
} from '@redoubt/storage';
import { readCaseConfiguration } from '../case-settings/read-case-settings.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { ownChange } from './own-change.ts';

/** A case that became due is decided within this and the time that the job takes: well within a minute. */
const LOOK_MS = 15_000;
/** Cases that are decided in one transaction. */
const AT_ONCE = 200;

export type CaseTimeOuts = { readonly database: Database; readonly clock: Clock };

type Defaults = {
  /** Name of the decision of a queue. */
  readonly decisionOf: ReadonlyMap<Id, string>;
  /** By the number of the kind of event. */
  readonly configurations: ReadonlyMap<number, CaseConfiguration>;
};

const readDefaults = async (
  trx: TenantTransaction,
  environmentId: Id,
  due: readonly LockedCase[],
): Promise<Defaults> => {
  const decisionOf = new Map((await listQueueTimeOuts(trx, environmentId)).map(({ id, decision }) => [id, decision]));
  const configurations = new Map<number, CaseConfiguration>();
  for (const kind of new Set(due.map(({ key }) => key.kind))) {
    const assessment = kindOfCode(kind) as AssessmentName;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and one or two kinds
    configurations.set(kind, await readCaseConfiguration(trx, environmentId, assessment));
  }
  return { decisionOf, configurations };
};

/** The decision that a queue takes at its time-out; where its name is gone, that of the assessment. */
const defaultDecision = (
  { decisionOf, configurations }: Defaults,
  { key, standing }: LockedCase,
): CaseDecision | undefined => {
  const { decisions, defaultDecision: fallback } = configurations.get(key.kind) ?? DEFAULT_CASE_CONFIGURATION;
  const { queueId } = standing.record;
  const wanted = queueId === GENERAL_QUEUE_ID ? GENERAL_QUEUE.defaultDecision : decisionOf.get(queueId);
  return decisions.find(({ name }) => name === wanted) ?? decisions.find(({ name }) => name === fallback);
};

const changeOf = (defaults: Defaults, due: LockedCase, atMs: number): readonly CaseChange[] => {
  const decision = defaultDecision(defaults, due);
  if (decision === undefined) return [];
  const { name, caseAction, labelAction } = decision;
  const reason = due.standing.record.second?.state === 'Waiting' ? NO_SECOND_DECISION_REASON : TIME_OUT_REASON;
  return ownChange(due, {
    atMs,
    source: 'TimeOut',
    action: { kind: 'timeOut' },
    verdict: { decision: name, caseAction, labelAction, reason },
    consequences: consequencesOf(decision, reason),
    notBefore: new Date(atMs + UNDO_MS),
  });
};

type Looked = { readonly due: number; readonly decided: number };

/** Decides some cases whose time is over, in one transaction, besides those that are due longest and cannot be decided. */
const timeOutSome = (
  { database, clock }: CaseTimeOuts,
  { tenantId, environmentId }: { readonly tenantId: Id; readonly environmentId: Id },
  undecidable: number,
): Promise<Looked> =>
  database.inTenant(tenantId, async (trx) => {
    const at = new Date(clock.now());
    const due = await lockDueCases(trx, environmentId, { at, skip: undecidable, most: AT_ONCE });
    if (due.length === 0) return { due: 0, decided: 0 };
    const defaults = await readDefaults(trx, environmentId, due);
    const changes = due.flatMap((each) => changeOf(defaults, each, at.getTime()));
    await saveCaseChanges(trx, changes);
    return { due: due.length, decided: changes.length };
  });

/**
 * Takes the default decisions of cases whose time is over. Each case is decided once, whichever nodes work on it: its
 * row moves on in the transaction that writes the decision.
 */
export const createCaseTimeOuts = (options: CaseTimeOuts): JobRunner => ({
  kind: 'caseTimeouts',
  run: async (job, { signal }) => {
    let undecidable = 0;
    while (!signal.aborted) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one transaction after the other
      const { due, decided } = await timeOutSome(options, job, undecidable);
      if (due === 0) break;
      undecidable += due - decided;
      // oxlint-disable-next-line eslint/no-await-in-loop -- likewise
      await stepJob(options.database, job, { done: decided });
    }
    if (undecidable > 0) {
      const facts = { tenantId: job.tenantId, environmentId: job.environmentId, cases: undecidable };
      options.database.log.warn(facts, 'cases are due, and the decision of their time-out is not configured');
    }
    return undefined;
  },
  schedule: { everyMs: LOOK_MS, run: () => queueCaseTimeOuts(options.database, new Date(options.clock.now())) },
});
