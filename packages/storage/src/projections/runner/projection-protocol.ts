import type { ClientConfig } from 'pg';

/** What a thread of projectors is started with. */
export type ThreadStart = {
  readonly connection: Omit<ClientConfig, 'types'>;
  /** See `decision-pressure.ts`. */
  readonly exchange: Int32Array;
};

export type ToThread = 'wake' | 'hurry' | 'close';

/** A line for the log of the process. */
export type FromThread = {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
};
