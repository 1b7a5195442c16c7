import type { ApiErrors, ApiErrorSample, ApiPeriod } from '@redoubt/contracts';
import { maskPersonalValues } from '@redoubt/domain';
import { listRefusedCalls, summariseRefusedCalls } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { seenMessage, summaryMessage } from '../privacy/mask-operations.ts';
import { bucketsOf, periodRange, publicApiScope } from './public-api-scope.ts';

const SAMPLES = 20;

const groupId = ({ code, path }: { readonly code: string; readonly path: string }): string => `${code} ${path}`;

/** What the public API refused in a period, with the environments below. */
export const getApiErrors = async (
  context: EnvironmentContext,
  { period }: { readonly period: ApiPeriod },
): Promise<ApiErrors> => {
  const range = periodRange(context.clock.now(), period);
  const { from, to } = range;
  const scope = await publicApiScope(context);
  const summary = await summariseRefusedCalls(context.database, scope, { from, to }, range.bucketMs);
  const { keptSince } = summary;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    groups: summary.groups.map(({ lastAt, lastMessage, ...group }) => ({
      id: groupId(group),
      ...group,
      lastMessage: summaryMessage(context, lastMessage),
      lastAt: lastAt.toISOString(),
    })),
    buckets: bucketsOf(
      range,
      summary.buckets.map((each) => ({ ...each, id: groupId(each) })),
    ),
    keptSince: keptSince !== null && keptSince > from ? keptSince.toISOString() : null,
  };
};

/** The newest calls of one kind, with their bodies as shapes. */
export const getApiErrorSamples = async (
  context: EnvironmentContext,
  code: string,
  { period, path }: { readonly period: ApiPeriod; readonly path: string },
): Promise<{ samples: ApiErrorSample[] }> => {
  const { from, to } = periodRange(context.clock.now(), period);
  const scope = await publicApiScope(context);
  const calls = await listRefusedCalls(context.database, scope, { from, to }, { code, path, limit: SAMPLES });
  return {
    samples: calls.map((call) => ({
      at: new Date(call.receivedAtMs).toISOString(),
      correlationId: call.correlationId,
      clientId: call.clientId,
      environmentId: call.environmentId,
      environmentReference: seenMessage(context, call.environmentId, call.environmentReference),
      message: seenMessage(context, call.environmentId, call.message),
      excerpt: call.excerpt === null ? null : maskPersonalValues(call.excerpt),
    })),
  };
};
