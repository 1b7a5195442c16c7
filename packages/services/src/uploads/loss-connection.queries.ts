import type { LossConnectionState } from '@redoubt/contracts';
import { allows, RETAIL_SET_NAMES, SHOWN_SYNCS, type SyncState } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findJob,
  findLossConnection,
  listLossSyncs,
  listUploads,
  OPEN_JOB_STATES,
  type LossSync,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { watchedFolder } from './watched-folder.ts';

const stateOf = ({ lookedAt, working, problem, resting }: LossSync): SyncState => {
  if (lookedAt === null || working > 0) return 'inProgress';
  return problem !== null || resting > 0 ? 'failed' : 'success';
};

const wireSync = (sync: LossSync): LossConnectionState['syncs'][number] => {
  const { id, startedAt, lookedAt, workedAt, problem, problemFile, fileProblem } = sync;
  const { files, resting, waiting, stored, refused, repeated } = sync;
  const state = stateOf(sync);
  const ended = Math.max(lookedAt?.getTime() ?? 0, workedAt?.getTime() ?? 0);
  return {
    id,
    state,
    startedAt: startedAt.toISOString(),
    endedAt: state === 'inProgress' ? null : new Date(ended).toISOString(),
    files,
    resting,
    waiting,
    stored,
    refused,
    repeated,
    problem: problem ?? fileProblem,
    problemFile,
  };
};

/** As many files of each kind are offered to take their mapping over. */
const MOST_MODELS = 10;

const listModels = async (trx: TenantTransaction, environmentId: Id): Promise<LossConnectionState['models']> => {
  const uploads = (await listUploads(trx, environmentId)).filter(({ mapping }) => mapping.length > 0);
  return RETAIL_SET_NAMES.flatMap((set) =>
    uploads
      .filter(({ dataSet }) => dataSet === set)
      .slice(0, MOST_MODELS)
      .map(({ id, name, createdAt }) => ({ id, set, name, at: createdAt.toISOString() })),
  );
};

/** Where files of loss prevention are taken from without a person, and the last syncs. */
export const getLossConnection = (
  context: EnvironmentContext,
  directory: string | null,
): Promise<LossConnectionState> =>
  reading(context, async (trx) => {
    const { environmentId } = context;
    const canWrite = allows(context.capabilities, 'dataUpload:write');
    const connection = await findLossConnection(trx, environmentId);
    const syncs = (await listLossSyncs(trx, environmentId, SHOWN_SYNCS)).map(wireSync);
    const job = await findJob(trx, 'lossPreventionSync', environmentId);
    const last = syncs.find(({ state }) => state !== 'inProgress');
    return {
      canWrite,
      isAllowed: directory !== null,
      // Paths of the server are for those who put files there.
      folder: canWrite && directory !== null ? watchedFolder(directory, context) : null,
      state: !connection
        ? 'none'
        : !connection.isConnected
          ? 'disconnected'
          : last?.state === 'failed'
            ? 'error'
            : 'connected',
      frequency: connection?.frequency ?? 'day',
      sets: (connection?.sets ?? []).map(({ set, pattern, mapping }) => ({
        set,
        pattern,
        mappedFields: mapping?.length ?? null,
      })),
      models: canWrite ? await listModels(trx, environmentId) : [],
      isSyncing:
        syncs.some(({ state }) => state === 'inProgress') ||
        (job !== undefined && OPEN_JOB_STATES.some((state) => state === job.state)),
      lastSyncAt: syncs[0]?.startedAt ?? null,
      nextSyncAt: connection?.isConnected === true ? connection.nextSyncAt.toISOString() : null,
      created: connection ? { by: connection.createdBy, at: connection.createdAt.toISOString() } : null,
      syncs,
    };
  });
