/** Everything that a runtime role may be granted on the rows of a table. */
export const ALL = ['select', 'insert', 'update', 'delete'] as const;

/** Rows that follow from events: written by the node that takes them, read by the console. */
export const DERIVED = { app: ['select'], ingest: ALL } as const;
