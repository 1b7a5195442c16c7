import { invariant } from '@redoubt/kernel';
import { fail, newReading, type ApiRole, type BodyReading } from '@redoubt/domain';
import type { ApplicationCaller, Caller } from '@redoubt/identity';
import type { ResolvedEnvironment } from '@redoubt/services';

/** What is known of a call so far: all that its refusal can be recorded with. Texts are masked. */
export type CallState = {
  caller: ApplicationCaller | null;
  /** Name of the application that calls; empty where it is not on record. */
  applicationName: string;
  environment: ResolvedEnvironment | null;
  environmentReference: string | null;
  /** Address that is counted, where the route stands for many: the own one of an assessment. */
  path: string | null;
  historical: boolean;
  /** Whether the body is lines, an event in each. */
  hasLines: boolean;
  /** Events of such a call by the class of their status, as far as they were answered; null for other calls. */
  events: Map<number, number> | null;
  /** Whether a refusal is counted with others of its code and leaves no record of its own. */
  sharesRecord: boolean;
  /** Beginning of the body. */
  excerpt: string | null;
  /** How its body is read, and what was read as another type. */
  reading: BodyReading;
  /** Why it was refused, as the caller read it. */
  refusal: { readonly code: string; readonly message: string } | null;
};

export const newCall = (): CallState => ({
  caller: null,
  applicationName: '',
  environment: null,
  environmentReference: null,
  path: null,
  historical: false,
  hasLines: false,
  events: null,
  sharesRecord: false,
  excerpt: null,
  reading: newReading(false),
  refusal: null,
});

/** What commands get of an admitted call: where it acts, and that the application does. */
export const actingIn = ({ caller, applicationName, environment }: CallState) => {
  invariant(caller && environment, 'a call is admitted before it is worked on');
  const actor = { kind: 'application', id: caller.clientId, name: applicationName } as const;
  return { tenantId: caller.tenantId, environmentId: environment.environment.id, actor };
};

/** @throws `AUTH-FORBIDDEN` without the role; by token where it names roles, in an environment where they were given. */
export const requireRole = (held: readonly ApiRole[], role: ApiRole): void => {
  if (!held.includes(role)) throw fail('AUTH-FORBIDDEN', { permission: role });
};

/** @throws `AUTH-FORBIDDEN` for people. */
export const requireApplication = (caller: Caller, role: ApiRole): ApplicationCaller => {
  if (caller.kind !== 'application') throw fail('AUTH-FORBIDDEN', { permission: role });
  return caller;
};
