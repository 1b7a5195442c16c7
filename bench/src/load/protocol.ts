/** One stretch of load against one target. */
export type LoadOrder = {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second at even distances; null for as many as the connections carry, one at a time each. */
  readonly perSecond: number | null;
  /** Calls at even distances that took longer are given one by one; none are where it is left out. */
  readonly slowerThanMs?: number;
};

/** A slow call: when it was due, sent and answered, in milliseconds since 1970 with fractions. */
export type SlowCall = { readonly dueMs: number; readonly sentMs: number; readonly answeredMs: number };

export type LoadResult = {
  /** Requests answered with 200. */
  readonly answered: number;
  /** Everything else: other statuses, broken connections. */
  readonly failed: number;
  /** Status line and body of one failure, for the person who reads the log. */
  readonly firstFailure: string | null;
  readonly elapsedMs: number;
  /** From the moment a request was due (even distances) or sent, to the end of its answer. */
  readonly latencyMs: { readonly p50: number; readonly p99: number; readonly p999: number; readonly max: number };
  readonly slow: readonly SlowCall[];
  /** Processor time of the generator itself, the same code for every target. */
  readonly generatorCpuUs: number;
};

/** What the bench's own processes tell their parent. */
export type ReadyMessage = { readonly ready: Readonly<Record<string, unknown>> };
export type ResultMessage = { readonly result: LoadResult };
