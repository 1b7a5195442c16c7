export { digestTables } from './digest.ts';
export { fillEmptyTables, findEmptyTables, type FillOptions } from './fill-tables.ts';
export { aPurchase, aRelatedEvent } from './log-events.ts';
export { mergeAll, mergeOnce } from './merge-all.ts';
export { savePlace } from './save-place.ts';
export { useLog, type TestLog } from './use-log.ts';
export { useOwnServer } from './use-own-server.ts';
export { runAsAdmin, useDatabase, type TestDatabase } from './use-database.ts';
export { useDigests } from './use-digests.ts';
