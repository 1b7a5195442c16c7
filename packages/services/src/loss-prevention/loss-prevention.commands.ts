import type {
  addLossFinding as findingEndpoint,
  BodyOf,
  LossData,
  LossDetail,
  revealStaff as revealEndpoint,
  ResponseOf,
} from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import { hasRetailRows, insertFinding, listLossScores, queueJob, staffCodeOf } from '@redoubt/storage';
import { changedBy, jobAsker, recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { inTransaction } from '../unit-of-work.ts';
import { entityKindOf, getLossData, getLossDetail } from './loss-prevention.queries.ts';

const record = recordOf('LossPrevention');

/** Says what was found out about a person or terminal. @throws `LOSS-UNKNOWN`. */
export const addLossFinding = async (
  context: EnvironmentContext,
  typedKind: string,
  id: string,
  { disposition, note }: BodyOf<typeof findingEndpoint>,
): Promise<LossDetail> => {
  requireClean({ 'body.note': note });
  const kind = entityKindOf(typedKind, id);
  const { tenantId, environmentId } = context;
  const { by, at } = changedBy(context);
  await inTransaction(context, async (trx) => {
    const scores = await listLossScores(trx, environmentId, { kind, id });
    if (scores.length === 0) throw fail('LOSS-UNKNOWN', { entityId: id });
    await insertFinding(trx, { tenantId, environmentId, id: newId(), kind, entity: id, disposition, note, by, at });
    await record(trx, context, { operation: 'Update', id, name: id, modified: { disposition } });
  });
  return getLossDetail(context, kind, id);
};

/** The id at tills behind a pseudonym; the activity log keeps who asked and why. @throws `LOSS-UNKNOWN`. */
export const revealStaff = (
  context: EnvironmentContext,
  id: string,
  { reason }: BodyOf<typeof revealEndpoint>,
): Promise<ResponseOf<typeof revealEndpoint>> => {
  requireClean({ 'body.reason': reason });
  return inTransaction(context, async (trx) => {
    const staffId = await staffCodeOf(trx, context.environmentId, id);
    if (staffId === undefined) throw fail('LOSS-UNKNOWN', { entityId: id });
    await record(trx, context, { operation: 'Reveal', id, name: id, modified: { reason } });
    return { staffId };
  });
};

/** Has the months scored whose transactions changed. @throws `LOSS-DATA-MISSING` without transactions. */
export const processLossData = async (context: EnvironmentContext): Promise<LossData> => {
  const { tenantId, environmentId } = context;
  await inTransaction(context, async (trx) => {
    if (!(await hasRetailRows(trx, environmentId, 'retailTransactions'))) throw fail('LOSS-DATA-MISSING');
    const job = { kind: 'lossPreventionScores', subjectId: environmentId, name: '', ...jobAsker(context) } as const;
    await queueJob(trx, { tenantId, environmentId, ...job });
    await record(trx, context, { operation: 'Start', id: environmentId, name: 'scores' });
  });
  return getLossData(context);
};
