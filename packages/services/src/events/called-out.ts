import type { CalledOut } from '@redoubt/contracts';
import type { LevelCallRecord } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';

/** What rules asked other services, and what they went on with. @param names of environments, by id. */
export const calledOut = (calls: readonly LevelCallRecord[] = [], names: ReadonlyMap<Id, string>): CalledOut[] =>
  calls.map(({ environmentId, request, answer }) => ({
    name: request.name,
    environmentName: names.get(environmentId) ?? environmentId,
    arguments:
      request.kind === 'external'
        ? [...request.arguments]
        : [answer.sent ?? { ...request.baseInput, ...request.fields }],
    httpStatusCode: answer.httpStatusCode,
    error: answer.error,
    latencyMs: answer.latencyMs,
    response: answer.response,
    idempotencyKey: answer.idempotencyKey ?? null,
  }));
