import type { CallMetricsAnswer, CallPeriod } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findList, summariseCallMetrics } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readCallers } from '../call-runtime/callers.ts';
import { callRange, metricsAnswer } from '../call-runtime/call-metrics.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { inTransaction } from '../unit-of-work.ts';

/**
 * How look-ups in a database list did over a period, those included that were answered from what was kept. Throws
 * LIST-UNKNOWN, LIST-IS-REMOTE for a list with rows of its own.
 */
export const getDatabaseListMetrics = async (
  context: EnvironmentContext,
  { lists }: Pick<ExternalCalls, 'lists'>,
  listId: Id,
  { period }: { readonly period: CallPeriod },
): Promise<CallMetricsAnswer> => {
  const { tenantId, environmentId } = context;
  const range = callRange(context.clock.now(), period);
  return inTransaction(context, async (trx) => {
    const list = await findList(trx, environmentId, listId);
    if (!list) throw fail('LIST-UNKNOWN', { id: listId });
    const { name, source } = list;
    if (source === null) throw fail('LIST-IS-REMOTE', { name });
    const groups = await summariseCallMetrics(trx, environmentId, range, listId);
    const isSuspended = lists.isSuspended(tenantId, listId);
    const callers = await readCallers(trx, context, range, listId);
    return metricsAnswer(range, groups, { name, timeoutMs: source.timeoutMs, isSuspended }, callers);
  });
};
