import type { ResponseOf, SearchIndexDetail, getSearchState as stateEndpoint } from '@redoubt/contracts';
import { allows, effectiveRetention } from '@redoubt/domain';
import {
  findSearchIndex,
  listEnvironments,
  listRetention,
  measureSearchIndex,
  readOldestEvents,
  type StoredJob,
  type TenantTransaction,
} from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { rootOf } from '../environments/root-of.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import { findIndexJob, readAdministered } from './search-index-state.ts';

const wireWork = (job: StoredJob): NonNullable<SearchIndexDetail['work']> => {
  const { kind, state, done, total, perSecond, problem, askedBy, askedAt, finishedAt } = job;
  const isFill = kind === 'searchIndexFill';
  const isTimed = isFill && state === 'running' && perSecond > 0;
  return {
    kind: isFill ? 'fill' : 'remove',
    state,
    done,
    total: isFill ? total : null,
    secondsLeft: isTimed ? Math.ceil((total - done) / perSecond) : null,
    problem,
    asked: { by: askedBy, at: askedAt.toISOString() },
    finishedAt: finishedAt?.toISOString() ?? null,
  };
};

/** The switch with the size of the index in the environments that the person administers. */
export const readSearchIndex = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  person: SignedInPerson,
): Promise<SearchIndexDetail> => {
  const { tenantId, environmentId, capabilities } = context;
  const index = await findSearchIndex(trx);
  const job = await findIndexJob(trx, tenantId, index);
  const all = (await listEnvironments(trx)).filter(({ status }) => status !== 'Deleted');
  const { ids, isWhole } = await readAdministered(trx, context, person);
  const shown = all.filter(({ id }) => ids.has(id));
  const byId = new Map(all.map((each) => [each.id, each]));
  const periods = new Map([...(await listRetention(trx))].map(([id, stored]) => [id, stored.periods]));
  const sizes = new Map((await measureSearchIndex(trx)).map((size) => [size.environmentId, size]));
  const oldest = await readOldestEvents(
    trx,
    shown.map(({ id }) => id),
  );
  const rootId = rootOf(all, environmentId);
  return {
    isOn: index?.isOn ?? true,
    foundFrom: index?.foundFrom?.toISOString() ?? null,
    task: index?.task ?? null,
    work: job === undefined ? null : wireWork(job),
    environments: shown
      .map(({ id, name, friendlyName }) => ({
        id,
        name: friendlyName ?? name,
        rows: sizes.get(id)?.rows ?? 0,
        bytes: sizes.get(id)?.bytes ?? 0,
        oldestEvent: oldest.get(id)?.toISOString() ?? null,
        retentionDays: effectiveRetention('events', id, byId, periods).days,
      }))
      .toSorted((one, other) => other.rows - one.rows || one.name.localeCompare(other.name)),
    root: rootId === environmentId ? null : (byId.get(rootId)?.friendlyName ?? byId.get(rootId)?.name ?? rootId),
    isWhole,
    changed: index === undefined ? null : { by: index.changedBy, at: index.changedAt.toISOString() },
    version: tagOf(index?.version ?? 0),
    canWrite: allows(capabilities, 'adminSearch:write') && rootId === environmentId && isWhole,
  };
};

/** Whether the tenant keeps an index for search, how large it is, and work on it. */
export const getSearchIndex = (context: EnvironmentContext, person: SignedInPerson): Promise<SearchIndexDetail> =>
  reading(context, (trx) => readSearchIndex(trx, context, person));

/** Whether events can be searched, and which. */
export const getSearchState = (context: EnvironmentContext): Promise<ResponseOf<typeof stateEndpoint>> =>
  reading(context, async (trx) => {
    const index = await findSearchIndex(trx);
    const isOn = index?.isOn ?? true;
    const foundFrom = index?.foundFrom?.toISOString() ?? null;
    if (!isOn || !index?.task) return { isOn, foundFrom, filling: null };
    const job = await findIndexJob(trx, context.tenantId, index);
    const { done = 0, total = 0 } = index.task === 'fill' ? (job ?? {}) : {};
    const isStopped = job?.state === 'cancelled' || job?.state === 'failed';
    return { isOn, foundFrom, filling: { done, total, isStopped } };
  });
