import type {
  assignCases as assignEndpoint,
  BodyOf,
  CaseResult,
  decideCases as decideEndpoint,
  moveCases as moveEndpoint,
} from '@redoubt/contracts';
import { fail, leaseAt, UNDO_MS, type AssessmentName, type CaseConfiguration } from '@redoubt/domain';
import { isAppError, type Id } from '@redoubt/kernel';
import {
  listMisorderedAmong,
  lockCases,
  saveCaseChanges,
  type CaseChange,
  type CaseQueue,
  type FirstDecision,
  type StoredCase,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { readCaseConfiguration, readCaseSettings } from '../case-settings/read-case-settings.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { assigningOperation, findAssignee, tellAssignee } from './assignment.ts';
import { readBlock } from './block.ts';
import { readCaseAccess, type CaseAccess } from './case-access.ts';
import { changeOf, type CaseOperation } from './change-case.ts';
import { decisionOperation, readFirstDecision } from './decision.ts';
import { orderCases } from './order-cases.ts';

/** Cases that a caller names, whose rows this transaction has locked. */
type Named = {
  readonly trx: TenantTransaction;
  readonly access: CaseAccess;
  readonly ids: readonly Id[];
  readonly locked: ReadonlyMap<Id, StoredCase>;
};

/** Runs a change of many cases, with their rows locked. */
const withCases = <T>(
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseIds: readonly Id[],
  change: (named: Named) => Promise<T>,
): Promise<T> =>
  inTransaction(context, async (trx) => {
    const access = await readCaseAccess(trx, context, person);
    const ids = [...new Set(caseIds)];
    const locked = await lockCases(trx, context.environmentId, ids);
    return change({ trx, access, ids, locked: new Map(locked.map((stored) => [stored.id, stored])) });
  });

/** Does one thing to many cases; each is answered, and what is refused stops no other. */
const changeMany = async (
  context: EnvironmentContext,
  { trx, access, ids, locked }: Named,
  operationOf: (stored: StoredCase, queue: CaseQueue) => CaseOperation,
): Promise<CaseResult[]> => {
  const changes: CaseChange[] = [];
  const results = ids.map((caseId): CaseResult => {
    const stored = locked.get(caseId);
    const queue = stored && access.queueOf(stored);
    const skipped = { caseId, outcome: 'skipped', takenFrom: null } as const;
    if (stored === undefined || queue === undefined) return { ...skipped, eventId: null, problem: 'CASE-UNKNOWN' };
    const { eventId } = stored.key;
    try {
      changes.push(changeOf(context, stored, operationOf(stored, queue)).change);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { ...skipped, eventId, problem: error.code };
    }
    const lease = leaseAt(stored.standing.record, context.clock.now());
    const takenFrom = lease === null || lease.agentId === context.actor.id ? null : stored.standing.leaseAgent;
    return { caseId, eventId, outcome: 'done', problem: null, takenFrom };
  });
  await saveCaseChanges(trx, changes);
  return results;
};

/** Configurations of the assessments that some cases are of. */
const readConfigurations = async (
  trx: TenantTransaction,
  environmentId: Id,
  cases: Iterable<StoredCase>,
): Promise<ReadonlyMap<string, CaseConfiguration>> => {
  const configurations = new Map<string, CaseConfiguration>();
  for (const { eventType } of cases) {
    if (configurations.has(eventType)) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, and one or two assessments
    configurations.set(eventType, await readCaseConfiguration(trx, environmentId, eventType as AssessmentName));
  }
  return configurations;
};

/** First decisions of those cases that wait for their second. */
const readFirstDecisions = async (
  trx: TenantTransaction,
  cases: Iterable<StoredCase>,
): Promise<ReadonlyMap<Id, FirstDecision>> => {
  const firsts = new Map<Id, FirstDecision>();
  for (const stored of cases) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection; most cases wait for none and ask nothing
    const first = await readFirstDecision(trx, stored);
    if (first) firsts.set(stored.id, first);
  }
  return firsts;
};

/**
 * Decides many cases at once, those in review by others too: their agents cannot decide them any more. Escalated cases, and
 * those of queues that are taken in order, are decided at once only by those who manage queues.
 */
export const decideCases = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  { caseIds, block: asked, ...input }: BodyOf<typeof decideEndpoint>,
): Promise<{ readonly results: CaseResult[]; readonly undoUntil: string }> => {
  requireClean({ 'body.note': input.note });
  return withCases(context, person, caseIds, async (named) => {
    const { environmentId, clock, actor } = context;
    const { trx, access, locked } = named;
    const configurations = await readConfigurations(trx, environmentId, locked.values());
    const { secondReview } = await readCaseSettings(trx, environmentId);
    const firsts = await readFirstDecisions(trx, locked.values());
    const block = await readBlock(trx, context, asked);
    const results = await changeMany(context, named, (stored, queue) => {
      const { record } = stored.standing;
      const isOwn = leaseAt(record, clock.now())?.agentId === actor.id;
      if (!access.canManage && !isOwn) {
        if (record.escalated) throw fail('CASE-ESCALATED', { eventId: stored.key.eventId });
        if (queue.sequence === 'Restricted') throw fail('CASE-NOT-FIRST', { eventId: stored.key.eventId });
      }
      const configuration = configurations.get(stored.eventType) as CaseConfiguration;
      const first = firsts.get(stored.id);
      const terms = { configuration, secondReview, queue, first, source: 'Bulk', inBulk: true, block } as const;
      return decisionOperation(context, stored, terms, input);
    });
    return { results, undoUntil: new Date(clock.now() + UNDO_MS).toISOString() };
  });
};

/**
 * Moves cases to another queue of the environment, where their time begins anew and where they stand in its order at once.
 * Throws QUEUE-UNKNOWN.
 */
export const moveCases = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  { caseIds, queueId }: BodyOf<typeof moveEndpoint>,
): Promise<{ readonly results: CaseResult[] }> => {
  const { results, misordered } = await withCases(context, person, caseIds, async (named) => {
    const { trx, access } = named;
    const { name, assessment, timeoutMs } = access.queue(queueId);
    const results = await changeMany(context, named, (stored) => {
      if (assessment !== null && assessment !== stored.eventType) throw fail('QUEUE-OTHER-ASSESSMENT', { name });
      return {
        action: { kind: 'move', queueId, timeoutMs, byId: context.actor.id },
        source: 'Manager',
        said: { queue: name },
      };
    });
    const moved = results.filter(({ outcome }) => outcome === 'done').map(({ caseId }) => caseId);
    return { results, misordered: await listMisorderedAmong(trx, moved) };
  });
  await orderCases(context.database, context.tenantId, misordered);
  return { results };
};

/**
 * Lets cases wait for one person alone, who gets one notice of all of them. As for one case, agents hand on what they have in
 * review, and those who manage queues assign every case that no other person has in review. Throws CASE-AGENT-UNKNOWN.
 */
export const assignCases = async (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  { caseIds, agentId }: BodyOf<typeof assignEndpoint>,
): Promise<{ readonly results: CaseResult[] }> => {
  requireClean({ 'body.agentId': agentId });
  return withCases(context, person, caseIds, async (named) => {
    const { trx, access, locked } = named;
    const assignee = await findAssignee(trx, agentId);
    const results = await changeMany(context, named, (stored) => assigningOperation(context, access, stored, assignee));
    const assigned = results.flatMap(({ caseId, outcome }) => (outcome === 'done' ? (locked.get(caseId) ?? []) : []));
    await tellAssignee(trx, context, access, assignee, assigned);
    return { results };
  });
};
