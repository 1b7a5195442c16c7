/** Files that the events of a search are written to. */
export const SEARCH_EXPORT_FORMATS = ['csv', 'ndjson', 'parquet'] as const;
export type SearchExportFormat = (typeof SEARCH_EXPORT_FORMATS)[number];

/** `removed`: a person whose events may stand in it was erased. */
export const SEARCH_EXPORT_STATES = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'removed'] as const;
export type SearchExportState = (typeof SEARCH_EXPORT_STATES)[number];

/** Events of one file at most. */
export const MAX_SEARCH_EXPORT_EVENTS = 500_000;

/** Exports of one person in an environment that wait or run at the same time, and those that are kept. */
export const MAX_OPEN_SEARCH_EXPORTS = 3;
export const MAX_SEARCH_EXPORTS = 20;

/** Days that an export is kept after it was asked for. */
export const SEARCH_EXPORT_DAYS = 7;
