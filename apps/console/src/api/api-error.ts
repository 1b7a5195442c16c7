import type { Problem } from '@redoubt/contracts';
import { errorFacts } from '@redoubt/domain';

/** The network gave no answer. */
export const NETWORK_FAILURE = 'NETWORK';
/** Something answered, but not our server: a proxy's page, a wrong address. */
export const STRANGE_ANSWER = 'STRANGE_ANSWER';

/** The sign-in behind the token was ended, here or in another browser. */
export const SESSION_ENDED = 'AUTH-SESSION-ENDED';

/** The change was not made: it waits for a second person. */
export const CHANGE_REQUESTED = 'CHANGE-REQUESTED';

/** Whether a call ended as a request for a second person. */
export const isRequested = (error: unknown): boolean => error instanceof ApiError && error.code === CHANGE_REQUESTED;

type Facts = {
  readonly code: string;
  readonly status: number;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
  readonly problems?: Problem['problems'];
  readonly cause?: unknown;
};

/** A failed call: the server's code with its parameters, and the id to name when asking for help. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
  /** Places in the request that are wrong. */
  readonly problems: NonNullable<Problem['problems']>;

  constructor({ code, status, params = {}, correlationId, problems = [], cause }: Facts) {
    super(code, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.params = params;
    this.correlationId = correlationId;
    this.problems = problems;
  }

  /** Whether the same call may work later without a change. */
  get retryable(): boolean {
    if (this.code === NETWORK_FAILURE) return true;
    return this.code === STRANGE_ANSWER ? this.status >= 500 : errorFacts(this.code).retryable;
  }
}
