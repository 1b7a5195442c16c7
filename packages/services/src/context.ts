import type { Capability, Access } from '@redoubt/domain';
import type { Clock, Id } from '@redoubt/kernel';
import type { ChangeRecorder } from './change-recorder.ts';
import type { Limits } from './limits.ts';
import type { TextCompiler } from './texts/text-compiler.ts';
import type { TransactionScope } from './unit-of-work.ts';

/** Who acts: written into the activity log, and into `by` on screens. */
type Actor = {
  readonly kind: 'person' | 'application' | 'system';
  /** Directory object id, client id, or the name of the job. */
  readonly id: string;
  readonly name: string;
  /** Client id of the application, where it acts for a person that it names. */
  readonly clientId?: string;
};

/** Id of every operator of the command line, whom only the name they give tells apart. */
export const OPERATOR_ID = 'redoubt';

/**
 * What every command and query is given: the checked tenant, who acts, and the means. Tenant and environment come from
 * the verified token and the checked path, never from a body.
 */
export type ServiceContext = TransactionScope & {
  readonly clock: Clock;
  readonly actor: Actor;
  readonly correlationId: string;
  /** How much may be published; the documented values where absent. */
  readonly limits?: Limits | undefined;
  /** Where texts are checked and compiled; where it is asked if absent, which may hold up what else the process does. */
  readonly texts?: TextCompiler | undefined;
};

/** A context inside one environment, with what the caller may do there. */
export type EnvironmentContext = ServiceContext & {
  readonly environmentId: Id;
  readonly capabilities: Readonly<Partial<Record<Capability, Access>>>;
  /** Environments of whose events the caller sees masks in place of personal values; of none where absent. */
  readonly maskedEnvironments?: ReadonlySet<Id> | undefined;
  /** Set while configuration files or data of the demonstration are taken in: publications are not announced one by one. */
  readonly isImport?: boolean;
  /** Works on cases of every queue without being assigned to them; on assigned ones and General where absent. */
  readonly seesAllQueues?: boolean;
  /** Set while a change is tried that may need a second person, or carried out after one approved it. */
  readonly changes?: ChangeRecorder | undefined;
};
