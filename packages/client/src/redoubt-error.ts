/** A call that was not answered with 200. */
export class RedoubtError extends Error {
  override readonly name = 'RedoubtError';
  /** HTTP status; null where no answer came in time. */
  readonly status: number | null;
  /** Whether the same call with the same ids may succeed later. */
  readonly retryable: boolean;
  /** Id of the call, to ask the operator about it; null where no answer came. */
  readonly correlationId: string | null;

  constructor(
    message: string,
    facts: { readonly status: number | null; readonly retryable: boolean; readonly correlationId: string | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = facts.status;
    this.retryable = facts.retryable;
    this.correlationId = facts.correlationId;
  }
}
