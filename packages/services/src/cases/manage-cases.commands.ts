import type { BodyOf, reopenCase as reopenEndpoint } from '@redoubt/contracts';
import type { Id } from '@redoubt/kernel';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireClean } from '../problems.ts';
import { changeCase, type ChangedCase } from './change-case.ts';

/** Takes a case out of the hands of its agent. */
export const releaseCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<ChangedCase> =>
  changeCase(context, person, caseId, () => ({ action: { kind: 'release' }, source: 'Manager' }));

/** Gives an escalated case back to the agents of its queue. */
export const returnCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
): Promise<ChangedCase> =>
  changeCase(context, person, caseId, ({ queue }) => ({
    action: { kind: 'return', timeoutMs: queue.timeoutMs },
    source: 'Manager',
  }));

/** Opens a decided case again; what was decided, and sent, stays on record. */
export const reopenCase = (
  context: EnvironmentContext,
  person: SignedInPerson | null,
  caseId: Id,
  { reason }: BodyOf<typeof reopenEndpoint>,
): Promise<ChangedCase> => {
  requireClean({ 'body.reason': reason });
  return changeCase(context, person, caseId, ({ queue }) => ({
    action: { kind: 'reopen', timeoutMs: queue.timeoutMs },
    source: 'Manager',
    said: { reason },
  }));
};
