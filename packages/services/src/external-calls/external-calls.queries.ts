import type { CallDetail, CallMetricsAnswer, CallPeriod, CallSummary } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findExternalCall,
  listExternalCalls,
  summariseCallMetrics,
  type StoredExternalCall,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { readUsers, usersOf } from '../references/references.ts';
import { tagOf } from '../version-tag.ts';
import { readCallers } from '../call-runtime/callers.ts';
import { callRange, metricsAnswer, tileFigures } from '../call-runtime/call-metrics.ts';
import { mayWriteCalls } from './call-scope.ts';
import type { ExternalCalls } from '../call-runtime/external-calls.ts';
import { shownEndpoint } from '../call-runtime/http/call-request.ts';
import type { WarmUpResult } from '../call-runtime/warm-up.ts';
import { inTransaction } from '../unit-of-work.ts';

type CallUserKind = CallSummary['users'][number]['kind'];

/** Users as the console takes them. */
export const wireUsers = (users: readonly StoredReference[]): CallSummary['users'] =>
  users.map(({ reader: { kind, id, name, assessment } }) => ({ kind: kind as CallUserKind, id, name, assessment }));

const changedOf = ({ changedBy, changedAt }: StoredExternalCall) => ({ by: changedBy, at: changedAt.toISOString() });

const shownWarmUp = (last: WarmUpResult | null): CallSummary['warmUp'] =>
  last && { at: new Date(last.atMs).toISOString(), error: last.error };

/** The external calls of an environment, with what became of them in a period. */
export const getExternalCalls = async (
  context: EnvironmentContext,
  calls: Pick<ExternalCalls, 'isSuspended' | 'warmUps'>,
  { period }: { readonly period: CallPeriod },
): Promise<{ readonly calls: CallSummary[]; readonly canWrite: boolean }> => {
  const { tenantId, environmentId } = context;
  const range = callRange(context.clock.now(), period);
  return inTransaction(context, async (trx) => {
    const users = await readUsers(trx, 'call', environmentId);
    const groups = Map.groupBy(await summariseCallMetrics(trx, environmentId, range), ({ targetId }) => targetId);
    const summaries = (await listExternalCalls(trx, environmentId)).map((stored): CallSummary => {
      const { id, name, description, definition, version } = stored;
      const { timeoutMs } = definition;
      return {
        id,
        name,
        description,
        method: definition.method,
        endpoint: shownEndpoint(definition),
        timeoutMs,
        ...tileFigures(range, groups.get(id) ?? [], { timeoutMs, isSuspended: calls.isSuspended(tenantId, id) }),
        warmUp: shownWarmUp(calls.warmUps.last(tenantId, id)),
        users: wireUsers(users(name)),
        changed: changedOf(stored),
        version: tagOf(version),
      };
    });
    return { calls: summaries, canWrite: mayWriteCalls(context) };
  });
};

/** One call as the console shows it. Throws CALL-UNKNOWN. */
export const readCall = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  callId: Id,
): Promise<CallDetail> => {
  const { environmentId } = context;
  const stored = await findExternalCall(trx, environmentId, callId);
  if (!stored) throw fail('CALL-UNKNOWN', { id: callId });
  const { id, name, description, definition, sampleResponse, secrets, version } = stored;
  return {
    id,
    name,
    description,
    definition: structuredClone(definition) as CallDetail['definition'],
    sampleResponse,
    secrets: Object.entries(secrets).map(([slot, { setBy, setAt }]) => ({ slot, set: { by: setBy, at: setAt } })),
    users: wireUsers(await usersOf(trx, 'call', environmentId, name)),
    changed: changedOf(stored),
    version: tagOf(version),
    canWrite: mayWriteCalls(context),
  };
};

/** One external call, without what is secret. Throws CALL-UNKNOWN. */
export const getExternalCall = (context: EnvironmentContext, callId: Id): Promise<CallDetail> =>
  inTransaction(context, (trx) => readCall(trx, context, callId));

/** How a call did over a period. Throws CALL-UNKNOWN. */
export const getExternalCallMetrics = async (
  context: EnvironmentContext,
  calls: Pick<ExternalCalls, 'isSuspended'>,
  callId: Id,
  { period }: { readonly period: CallPeriod },
): Promise<CallMetricsAnswer> => {
  const { tenantId, environmentId } = context;
  const range = callRange(context.clock.now(), period);
  return inTransaction(context, async (trx) => {
    const stored = await findExternalCall(trx, environmentId, callId);
    if (!stored) throw fail('CALL-UNKNOWN', { id: callId });
    const groups = await summariseCallMetrics(trx, environmentId, range, callId);
    const { name, definition } = stored;
    const isSuspended = calls.isSuspended(tenantId, callId);
    const callers = await readCallers(trx, context, range, callId);
    return metricsAnswer(range, groups, { name, timeoutMs: definition.timeoutMs, isSuspended }, callers);
  });
};
