import type { BodyOf, putSearchIndex as endpoint, SearchIndexDetail } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import {
  advancePlanHead,
  cancelJobs,
  countOpenJobs,
  countStoredEvents,
  currentPosition,
  deleteJob,
  findSearchIndex,
  listEnvironments,
  queueJob,
  resumeJobs,
  saveSearchIndex,
  UNFINISHED_JOB_STATES,
  type SearchIndex,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import { changedBy, jobAsker, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { rootOf } from '../environments/root-of.ts';
import { requireSearchOn } from '../search-index/require-search-on.ts';
import { inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import { indexJobOf, readAdministered } from './search-index-state.ts';
import { readSearchIndex } from './search-index.queries.ts';

const record = recordOf('SearchIndex');

/** The switch is for the whole tenant. @throws `SRCH-INDEX-NOT-ROOT`, `SRCH-INDEX-NOT-WHOLE`. */
const requireWhole = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson,
): Promise<string> => {
  const environments = await listEnvironments(trx);
  const rootId = rootOf(environments, context.environmentId);
  const name = environments.find(({ id }) => id === rootId)?.name ?? rootId;
  if (rootId !== context.environmentId) throw fail('SRCH-INDEX-NOT-ROOT', { name });
  if (!(await readAdministered(trx, context, person)).isWhole) throw fail('SRCH-INDEX-NOT-WHOLE');
  return name;
};

/** Values that are looked for or taken away now belong to the index that is there. @throws `SRCH-INDEX-BUSY`. */
const requireNoAttributeWork = async (trx: TenantTransaction): Promise<void> => {
  const open = (await countOpenJobs(trx, 'searchFill')) + (await countOpenJobs(trx, 'searchRemove'));
  if (open > 0) throw fail('SRCH-INDEX-BUSY');
};

/** Begins a task of the tenant anew, in place of whatever is under way. */
const begin = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  index: Omit<SearchIndex, 'version'>,
): Promise<void> => {
  const { tenantId, environmentId } = context;
  await saveSearchIndex(trx, tenantId, index);
  await deleteJob(trx, 'searchIndexFill', tenantId);
  await deleteJob(trx, 'searchIndexRemove', tenantId);
  if (index.task === null) return;
  const environmentIds = (await listEnvironments(trx)).map(({ id }) => id);
  const total = index.task === 'fill' ? await countStoredEvents(trx, environmentIds) : 0;
  const job = { tenantId, kind: indexJobOf(index.task), subjectId: tenantId, environmentId, name: '', total } as const;
  await queueJob(trx, { ...job, ...jobAsker(context) });
};

/** Runs a change of the index, and answers how it is then. */
const changeIndex = (
  context: EnvironmentContext,
  person: SignedInPerson,
  work: (trx: TenantTransaction, name: string, before: SearchIndex | undefined) => Promise<void>,
): Promise<SearchIndexDetail> =>
  inTransaction(context, async (trx) => {
    const name = await requireWhole(trx, context, person);
    // Changes of searchable attributes wait for it, as for each other.
    await advancePlanHead(trx, context.tenantId, changedBy(context).at);
    await work(trx, name, await findSearchIndex(trx));
    return readSearchIndex(trx, context, person);
  });

/**
 * Switches search on or off for the tenant. Off: it answers no one, and its rows are taken away. On: rows are written from now
 * on, and on request for events that are stored.
 *
 * @throws `SRCH-INDEX-NOT-ROOT`, `SRCH-INDEX-NOT-WHOLE`, `SRCH-INDEX-STALE`, `SRCH-INDEX-BUSY`.
 */
export const putSearchIndex = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { version, isOn, backfill }: BodyOf<typeof endpoint>,
): Promise<SearchIndexDetail> =>
  changeIndex(context, person, async (trx, name, before) => {
    requireCurrent(version, before?.version ?? 0, 'SRCH-INDEX-STALE', { by: before?.changedBy ?? '' });
    const wasOn = before?.isOn ?? true;
    if (wasOn === isOn) return;
    await requireNoAttributeWork(trx);
    const { by, at } = changedBy(context);
    await begin(trx, context, {
      isOn,
      foundFrom: isOn ? at : null,
      task: isOn ? (backfill ? 'fill' : null) : 'remove',
      removeUntil: null,
      changedBy: by,
      changedAt: at,
    });
    await record(trx, context, {
      operation: isOn ? 'Activate' : 'Deactivate',
      id: context.tenantId,
      name,
      original: { isOn: wasOn },
      modified: isOn ? { isOn, storedEvents: backfill ? 'found' : 'notFound' } : { isOn },
    });
  });

/** Writes the whole index anew. @throws `SRCH-INDEX-NOT-ROOT`, `SRCH-INDEX-NOT-WHOLE`, `SRCH-OFF`, `SRCH-INDEX-BUSY`. */
export const rebuildSearchIndex = (context: EnvironmentContext, person: SignedInPerson): Promise<SearchIndexDetail> =>
  changeIndex(context, person, async (trx, name, before) => {
    await requireSearchOn(trx);
    await requireNoAttributeWork(trx);
    const { by, at } = changedBy(context);
    await begin(trx, context, {
      isOn: true,
      foundFrom: before?.foundFrom ?? null,
      task: 'rebuild',
      removeUntil: await currentPosition(trx),
      changedBy: before?.changedBy ?? by,
      changedAt: before?.changedAt ?? at,
    });
    await record(trx, context, { operation: 'Start', id: context.tenantId, name, modified: { task: 'rebuild' } });
  });

/** Stops the work on the index where it stands. @throws `SRCH-INDEX-NOT-ROOT`, `SRCH-INDEX-NOT-WHOLE`. */
export const cancelSearchIndexWork = (
  context: EnvironmentContext,
  person: SignedInPerson,
): Promise<SearchIndexDetail> =>
  changeIndex(context, person, async (trx, name, before) => {
    if (!before?.task) return;
    const { at } = changedBy(context);
    const kind = indexJobOf(before.task);
    const cancelled = await cancelJobs(trx, kind, [context.tenantId], at, UNFINISHED_JOB_STATES);
    if (cancelled.length === 0) return;
    await record(trx, context, { operation: 'Stop', id: context.tenantId, name, modified: { task: before.task } });
  });

/**
 * Goes on with what was stopped or failed.
 *
 * @throws `SRCH-INDEX-NOT-ROOT`, `SRCH-INDEX-NOT-WHOLE`, `SRCH-INDEX-NO-WORK` where nothing is left to do, or it is done now.
 */
export const resumeSearchIndexWork = (
  context: EnvironmentContext,
  person: SignedInPerson,
): Promise<SearchIndexDetail> =>
  changeIndex(context, person, async (trx, name, before) => {
    const task = before?.task ?? null;
    if (before === undefined || task === null) throw fail('SRCH-INDEX-NO-WORK');
    const resumed = await resumeJobs(trx, indexJobOf(task), [context.tenantId], jobAsker(context));
    if (resumed.length === 0) throw fail('SRCH-INDEX-NO-WORK');
    await record(trx, context, { operation: 'Start', id: context.tenantId, name, modified: { task } });
  });
