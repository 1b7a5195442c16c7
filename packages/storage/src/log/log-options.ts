export type LogOptions = {
  /** Events per transaction at most. */
  readonly maxBatch: number;
  /** Events that may wait; the next one is refused with REQ-OVERLOADED. */
  readonly maxQueued: number;
  /** Encoded bytes that may wait, in the same sense. */
  readonly maxQueuedBytes: number;
  /** Longest wait of an event for its commit before it is answered SRV-LOG-UNAVAILABLE. */
  readonly timeoutMs: number;
  /** Transactions under way at a time: while one flushes, the next one is prepared. */
  readonly lanes: number;
  /** Whether a batch is written in one statement where that may do; else in steps, each of which waits for the one before. */
  readonly atOnce: boolean;
};

export const DEFAULT_LOG_OPTIONS: LogOptions = {
  maxBatch: 500,
  maxQueued: 5000,
  maxQueuedBytes: 64 * 1024 * 1024,
  timeoutMs: 2000,
  lanes: 2,
  atOnce: true,
};

/** Where an event came to stand. */
export type Appended = {
  readonly position: number;
  /** Set where a write-once event was there before: the position of the first, whose answer is the answer. */
  readonly duplicateOf?: number;
};
