import type { BodyOf, escalateCase as escalateEndpoint, holdCase as holdEndpoint } from '@redoubt/contracts';
import { MAX_CASE_HOLD_MS, fail } from '@redoubt/domain';
import { DAY_MS, type Id } from '@redoubt/kernel';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { changeCase, sourceOf, type ChangedCase } from './change-case.ts';

/** Keeps a case of the caller for another half hour from now. */
export const extendLease = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<ChangedCase> =>
  changeCase(context, person, caseId, () => ({
    action: { kind: 'extend', agentId: context.actor.id },
    source: sourceOf(context),
  }));

/** Gives a case of the caller back to its queue. */
export const sendBackCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<ChangedCase> =>
  changeCase(context, person, caseId, () => ({
    action: { kind: 'sendBack', agentId: context.actor.id },
    source: sourceOf(context),
  }));

/** Puts a case of the caller aside until a moment. Throws CASE-HOLD-INVALID. */
export const holdCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  { until, reason }: BodyOf<typeof holdEndpoint>,
): Promise<ChangedCase> => {
  requireClean({ 'body.reason': reason });
  const untilMs = Date.parse(until);
  const aheadMs = untilMs - context.clock.now();
  if (aheadMs <= 0 || aheadMs > MAX_CASE_HOLD_MS) {
    return Promise.reject(fail('CASE-HOLD-INVALID', { days: MAX_CASE_HOLD_MS / DAY_MS }));
  }
  return changeCase(context, person, caseId, () => ({
    action: { kind: 'hold', agentId: context.actor.id, untilMs },
    source: sourceOf(context),
    said: { reason },
  }));
};

/** Hands a case of the caller to those who manage queues. */
export const escalateCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  { reason }: BodyOf<typeof escalateEndpoint>,
): Promise<ChangedCase> => {
  requireClean({ 'body.reason': reason });
  return changeCase(context, person, caseId, ({ queue }) => ({
    action: { kind: 'escalate', agentId: context.actor.id, timeoutMs: queue.timeoutMs },
    source: sourceOf(context),
    said: { reason },
  }));
};
