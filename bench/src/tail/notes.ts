/** All times are milliseconds since 1970, with fractions. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** A collection of garbage, or a turn of the event loop that came late and the processor time that the thread had in it. */
export type ServerNote =
  | (Span & { readonly what: 'collection' })
  | (Span & { readonly what: 'late'; readonly ranMs: number });

/** What the processes of PostgreSQL were at, at one moment. */
export type DatabaseSample = {
  readonly atMs: number;
  /** Of the connections of the log that work, each with what it waits for. */
  readonly log: readonly string[];
  readonly isProjecting: boolean;
};
