import type { BodyOf, LossConnectionState, putLossConnection as putEndpoint } from '@redoubt/contracts';
import { fail, SYNC_EVERY_MS, type RetailSet, type WatchedSet } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import {
  cancelJobs,
  endLossSync,
  findLossConnection,
  findUpload,
  saveLossConnection,
  type LossConnection,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, jobAsker, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt, requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { getLossConnection } from './loss-connection.queries.ts';
import { queueSync } from './queue-sync.ts';
import { makeWatchedFolder, watchedFolder } from './watched-folder.ts';

type Body = BodyOf<typeof putEndpoint>;

const record = recordOf('LossPrevention');
const NAME = 'connection';

/** How files of a kind are read: by names of columns, as now, or as an earlier file. @throws `UPLOAD-UNKNOWN`. */
const readingOf = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  { set, mappingOf }: Body['sets'][number],
  before: readonly WatchedSet[],
): Promise<Pick<WatchedSet, 'hasHeader' | 'mapping'>> => {
  if (mappingOf === 'names') return { hasHeader: true, mapping: null };
  if (mappingOf === 'kept') return before.find((each) => each.set === set) ?? { hasHeader: true, mapping: null };
  const upload = await findUpload(trx, environmentId, mappingOf);
  if (upload?.dataSet !== set) throw fail('UPLOAD-UNKNOWN', { uploadId: mappingOf });
  return { hasHeader: upload.hasHeader, mapping: upload.mapping };
};

/** Kinds of files with a pattern, each once. @throws `REQ-INVALID` where none has one, or one is there twice. */
const namedSets = (sets: Body['sets']): Body['sets'] => {
  const named = sets.filter(({ pattern }) => pattern !== '');
  if (named.length === 0)
    throw failAt('REQ-INVALID', { count: 1 }, [
      { path: 'body.sets[0].pattern', message: 'no kind of file has a name' },
    ]);
  const seen = new Set<RetailSet>();
  for (const [at, { set }] of sets.entries()) {
    if (seen.has(set))
      throw failAt('REQ-INVALID', { count: 1 }, [{ path: `body.sets[${at}].set`, message: 'is there twice' }]);
    seen.add(set);
  }
  return named;
};

/** What the activity log keeps of a connection. */
const factsOf = ({ isConnected, frequency, sets }: LossConnection): Json => ({
  isConnected,
  frequency,
  ...Object.fromEntries(
    sets.map(({ set, pattern, mapping }) => [set, mapping ? `${pattern} (${mapping.length})` : pattern]),
  ),
});

/**
 * Connects an environment with its folder, again or for the first time, or changes how files are read; the first sync begins at
 * once. @throws `LOSS-FILES-OFF`, `REQ-INVALID`, `UPLOAD-UNKNOWN`.
 */
export const putLossConnection = async (
  context: EnvironmentContext,
  directory: string | null,
  { frequency, sets: typed }: Body,
): Promise<LossConnectionState> => {
  const named = namedSets(typed);
  requireClean(Object.fromEntries(typed.map(({ pattern }, at) => [`body.sets[${at}].pattern`, pattern])));
  const { tenantId, environmentId } = context;
  const { by, at } = changedBy(context);
  await inTransaction(context, async (trx) => {
    const before = await findLossConnection(trx, context.environmentId, { lock: true });
    const sets: WatchedSet[] = [];
    for (const each of named) {
      const { set, pattern } = each;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one connection
      const { hasHeader, mapping } = await readingOf(trx, context, each, before?.sets ?? []);
      sets.push({ set, pattern, hasHeader, mapping });
    }
    if (directory === null) throw fail('LOSS-FILES-OFF');
    await makeWatchedFolder(watchedFolder(directory, context));
    const nextSyncAt = new Date(at.getTime() + SYNC_EVERY_MS[frequency]);
    const made = { createdBy: before?.createdBy ?? by, createdAt: before?.createdAt ?? at };
    const connection = { isConnected: true, frequency, sets, nextSyncAt, ...made };
    await saveLossConnection(trx, context, connection);
    await queueSync(trx, { tenantId, environmentId }, { askedBy: by, askedAt: at });
    await record(trx, context, {
      operation: before ? 'Update' : 'Create',
      id: context.environmentId,
      name: NAME,
      original: before ? factsOf(before) : null,
      modified: factsOf(connection),
    });
  });
  return getLossConnection(context, directory);
};

/** The connection, locked. @throws `LOSS-NOT-CONNECTED`. */
const connected = async (trx: TenantTransaction, { environmentId }: EnvironmentContext): Promise<LossConnection> => {
  const connection = await findLossConnection(trx, environmentId, { lock: true });
  if (!connection?.isConnected) throw fail('LOSS-NOT-CONNECTED');
  return connection;
};

/** Has the folder looked at now. @throws `LOSS-NOT-CONNECTED`. */
export const startLossSync = async (
  context: EnvironmentContext,
  directory: string | null,
): Promise<LossConnectionState> => {
  const { tenantId, environmentId } = context;
  await inTransaction(context, async (trx) => {
    await connected(trx, context);
    if (!(await queueSync(trx, { tenantId, environmentId }, jobAsker(context)))) return;
    await record(trx, context, { operation: 'Start', id: environmentId, name: NAME });
  });
  return getLossConnection(context, directory);
};

/** Ends the connection: nothing more is taken; what was taken stays. @throws `LOSS-NOT-CONNECTED`. */
export const disconnectLossFiles = async (
  context: EnvironmentContext,
  directory: string | null,
): Promise<LossConnectionState> => {
  const { environmentId } = context;
  const { at } = changedBy(context);
  await inTransaction(context, async (trx) => {
    const before = await connected(trx, context);
    const after = { ...before, isConnected: false };
    await saveLossConnection(trx, context, after);
    await cancelJobs(trx, 'lossPreventionSync', [environmentId], at);
    await endLossSync(trx, environmentId, { at, waiting: 0, problem: null });
    await record(trx, context, {
      operation: 'Deactivate',
      id: environmentId,
      name: NAME,
      original: factsOf(before),
      modified: factsOf(after),
    });
  });
  return getLossConnection(context, directory);
};
