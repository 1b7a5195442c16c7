/** A finished call of the endpoint table. */
export type FinishedCall = {
  /** Id of the endpoint, never its filled-in address. */
  readonly endpointId: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly correlationId: string;
  readonly durationMs: number;
  readonly polled: boolean;
};
